### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = En attente du virement
status-cancelled = Annulé
status-completed = Terminé
status-expired = Expiré
status-failed = Échoué
status-pending-claim = À récupérer
status-processing = En cours
status-queued = En file d’attente

## Types of transactions

transaction-deposit = Dépôt
transaction-inbound-transfer = Virement reçu
transaction-payout = Versement
transaction-withdrawal = Retrait

## Why a transaction failed

failure-claim-expired = Il n’a pas été récupéré à temps.
failure-rejected = La banque ou le réseau l’a refusé.
failure-returned-by-bank = La banque l’a renvoyé.
failure-simulated = L’environnement de test a simulé un échec.

## Currencies

currency-ars = Peso argentin
currency-brl = Réal brésilien
currency-cad = Dollar canadien
currency-cop = Peso colombien
currency-eur = Euro
currency-mxn = Peso mexicain
currency-usd = Dollar américain
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Virement, Argentine
rail-brl-pix = Pix, Brésil
rail-cad-eft = TEF, Canada
rail-cop-pse = ACH, Colombie
rail-eur-sepa = SEPA, Europe
rail-mxn-spei = SPEI, Mexique
rail-usd-ach = ACH, États-Unis
rail-usd-fedwire = Fedwire, États-Unis
