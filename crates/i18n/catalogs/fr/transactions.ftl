### Transactions, their list and their details.

## The list

transactions-lead = Entrées et sorties d’argent, y compris les transactions en attente.
transactions-export = Exporter en CSV
transactions-export-hint = L’export contient toutes les transactions qui correspondent aux filtres.
transactions-all-types = Tous les types
transactions-all-statuses = Tous les statuts
# Dates: the first and the last day of a period.
transactions-from = Du
transactions-to = Au
transactions-description = Description
transactions-none = Aucune transaction pour le moment
transactions-none-text = L’argent que vous envoyez et recevez apparaît ici.
transactions-go-to-overview = Aller à la vue d’ensemble
transactions-no-matches-text = Modifiez les filtres ou les dates.
transactions-show-all = Afficher toutes les transactions

## One transaction

transaction-view-payout = Voir le versement
transaction-view-deposit = Voir le dépôt
transaction-view-withdrawal = Voir le retrait
transaction-email = E-mail au bénéficiaire
transaction-email-delayed = Différé jusqu’au { $date } par la limite quotidienne
transaction-manage = Gérer le paiement
transaction-cancel = Annuler le paiement

## What has happened to a payment

transaction-step-created = Créé
transaction-step-sending = En cours d’envoi
transaction-step-unclaimed = En attente de récupération
transaction-step-unclaimed-text = Le bénéficiaire peut le récupérer jusqu’au { $date }.
transaction-step-notified = Bénéficiaire prévenu
transaction-step-paid = Reçu par le bénéficiaire
transaction-step-sent = Envoyé
transaction-back = L’argent est de retour sur votre solde.
