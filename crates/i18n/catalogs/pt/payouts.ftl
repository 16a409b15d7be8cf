### Payouts and recipients.

## The list of payouts

payouts-lead = Os pagamentos que você enviou e os que estão em andamento.
payouts-payments = Pagamentos
payouts-any-status = Qualquer status
payouts-none = Nenhum envio ainda
payouts-none-text = Pague uma pessoa ou até { $count } de uma vez. Você só precisa dos e-mails e revisa tudo antes de enviar.
payouts-no-matches = Nenhum envio corresponde a estes filtros.
filter-from = De
filter-to = Até
filter-date-invalid = Digite uma data como 2026-11-15.

## One payout

payout-title =
    { $count ->
        [one] Envio para { $count } destinatário
       *[other] Envio para { $count } destinatários
    }
payout-ended = Data de término
payout-refresh = Atualizar
payout-progress-share = { $status }: { $count }
# Behind the numbers of payments in each status.
payout-progress-total = de <b>{ $count }</b>
payout-all = Todos
payout-failed = Este envio não foi concluído
payout-failed-text = Nenhum pagamento pôde ser concluído. O valor total voltou para o seu saldo.
payout-no-payments = Nenhum pagamento
payout-no-payments-text = Nenhum pagamento deste envio tem este status.
payout-cancel = Cancelar envio
payout-cancel-text = Cancele os pagamentos que ainda não foram concluídos.
payout-cancel-open =
    { $count ->
        [one] { $count } pagamento será cancelado, e o dinheiro volta na hora para o seu saldo.
       *[other] { $count } pagamentos serão cancelados, e o dinheiro volta na hora para o seu saldo.
    }
payout-cancel-completed =
    { $count ->
        [one] { $count } pagamento concluído não será afetado.
       *[other] { $count } pagamentos concluídos não serão afetados.
    }
payout-cancel-warning = Não é possível desfazer esta ação.

## One payment of a payout

payout-item-manage = Gerenciar
payout-item-claim-by = Pode ser resgatado até { $date }
payout-item-cancelled = Você cancelou.
payout-item-remind = Enviar lembrete
payout-item-remind-text = Este pagamento ainda não foi resgatado. Cada destinatário recebe de você no máximo um lembrete por dia, e nenhum se desativou os lembretes.
payout-item-cancel = Cancelar pagamento
payout-item-cancel-text = O dinheiro volta na hora para o seu saldo. Não é possível desfazer esta ação.

## Writing a payout

payout-new = Novo envio
payout-new-lead = Pague até { $count } pessoas por e-mail. Você revisa o envio antes de confirmar.
payout-upload-instead = Usar um arquivo
payout-empty-rows = Linhas vazias são ignoradas. Cada destinatário vê a referência do seu pagamento.
payout-row = Linha { $number }
payout-row-mistake = Linha { $number }: { $mistake }
payout-amount = Valor (USDC)
payout-more-rows = Adicionar linhas
payout-reference = Referência do envio
payout-reference-hint = Para seu controle, como o número de uma folha de pagamento. Os destinatários não a veem.
payout-available = { $amount } disponíveis
payout-review = Revisar envio

## What is wrong with a payout

payout-no-recipients = Adicione pelo menos um destinatário.
payout-too-many-recipients = Um envio pode ter no máximo { $count } destinatários.
payout-unknown-recipient = Não há nenhum destinatário com este ID na sua conta.

## A payout from a file

payout-file = Envio por arquivo
payout-enter-instead = Digitar destinatários
payout-file-upload = Seu arquivo
payout-file-field = Arquivo CSV ou Excel
payout-file-hint = Até 1 MiB.
payout-file-format = Formato do arquivo
payout-file-sample = Baixar exemplo
payout-file-columns = A primeira linha nomeia as colunas: <code>{ $email }</code>, <code>{ $amount }</code> e <code>{ $reference }</code>.
payout-file-rows = Cada linha abaixo dela é um pagamento. Um arquivo pode ter até { $count }.
payout-file-amounts = Os valores estão em USDC, sem separador de milhar, como { $example }.
payout-file-ids = Em vez de e-mails, você pode usar os IDs dos destinatários em uma coluna chamada <code>recipient_id</code>.
payout-file-separators = Envie uma pasta de trabalho do Excel (.xlsx) ou um arquivo de texto com vírgulas, pontos e vírgulas ou tabulações entre as colunas. A ordem das colunas não importa.

## The names of columns in a file. Any language's names are read.

payout-file-column-email = e-mail
payout-file-column-amount = valor
payout-file-column-reference = referência

## References in the sample of a file. The second has a separator.

payout-sample-invoice = Fatura 1001
payout-sample-bonus = Bônus, maio

## What is wrong with a file

payout-file-missing = Escolha um arquivo que não esteja vazio.
payout-file-empty = Este arquivo está vazio.
payout-file-encoding = Este arquivo não está em UTF-8. Salve-o como “CSV UTF-8” e envie de novo.
payout-file-not-text = Este não é um arquivo CSV nem Excel. Envie um arquivo .csv ou .xlsx.
payout-file-unreadable = Não é possível ler este arquivo como CSV. Salve-o como “CSV UTF-8” e envie de novo.
payout-file-no-columns = A primeira linha deve nomear as colunas: { $email }, { $amount } e { $reference }.
payout-file-repeated-column = Há mais de uma coluna para { $column }. Deixe só uma.
payout-file-no-rows = Este arquivo não tem pagamentos abaixo da primeira linha.
payout-file-too-many-rows = Este arquivo tem mais de { $count } pagamentos. Divida-o em vários arquivos.
payout-file-too-many-empty-lines = Este arquivo tem mais de { $count } linhas vazias. Apague-as e envie de novo.
payout-file-too-many-columns = Uma linha deste arquivo tem mais de { $count } colunas. Remova as colunas de que você não precisa.
payout-line-too-many-columns = Esta linha tem mais colunas que a primeira. Coloque entre aspas o texto que contém vírgula ou ponto e vírgula.
payout-line-split-amount = A vírgula deste valor inicia outra coluna. Coloque o valor entre aspas ou escreva { $amount }.
payout-line-two-recipients = Use um e-mail ou um ID de destinatário, não os dois.

## The review

payout-review-lead = Nada foi enviado ainda.
payout-review-language = Quem não escolheu um idioma recebe o e-mail neste: { $language }. <a href="{ $href }">Alterar o idioma</a>
payout-review-balance = Disponível agora
payout-review-balance-after = Disponível depois
payout-review-too-large = Alto demais
payout-review-without-mistakes = Sem contar os erros
payout-review-mistakes = Primeiro corrija os erros
payout-review-wrong-rows =
    { $count ->
        [one] { $count } linha tem um erro. Nada pode ser enviado até que ele seja corrigido.
       *[other] { $count } linhas têm erros. Nada pode ser enviado até que eles sejam corrigidos.
    }
payout-review-wrong-lines =
    { $count ->
        [one] { $count } linha do arquivo tem um erro. Nada pode ser enviado até que ele seja corrigido.
       *[other] { $count } linhas do arquivo têm erros. Nada pode ser enviado até que eles sejam corrigidos.
    }
payout-review-correct-either = Corrija o arquivo e envie de novo, ou corrija aqui.
payout-review-short = Saldo insuficiente
payout-review-short-text = Faltam { $amount }. <a href="{ $href }">Adicione dinheiro</a> ou envie menos.
payout-review-refused = Este envio não pode ser feito
payout-review-repeated = Há destinatários repetidos
payout-review-repeated-rows =
    { $count ->
        [one] { $count } linha tem um destinatário que já está em uma linha anterior. Cada linha é paga.
       *[other] { $count } linhas têm destinatários que já estão em linhas anteriores. Cada linha é paga.
    }
payout-review-repeated-lines =
    { $count ->
        [one] { $count } linha do arquivo tem um destinatário que já está em uma linha anterior. Cada linha é paga.
       *[other] { $count } linhas do arquivo têm destinatários que já estão em linhas anteriores. Cada linha é paga.
    }
payout-review-same-row = Mesmo destinatário da linha { $number }
payout-review-same-line = Mesmo destinatário da linha { $number }
payout-review-row = Linha
payout-review-line = Linha
payout-review-outcome = Resultado
payout-review-correct-here = Corrigir aqui
payout-review-upload-other = Enviar outro arquivo
payout-review-repeat = Pagar estes destinatários mais de uma vez
payout-review-repeat-missing = Marque esta opção se quiser pagar estes destinatários mais de uma vez.
payout-send =
    { $count ->
        [one] Enviar { $amount } para { $count } destinatário
       *[other] Enviar { $amount } para { $count } destinatários
    }

## What happens to a payment

payout-outcome-paid = É pago na hora
# Whether the recipient has an account isn't shown before they're paid.
payout-outcome-paid-or-claim = É pago na hora, ou recebe um e-mail e tem { $duration } para resgatar
payout-outcome-claim = Recebe um e-mail e tem { $duration } para resgatar
payout-outcome-failed = Falha (simulada por este endereço de teste)
payout-outcome-processing = Será enviado
payout-outcome-cancelled = Não será enviado

## Recipients

recipients-lead = As pessoas que você pagou ou quer pagar.
recipients-none = Nenhum destinatário ainda
recipients-none-text = As pessoas que você paga aparecem aqui. Você também pode adicioná-las antes de pagar.
recipients-not-found = Nenhum destinatário tem este e-mail
recipients-not-found-text = Busque um e-mail completo.
recipient-account = Conta
recipient-account-active = Ativa
recipient-account-unknown = Sem pagamentos
recipient-account-text = Você verá o nome quando a pessoa tiver recebido um pagamento seu. Se ela ainda não tiver uma conta, receberá um e-mail com um link para resgatar.
recipient-account-name = Nome da conta
recipient-added = Data de inclusão
recipient-pay = Enviar pagamento
recipient-payments = Pagamentos
recipient-payments-none = Nenhum pagamento ainda
recipient-payments-none-text = Seus pagamentos a este destinatário aparecem aqui.
recipient-nickname = Apelido
recipient-nickname-hint = Só você vê.
recipient-add = Adicionar destinatário
recipient-add-lead = Não avisaremos o destinatário até você pagar.
