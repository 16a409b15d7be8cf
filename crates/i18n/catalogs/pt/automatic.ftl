### Automatic withdrawals: their pages, what other pages say about them, and the email about their end.

## The page

automatic-title = Saques automáticos
automatic-lead = Saque automaticamente os pagamentos que você recebe para sua conta bancária ou carteira.
# The badge beside the title.
automatic-state =
    { $state ->
        [on] Ativados
       *[off] Desativados
    }
automatic-off-title = Os saques automáticos estão desativados
automatic-delayed-title = O próximo saque está atrasado
automatic-delayed = Não é possível criá-lo no momento. Vamos tentar de novo em { $time } e sempre que você receber um pagamento. Até lá, o dinheiro fica no seu saldo.
automatic-destination = Destino
# In the email about a change.
automatic-before = Destino anterior
automatic-minimum = Mínimo
automatic-collected = Acumulado
automatic-off-since = Desativados em
automatic-how-title = Como funciona
automatic-how = Os pagamentos de outras contas e os USDC enviados ao seu endereço contam para o mínimo. Quando o atingem, fazemos um único saque, com as tarifas habituais. Os depósitos e o dinheiro devolvido ficam no seu saldo.
automatic-how-most = Cada saque para esse destino é de no máximo { $most }. Se um pagamento passar desse valor, o restante fica no seu saldo.
automatic-how-off = Se um saque para esse destino não for concluído ou for devolvido, ou se você arquivar o destino, desativamos os saques automáticos e enviamos um e-mail para você.
automatic-empty = Escolha uma conta bancária ou carteira e um mínimo. Quando os pagamentos que você recebe atingem esse valor, fazemos o saque para você.
automatic-turn-on = Ativar saques automáticos
automatic-turn-on-again = Reativar
automatic-turn-off = Desativar saques automáticos
automatic-turn-off-title = Desativar
automatic-turn-off-text = Os novos pagamentos e o valor acumulado ficam no seu saldo. Os saques que já existem não são afetados.
automatic-said-on = Os saques automáticos estão ativados.
automatic-said-off = Os saques automáticos estão desativados. Os novos pagamentos ficam no seu saldo.

## Why they are off, and what to do

automatic-off-owner = Você os desativou. Os novos pagamentos ficam no seu saldo.
automatic-off-archived = O destino foi arquivado. Os novos pagamentos ficam no seu saldo. Para continuar, escolha outro destino.
automatic-off-failed = Um saque para este destino não foi concluído, e o dinheiro voltou ao seu saldo. Confira os dados antes de reativar os saques automáticos.
automatic-off-returned = O banco devolveu um saque, e o dinheiro voltou ao seu saldo. Confira os dados antes de reativar os saques automáticos.
automatic-off-closed = Há três dias não é possível sacar para este destino. Os novos pagamentos ficam no seu saldo. Para continuar, escolha outro destino.

## The form

automatic-edit-title = Editar saques automáticos
automatic-edit-lead = Escolha para onde vão os pagamentos que você recebe. Enviaremos um e-mail sobre a alteração.
automatic-minimum-hint = Os pagamentos se acumulam até atingir este valor. Com um mínimo maior, há menos saques e menos tarifas.
automatic-add-first-title = Primeiro, adicione um destino
automatic-add-first = Adicione a conta bancária ou carteira para onde seus pagamentos devem ir.
automatic-add-bank-account = Adicionar conta bancária
automatic-add-wallet = Adicionar carteira
automatic-choose-destination = Escolha um destino.
automatic-minimum-too-small = As tarifas consumiriam este valor. Escolha um mínimo maior.
automatic-own-address = Este endereço pertence a uma conta de { $brand }. Escolha outra carteira.

## On the pages of withdrawals and transactions

automatic-withdrawal = Saque automático
automatic-created = Criado automaticamente
automatic-created-text = A partir dos pagamentos recebidos. O valor está reservado.
automatic-payments = Pagamentos
automatic-payments-lead = Este saque foi criado a partir destes pagamentos.
automatic-payments-earlier = Ele também inclui pagamentos anteriores.
# In front of a link to the automatic withdrawal that includes the payment.
automatic-included-in = Incluído em

## The email about their end

automatic-email-subject = Os saques automáticos foram desativados
automatic-email-preview = Os novos pagamentos ficam no seu saldo até você reativá-los.
automatic-email-owner = Os saques automáticos foram desativados no painel. Agora os novos pagamentos ficam no seu saldo.
automatic-email-archived = A conta bancária ou carteira que recebia seus saques automáticos foi arquivada. Agora os novos pagamentos ficam no seu saldo.
automatic-email-failed = Um saque para este destino não foi concluído. O dinheiro voltou ao seu saldo. Agora os novos pagamentos ficam no seu saldo.
automatic-email-returned = O banco devolveu um saque. O dinheiro voltou ao seu saldo. Agora os novos pagamentos ficam no seu saldo.
automatic-email-closed = Há três dias não é possível sacar para este destino. Agora os novos pagamentos ficam no seu saldo.
automatic-email-any-time = Você pode reativá-los no painel quando quiser.
automatic-email-choose = Para continuar, escolha outro destino no painel.
automatic-email-check = Confira os dados antes de reativar os saques automáticos. Se algum dado estiver errado, adicione a conta bancária ou carteira de novo.
automatic-email-button = Ver saques automáticos
