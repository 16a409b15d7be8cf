### The email that says that money waits, and its reminder.

## Subjects and titles

email-claim-title = { $sender } enviou { $amount } para você
email-claim-title-several = Você tem { $amount } para resgatar
email-claim-reminder = Lembrete: { $subject }
email-claim-preview = O dinheiro está à sua espera. Resgate até { $date }.
email-claim-reminder-preview = O dinheiro ainda está à sua espera. Resgate até { $date }.

## What it says

email-claim-opening = O dinheiro está à sua espera em { $brand }. Se você não o resgatar até { $date }, ele será devolvido ao remetente.
email-claim-opening-several = O dinheiro está à sua espera em { $brand }. Se você não o resgatar até { $date }, ele será devolvido aos remetentes.
email-claim-button = Resgatar { $amount }
email-claim-usdc = USDC é um dólar digital, criado para manter o valor de um dólar americano.
email-claim-next = O link mostra o que está à sua espera. Crie uma conta com este endereço de e-mail ou entre na sua, e o dinheiro será adicionado ao seu saldo. Você pode deixá-lo lá ou fazer um saque.
email-claim-keep-private = Qualquer pessoa com este link pode resgatar o dinheiro. Não encaminhe este e-mail.
email-claim-unverified = Os remetentes escolhem os nomes e as referências deste e-mail, e { $brand } não os verifica. Se você não conhece o remetente, ignore este e-mail. Você não precisa fazer nada.
email-claim-because = Você recebeu este e-mail porque alguém enviou dinheiro para { $email } por meio de { $brand }.

## Facts

email-claim-until = Data limite
email-claim-payments = Pagamentos
# An amount, or a number of payments, if more wait than are counted.
email-claim-more-than = mais de { $value }
# One of several senders, with one payment or with several.
email-claim-sender-amount = { $sender } · { $amount }
email-claim-sender-payments = { $sender } · { $amount } ({ $payments })
email-claim-other-senders = e outros remetentes
email-claim-total = { $amount } ({ $payments })
