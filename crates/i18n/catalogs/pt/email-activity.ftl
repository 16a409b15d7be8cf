### Emails about money: payments received, claimed and returned, withdrawals and deposits.

## Payments that came in

email-paid-title = { $sender } enviou { $amount } para você
email-paid-title-several = Você recebeu { $amount }
email-paid-preview = O dinheiro está no seu saldo em { $brand }.
email-paid-opening = O dinheiro está no seu saldo em { $brand }. Você pode deixá-lo lá, enviá-lo ou sacá-lo.
email-paid-opening-several =
    { $count ->
        [one] Você recebeu { $count } pagamento.
       *[other] Você recebeu { $count } pagamentos.
    } O dinheiro está no seu saldo em { $brand }. Você pode deixá-lo lá, enviá-lo ou sacá-lo.
email-paid-button = Ver atividade
email-paid-unverified = Os remetentes escolhem os nomes e as referências deste e-mail, e { $brand } não os verifica.

## Payments that recipients claimed

email-claimed-title =
    { $count ->
        [one] { $count } pagamento resgatado
       *[other] { $count } pagamentos resgatados
    }
email-claimed-preview = { $amount } do seu envio foram resgatados.
email-claimed-opening =
    { $count ->
        [one] Em { $date }, { $count } pagamento do seu envio foi resgatado: { $amount }.
       *[other] Em { $date }, { $count } pagamentos do seu envio foram resgatados: { $amount } no total.
    }
email-payout-button = Ver envio

## Payments that weren't claimed in time

email-refunded-title = { $amount } de volta ao seu saldo
email-refunded-preview =
    { $count ->
        [one] { $count } pagamento não foi resgatado a tempo.
       *[other] { $count } pagamentos não foram resgatados a tempo.
    }
email-refunded-opening =
    { $count ->
        [one] { $count } pagamento do seu envio não foi resgatado a tempo, e o dinheiro voltou para o seu saldo.
       *[other] { $count } pagamentos do seu envio não foram resgatados a tempo, e o dinheiro voltou para o seu saldo.
    }
email-refunded-next = Para enviar de novo, confira o endereço de e-mail e crie um novo envio.

## Withdrawals

email-withdrawal-sent-title = Saque de { $amount } enviado
email-withdrawal-sent-opening = Seu saque está a caminho. Avisaremos por e-mail quando ele for concluído.
email-withdrawal-completed-title = Saque de { $amount } concluído
email-withdrawal-completed-opening = Seu dinheiro chegou.
email-withdrawal-failed-title = Falha no saque de { $amount }
email-withdrawal-failed-opening = Não foi possível concluir o saque, e { $amount } voltaram para o seu saldo.
email-withdrawal-returned-title = Saque de { $amount } devolvido
email-withdrawal-returned-opening = O banco devolveu o dinheiro depois que o saque foi concluído. { $amount } voltaram para o seu saldo, com as tarifas incluídas.
email-withdrawal-check = Confira os dados do destino antes de tentar de novo.
email-withdrawal-automatic = Este foi um saque automático.
email-transfer-button = Ver detalhes

## Deposits

email-deposit-credited-title = { $amount } adicionados ao seu saldo
email-deposit-credited-opening = Seu depósito chegou, e { $amount } estão no seu saldo.
email-deposit-failed-title = Falha no depósito de { $amount }
email-deposit-failed-opening = Sua transferência não vai chegar, então nada foi adicionado ao seu saldo.
email-deposit-failed-next = Pergunte o motivo ao seu banco e depois crie outro depósito.
email-deposit-expired-title = Depósito de { $amount } expirado
email-deposit-expired-opening = Não recebemos sua transferência a tempo.
email-deposit-expired-next = Se você já enviou o dinheiro, ele será adicionado ao seu saldo quando chegar. Se não, crie um novo depósito.

## Lists: one of several payments

email-activity-entry = { $name } · { $amount }
email-activity-entry-reference = { $name } · { $amount } ({ $reference })
email-activity-more = e outros

## What emails in the sandbox are about

email-about-paid = Pagamentos recebidos
email-about-claimed = Pagamentos resgatados
email-about-refunded = Pagamentos devolvidos
email-about-withdrawal-sent = Saque enviado
email-about-withdrawal-completed = Saque concluído
email-about-withdrawal-failed = Falha no saque
email-about-withdrawal-returned = Saque devolvido
email-about-deposit-credited = Depósito creditado
email-about-deposit-failed = Falha no depósito
email-about-deposit-expired = Depósito expirado
