### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = Esperando transferencia
status-cancelled = Cancelado
status-completed = Completado
status-expired = Vencido
status-failed = Fallido
status-pending-claim = Por cobrar
status-processing = En proceso
status-queued = En cola

## Types of transactions

transaction-deposit = Depósito
transaction-inbound-transfer = Ingreso
transaction-payout = Envío
transaction-withdrawal = Retiro

## Why a transaction failed

failure-claim-expired = No se cobró a tiempo.
failure-rejected = El banco o la red lo rechazó.
failure-returned-by-bank = El banco lo devolvió.
failure-simulated = El entorno de pruebas simuló un error.

## Currencies

currency-ars = Peso argentino
currency-brl = Real brasileño
currency-cad = Dólar canadiense
currency-cop = Peso colombiano
currency-eur = Euro
currency-mxn = Peso mexicano
currency-usd = Dólar estadounidense
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Transferencia, Argentina
rail-brl-pix = Pix, Brasil
rail-cad-eft = EFT, Canadá
rail-cop-pse = ACH, Colombia
rail-eur-sepa = SEPA, Europa
rail-mxn-spei = SPEI, México
rail-usd-ach = ACH, Estados Unidos
rail-usd-fedwire = Fedwire, Estados Unidos
