### Receipts and statements, as pages and as files.

## Every document

document-account-holder = Titular da conta
document-account-id = ID da conta
document-download = Baixar { $format }
document-page = Página { $page } de { $pages }
document-questions = Dúvidas? { $email }
# Stands in large letters on test documents: one word.
document-test = TESTE
document-test-note = Dados de teste. Nenhum dinheiro real foi movimentado.

## Receipts

receipt-title = Comprovante
receipt-back = Transação
receipt-show = Ver comprovante
# What the PDF file calls itself.
receipt-document-title = Comprovante { $brand } { $id }
receipt-status = { $status } · { $date }
receipt-returned = Devolvido
receipt-not-completed = Este documento não comprova um pagamento.
receipt-external-wallet = Carteira externa
receipt-payment-method = Forma de pagamento
receipt-local-amount = Valor em moeda local
receipt-exchange-rate = { $usdc } = { $amount }
receipt-transfer-reference = Referência da transferência
receipt-transaction-hash = Hash da transação
receipt-reason = Motivo
receipt-completed = Data de conclusão
receipt-payout-id = ID do envio
receipt-transaction-id = ID da transação
receipt-amounts = Valores
receipt-sent = Valor enviado
receipt-received = Valor recebido
receipt-fee-fixed = Tarifa fixa
receipt-fee-percentage = Tarifa percentual
receipt-fee-spread = Margem da taxa de câmbio
receipt-fee-rounding = Arredondamento

## Movements

movement-payout = Envio para { $name }
movement-withdrawal = Saque para { $name }
movement-automatic-withdrawal = Saque automático para { $name }
movement-return = Devolução do saque para { $name }
movement-deposit = Depósito de { $name }
movement-inbound-transfer = Pagamento de { $name }
movement-test-money = Dinheiro de teste

## Statements

statement-title = Extrato
# What the PDF file calls itself.
statement-document-title = Extrato { $brand } · { $month }
statements-intro = Seus extratos mensais em PDF, CSV e OFX.
statements-hint = Os meses seguem o calendário em UTC. Os saldos incluem o dinheiro reservado para envios e saques pendentes.
statement-month = Mês
statement-in-progress = Em andamento
statement-period = Período
statement-summary = Resumo
statement-opening-balance = Saldo inicial
statement-money-in = Entradas
statement-money-out = Saídas
statement-fees = Tarifas
statement-closing-balance = Saldo final
statement-balance-so-far = Saldo até o momento
statement-reserved = Reservado para envios e saques pendentes
statement-balance-parts = Disponível: { $available } · Reservado para envios e saques pendentes: { $reserved }
statement-unfinished-title = Este mês ainda não terminou
statement-unfinished = Este extrato inclui tudo até { $date }.
statement-activity = Movimentações
statement-no-activity = Sem movimentações
statement-no-activity-text = Não houve movimentação de dinheiro neste mês.
statement-description = Descrição
statement-first-entries = Estas são as primeiras { $shown } de { $count } movimentações. Baixe o arquivo CSV ou OFX para ver todas.
statement-too-many = Este mês tem { $count } movimentações. Um PDF mostra até { $most }. Baixe o arquivo CSV ou OFX para ver todas. O resumo inclui todas as movimentações.
statement-usdc-and-utc = Os valores estão em USDC e as datas em UTC.
# In OFX files, for bookkeeping programs.
statement-ofx-currency = Todos os valores estão em USDC. O OFX não tem um código para USDC, por isso a moeda é XXX (sem moeda).
