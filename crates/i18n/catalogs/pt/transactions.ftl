### Transactions, their list and their details.

## The list

transactions-lead = Entradas e saídas de dinheiro, incluindo transações pendentes.
transactions-export = Exportar como CSV
transactions-export-hint = O arquivo contém todas as transações que correspondem aos filtros.
transactions-all-types = Todos os tipos
transactions-all-statuses = Todos os status
# Dates: the first and the last day of a period.
transactions-from = De
transactions-to = Até
transactions-description = Descrição
transactions-none = Ainda não há transações
transactions-none-text = O dinheiro que você envia e recebe aparece aqui.
transactions-go-to-overview = Ir para a visão geral
transactions-no-matches-text = Altere os filtros ou as datas.
transactions-show-all = Ver todas as transações

## One transaction

transaction-view-payout = Ver envio
transaction-view-deposit = Ver depósito
transaction-view-withdrawal = Ver saque
transaction-email = E-mail para o destinatário
transaction-email-delayed = Adiado até { $date } pelo limite diário
transaction-manage = Gerenciar pagamento
transaction-cancel = Cancelar pagamento

## What has happened to a payment

transaction-step-created = Criado
transaction-step-sending = Sendo enviado
transaction-step-unclaimed = Aguardando resgate
transaction-step-unclaimed-text = O destinatário pode resgatá-lo até { $date }.
transaction-step-notified = Destinatário avisado
transaction-step-paid = Recebido pelo destinatário
transaction-step-sent = Enviado
transaction-back = O dinheiro voltou para o seu saldo.
