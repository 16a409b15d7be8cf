### The outcome of a payout, and the actions of its sender.

## The only payment of a payout

payout-one-paid = Pagado
payout-one-being-paid = En proceso de pago
payout-one-waiting = Por cobrar
payout-one-failed = Fallido
payout-one-expired = Vencido y devuelto
payout-one-cancelled = Cancelado

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = { $count } de { $count } pagados
payout-some-paid =
    { $count ->
        [one] { $count } de { $total } pagado
       *[other] { $count } de { $total } pagados
    }
payout-some-being-paid =
    { $count ->
        [one] { $count } en proceso de pago
       *[other] { $count } en proceso de pago
    }
payout-some-waiting = { $count } por cobrar
payout-some-failed =
    { $count ->
        [one] { $count } fallido
       *[other] { $count } fallidos
    }
payout-some-expired =
    { $count ->
        [one] { $count } vencido y devuelto
       *[other] { $count } vencidos y devueltos
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } cancelado
       *[other] { $count } cancelados
    }

## What its sender can do

payout-repeat = Repetir envío
payout-retry =
    { $count ->
        [one] Reintentar { $count } pago
       *[other] Reintentar { $count } pagos
    }
said-draft-created = Se creó un borrador. No se envía nada hasta que lo revises y confirmes.
payout-remind-all = Enviar recordatorio a todos
payout-remind-hint = Envía un correo a quienes aún no cobraron, como máximo una vez al día. Quienes desactivaron los recordatorios no reciben ninguno.
transaction-last-reminder = Último recordatorio
payout-item-reminded = Último recordatorio: { $time }
refusal-reminded-recently = Ya le enviaste un recordatorio a este destinatario en las últimas 24 horas. Puedes enviar el siguiente en { $wait }.
said-reminded-all =
    { $count ->
        [one] Recordatorio enviado a { $count } destinatario.
       *[other] Recordatorio enviado a { $count } destinatarios.
    }
said-reminded-none = No se envió ningún recordatorio.
said-reminded-recent =
    { $count ->
        [one] { $count } destinatario ya recibió uno en las últimas 24 horas.
       *[other] { $count } destinatarios ya recibieron uno en las últimas 24 horas.
    }
said-reminded-limited =
    { $count ->
        [one] { $count } destinatario no puede recibir más correos por ahora.
       *[other] { $count } destinatarios no pueden recibir más correos por ahora.
    }
said-reminded-closed =
    { $count ->
        [one] { $count } pago ya no está por cobrar.
       *[other] { $count } pagos ya no están por cobrar.
    }

## Test mode

payout-item-claim = Cobrar como este destinatario
payout-item-claim-text = Cobra este pago en una billetera de prueba, como lo haría su destinatario. Tu sesión sigue abierta.
said-claimed-as-recipient = Cobraste el pago como su destinatario. El dinero está en una billetera de prueba.
