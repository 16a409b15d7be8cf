### Receipts and statements, as pages and as files.

## Every document

document-account-holder = Titulaire du compte
document-account-id = ID du compte
document-download = Télécharger en { $format }
document-page = Page { $page } sur { $pages }
document-questions = Des questions ? { $email }
# Stands in large letters on test documents: one word.
document-test = TEST
document-test-note = Données de test. Aucun argent réel n’a été transféré.

## Receipts

receipt-title = Reçu
receipt-back = Transaction
receipt-show = Voir le reçu
# What the PDF file calls itself.
receipt-document-title = Reçu { $brand } { $id }
receipt-status = { $status } · { $date }
receipt-returned = Retourné
receipt-not-completed = Ce document n’atteste pas d’un paiement.
receipt-external-wallet = Portefeuille externe
receipt-payment-method = Moyen de paiement
receipt-local-amount = Montant en devise locale
receipt-exchange-rate = { $usdc } = { $amount }
receipt-transfer-reference = Référence du virement
receipt-transaction-hash = Hash de la transaction
receipt-reason = Motif
receipt-completed = Date de fin
receipt-payout-id = ID du versement
receipt-transaction-id = ID de la transaction
receipt-amounts = Montants
receipt-sent = Montant envoyé
receipt-received = Montant reçu
receipt-fee-fixed = Frais fixes
receipt-fee-percentage = Frais proportionnels
receipt-fee-spread = Marge sur le taux de change
receipt-fee-rounding = Arrondi

## Movements

movement-payout = Versement à { $name }
movement-withdrawal = Retrait vers { $name }
movement-automatic-withdrawal = Retrait automatique vers { $name }
movement-return = Retour du retrait vers { $name }
movement-deposit = Dépôt depuis { $name }
movement-inbound-transfer = Paiement de { $name }
movement-test-money = Argent de test

## Statements

statement-title = Relevé
# What the PDF file calls itself.
statement-document-title = Relevé { $brand } · { $month }
statements-intro = Vos relevés mensuels en PDF, CSV et OFX.
statements-hint = Les mois sont des mois civils en UTC. Les soldes comprennent l’argent réservé aux versements et retraits en attente.
statement-month = Mois
statement-in-progress = En cours
statement-period = Période
statement-summary = Récapitulatif
statement-opening-balance = Solde initial
statement-money-in = Entrées
statement-money-out = Sorties
statement-fees = Frais
statement-closing-balance = Solde final
statement-balance-so-far = Solde à ce jour
statement-reserved = Réservé aux versements et retraits en attente
statement-balance-parts = Disponible : { $available } · Réservé aux versements et retraits en attente : { $reserved }
statement-unfinished-title = Ce mois n’est pas terminé
statement-unfinished = Ce relevé comprend toutes les opérations jusqu’au { $date }.
statement-activity = Opérations
statement-no-activity = Aucune opération
statement-no-activity-text = Aucun mouvement d’argent ce mois-ci.
statement-description = Description
statement-first-entries = Voici les { $shown } premières opérations sur { $count }. Téléchargez le fichier CSV ou OFX pour les voir toutes.
statement-too-many = Ce mois compte { $count } opérations. Un PDF en affiche { $most } au maximum. Téléchargez le fichier CSV ou OFX pour les voir toutes. Le récapitulatif comprend toutes les opérations.
statement-usdc-and-utc = Les montants sont en USDC, les dates en UTC.
# In OFX files, for bookkeeping programs.
statement-ofx-currency = Tous les montants sont en USDC. OFX n’a pas de code pour l’USDC : la devise est donc XXX (aucune devise).
