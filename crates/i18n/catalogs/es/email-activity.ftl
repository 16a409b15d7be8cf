### Emails about money: payments received, claimed and returned, withdrawals and deposits.

## Payments that came in

email-paid-title = { $sender } te envió { $amount }
email-paid-title-several = Recibiste { $amount }
email-paid-preview = El dinero está en tu saldo de { $brand }.
email-paid-opening = El dinero está en tu saldo de { $brand }. Puedes dejarlo ahí, enviarlo o retirarlo.
email-paid-opening-several =
    { $count ->
        [one] Recibiste { $count } pago.
       *[other] Recibiste { $count } pagos.
    } El dinero está en tu saldo de { $brand }. Puedes dejarlo ahí, enviarlo o retirarlo.
email-paid-button = Ver actividad
email-paid-unverified = Los remitentes eligen los nombres y las referencias de este correo, y { $brand } no los verifica.

## Payments that recipients claimed

email-claimed-title =
    { $count ->
        [one] { $count } pago cobrado
       *[other] { $count } pagos cobrados
    }
email-claimed-preview = Se cobraron { $amount } de tu envío.
email-claimed-opening =
    { $count ->
        [one] El { $date } se cobró { $count } pago de tu envío: { $amount }.
       *[other] El { $date } se cobraron { $count } pagos de tu envío: { $amount } en total.
    }
email-payout-button = Ver envío

## Payments that weren't claimed in time

email-refunded-title = { $amount } de vuelta en tu saldo
email-refunded-preview =
    { $count ->
        [one] { $count } pago no se cobró a tiempo.
       *[other] { $count } pagos no se cobraron a tiempo.
    }
email-refunded-opening =
    { $count ->
        [one] { $count } pago de tu envío no se cobró a tiempo y el dinero volvió a tu saldo.
       *[other] { $count } pagos de tu envío no se cobraron a tiempo y el dinero volvió a tu saldo.
    }
email-refunded-next = Para enviarlo otra vez, revisa la dirección de correo y crea un nuevo envío.

## Withdrawals

email-withdrawal-sent-title = Retiro de { $amount } enviado
email-withdrawal-sent-opening = Tu retiro está en camino. Te avisaremos por correo cuando se complete.
email-withdrawal-completed-title = Retiro de { $amount } completado
email-withdrawal-completed-opening = Tu dinero llegó.
email-withdrawal-failed-title = Falló el retiro de { $amount }
email-withdrawal-failed-opening = No se pudo completar el retiro y { $amount } están de vuelta en tu saldo.
email-withdrawal-returned-title = Retiro de { $amount } devuelto
email-withdrawal-returned-opening = El banco devolvió el dinero después de completarse el retiro. { $amount } están de vuelta en tu saldo, con las comisiones incluidas.
email-withdrawal-check = Revisa los datos del destino antes de intentarlo otra vez.
email-withdrawal-automatic = Fue un retiro automático.
email-transfer-button = Ver detalles

## Deposits

email-deposit-credited-title = Se sumaron { $amount } a tu saldo
email-deposit-credited-opening = Tu depósito llegó y { $amount } están en tu saldo.
email-deposit-failed-title = Falló el depósito de { $amount }
email-deposit-failed-opening = Tu transferencia no llegará, así que no se sumó nada a tu saldo.
email-deposit-failed-next = Pregunta el motivo a tu banco y luego crea otro depósito.
email-deposit-expired-title = Venció el depósito de { $amount }
email-deposit-expired-opening = No recibimos tu transferencia a tiempo.
email-deposit-expired-next = Si ya enviaste el dinero, lo sumaremos a tu saldo cuando llegue. Si no, crea un nuevo depósito.

## Lists: one of several payments

email-activity-entry = { $name } · { $amount }
email-activity-entry-reference = { $name } · { $amount } ({ $reference })
email-activity-more = y otros

## What emails in the sandbox are about

email-about-paid = Pagos recibidos
email-about-claimed = Pagos cobrados
email-about-refunded = Pagos devueltos
email-about-withdrawal-sent = Retiro enviado
email-about-withdrawal-completed = Retiro completado
email-about-withdrawal-failed = Retiro fallido
email-about-withdrawal-returned = Retiro devuelto
email-about-deposit-credited = Depósito acreditado
email-about-deposit-failed = Depósito fallido
email-about-deposit-expired = Depósito vencido
