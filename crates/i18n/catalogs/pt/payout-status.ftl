### The outcome of a payout, and the actions of its sender.

## The only payment of a payout

payout-one-paid = Pago
payout-one-being-paid = Sendo pago
payout-one-waiting = Aguardando resgate
payout-one-failed = Falhou
payout-one-expired = Expirado e devolvido
payout-one-cancelled = Cancelado

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = Todos os { $count } pagos
payout-some-paid =
    { $count ->
        [one] { $count } de { $total } pago
       *[other] { $count } de { $total } pagos
    }
payout-some-being-paid =
    { $count ->
        [one] { $count } sendo pago
       *[other] { $count } sendo pagos
    }
payout-some-waiting = { $count } aguardando resgate
payout-some-failed =
    { $count ->
        [one] { $count } falhou
       *[other] { $count } falharam
    }
payout-some-expired =
    { $count ->
        [one] { $count } expirado e devolvido
       *[other] { $count } expirados e devolvidos
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } cancelado
       *[other] { $count } cancelados
    }

## What its sender can do

payout-repeat = Repetir envio
payout-retry =
    { $count ->
        [one] Tentar { $count } pagamento de novo
       *[other] Tentar { $count } pagamentos de novo
    }
said-draft-created = Rascunho criado. Nada é enviado até você revisar e confirmar.
payout-remind-all = Enviar lembrete a todos
payout-remind-hint = Envia um e-mail a quem ainda não resgatou, no máximo uma vez por dia. Quem desativou os lembretes não recebe nenhum.
transaction-last-reminder = Último lembrete
payout-item-reminded = Último lembrete: { $time }
refusal-reminded-recently = Você já enviou um lembrete a este destinatário nas últimas 24 horas. Você pode enviar o próximo em { $wait }.
said-reminded-all =
    { $count ->
        [one] Lembrete enviado a { $count } destinatário.
       *[other] Lembrete enviado a { $count } destinatários.
    }
said-reminded-none = Nenhum lembrete foi enviado.
said-reminded-recent =
    { $count ->
        [one] { $count } destinatário já recebeu um nas últimas 24 horas.
       *[other] { $count } destinatários já receberam um nas últimas 24 horas.
    }
said-reminded-limited =
    { $count ->
        [one] { $count } destinatário não pode receber mais e-mails por enquanto.
       *[other] { $count } destinatários não podem receber mais e-mails por enquanto.
    }
said-reminded-closed =
    { $count ->
        [one] { $count } pagamento não aguarda mais resgate.
       *[other] { $count } pagamentos não aguardam mais resgate.
    }

## Test mode

payout-item-claim = Resgatar como este destinatário
payout-item-claim-text = Resgata este pagamento em uma carteira de teste, como o destinatário faria. Sua sessão continua aberta.
said-claimed-as-recipient = Você resgatou o pagamento como o destinatário. O dinheiro está em uma carteira de teste.
