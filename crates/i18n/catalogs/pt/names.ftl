### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = Aguardando transferência
status-cancelled = Cancelado
status-completed = Concluído
status-expired = Expirado
status-failed = Não concluído
status-pending-claim = Aguardando resgate
status-processing = Em processamento
status-queued = Na fila

## Types of transactions

transaction-deposit = Depósito
transaction-inbound-transfer = Recebimento
transaction-payout = Envio
transaction-withdrawal = Saque

## Why a transaction failed

failure-claim-expired = Não foi resgatado a tempo.
failure-rejected = O banco ou a rede recusou.
failure-returned-by-bank = O banco devolveu.
failure-simulated = O ambiente de testes simulou uma falha.

## Currencies

currency-ars = Peso argentino
currency-brl = Real brasileiro
currency-cad = Dólar canadense
currency-cop = Peso colombiano
currency-eur = Euro
currency-mxn = Peso mexicano
currency-usd = Dólar americano
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Transferência, Argentina
rail-brl-pix = Pix, Brasil
rail-cad-eft = EFT, Canadá
rail-cop-pse = ACH, Colômbia
rail-eur-sepa = SEPA, Europa
rail-mxn-spei = SPEI, México
rail-usd-ach = ACH, Estados Unidos
rail-usd-fedwire = Fedwire, Estados Unidos
