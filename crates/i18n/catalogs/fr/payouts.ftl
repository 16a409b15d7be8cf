### Payouts and recipients.

## The list of payouts

payouts-lead = Les paiements envoyés et ceux en cours.
payouts-payments = Paiements
payouts-any-status = Tous les statuts
payouts-none = Aucun versement pour le moment
payouts-none-text = Payez une personne ou jusqu’à { $count } à la fois. Il vous suffit de leurs adresses e-mail, et vous vérifiez tout avant l’envoi.
payouts-no-matches = Aucun versement ne correspond à ces filtres.
filter-from = Du
filter-to = Au
filter-date-invalid = Saisissez une date comme 2026-11-15.

## One payout

payout-title =
    { $count ->
        [one] Versement à { $count } bénéficiaire
       *[other] Versement à { $count } bénéficiaires
    }
payout-ended = Date de fin
payout-refresh = Actualiser
payout-progress-share = { $status } : { $count }
# Behind the numbers of payments in each status.
payout-progress-total = sur <b>{ $count }</b>
payout-all = Tous
payout-failed = Ce versement a échoué
payout-failed-text = Aucun paiement n’a pu aboutir. Le montant total est de retour sur votre solde.
payout-no-payments = Aucun paiement
payout-no-payments-text = Aucun paiement de ce versement n’a ce statut.
payout-cancel = Annuler le versement
payout-cancel-text = Annulez les paiements qui ne sont pas encore terminés.
payout-cancel-open =
    { $count ->
        [one] { $count } paiement sera annulé et l’argent reviendra immédiatement sur votre solde.
       *[other] { $count } paiements seront annulés et l’argent reviendra immédiatement sur votre solde.
    }
payout-cancel-completed =
    { $count ->
        [one] { $count } paiement terminé n’est pas concerné.
       *[other] { $count } paiements terminés ne sont pas concernés.
    }
payout-cancel-warning = Cette action est irréversible.

## One payment of a payout

payout-item-manage = Gérer
payout-item-claim-by = À récupérer jusqu’au { $date }
payout-item-cancelled = Vous l’avez annulé.
payout-item-remind = Envoyer un rappel
payout-item-remind-text = Ce paiement n’a pas encore été récupéré. Un bénéficiaire reçoit de vous au plus un rappel par jour, et aucun s’il a désactivé les rappels.
payout-item-cancel = Annuler le paiement
payout-item-cancel-text = L’argent reviendra immédiatement sur votre solde. Cette action est irréversible.

## Writing a payout

payout-new = Nouveau versement
payout-new-lead = Payez jusqu’à { $count } personnes par e-mail. Vous vérifiez le versement avant son envoi.
payout-upload-instead = Importer un fichier
payout-empty-rows = Les lignes vides sont ignorées. Chaque bénéficiaire voit la référence de son paiement.
payout-row = Ligne { $number }
payout-row-mistake = Ligne { $number } : { $mistake }
payout-amount = Montant (USDC)
payout-more-rows = Ajouter des lignes
payout-reference = Référence du versement
payout-reference-hint = Pour votre suivi, par exemple un numéro de paie. Les bénéficiaires ne la voient pas.
payout-available = { $amount } disponibles
payout-review = Vérifier le versement

## What is wrong with a payout

payout-no-recipients = Ajoutez au moins un bénéficiaire.
payout-too-many-recipients = Un versement peut avoir au plus { $count } bénéficiaires.
payout-unknown-recipient = Votre compte n’a aucun bénéficiaire avec cet ID.

## A payout from a file

payout-file = Versement à partir d’un fichier
payout-enter-instead = Saisir les bénéficiaires
payout-file-upload = Votre fichier
payout-file-field = Fichier CSV ou Excel
payout-file-hint = Jusqu’à 1 Mio.
payout-file-format = Format du fichier
payout-file-sample = Télécharger un exemple
payout-file-columns = La première ligne nomme les colonnes : <code>{ $email }</code>, <code>{ $amount }</code> et <code>{ $reference }</code>.
payout-file-rows = Chaque ligne suivante est un paiement. Un fichier peut en avoir jusqu’à { $count }.
payout-file-amounts = Les montants sont en USDC, sans séparateur de milliers, comme { $example }.
payout-file-ids = Au lieu d’adresses e-mail, vous pouvez utiliser les ID de vos bénéficiaires dans une colonne nommée <code>recipient_id</code>.
payout-file-separators = Importez un classeur Excel (.xlsx) ou un fichier texte avec des virgules, des points-virgules ou des tabulations entre les colonnes. L’ordre des colonnes est libre.

## The names of columns in a file. Any language's names are read.

payout-file-column-email = e-mail
payout-file-column-amount = montant
payout-file-column-reference = référence

## References in the sample of a file. The second has a separator.

payout-sample-invoice = Facture 1001
payout-sample-bonus = Prime, mai

## What is wrong with a file

payout-file-missing = Choisissez un fichier qui n’est pas vide.
payout-file-empty = Ce fichier est vide.
payout-file-encoding = Ce fichier n’est pas en UTF-8. Enregistrez-le au format « CSV UTF-8 » et importez-le à nouveau.
payout-file-not-text = Ce fichier n’est ni un CSV ni un classeur Excel. Importez un fichier .csv ou .xlsx.
payout-file-unreadable = Ce fichier ne peut pas être lu comme CSV. Enregistrez-le au format « CSV UTF-8 » et importez-le à nouveau.
payout-file-no-columns = La première ligne doit nommer les colonnes : { $email }, { $amount } et { $reference }.
payout-file-repeated-column = Il y a plusieurs colonnes pour { $column }. N’en gardez qu’une.
payout-file-no-rows = Ce fichier n’a aucun paiement sous sa première ligne.
payout-file-too-many-rows = Ce fichier a plus de { $count } paiements. Répartissez-les dans plusieurs fichiers.
payout-file-too-many-empty-lines = Ce fichier a plus de { $count } lignes vides. Supprimez-les et importez-le à nouveau.
payout-file-too-many-columns = Une ligne de ce fichier a plus de { $count } colonnes. Supprimez celles dont vous n’avez pas besoin.
payout-line-too-many-columns = Cette ligne a plus de colonnes que la première. Mettez entre guillemets droits le texte qui contient une virgule ou un point-virgule.
payout-line-split-amount = La virgule de ce montant ouvre une autre colonne. Mettez le montant entre guillemets droits ou écrivez { $amount }.
payout-line-two-recipients = Utilisez une adresse e-mail ou un ID de bénéficiaire, pas les deux.

## The review

payout-review-lead = Rien n’a encore été envoyé.
payout-review-language = Les bénéficiaires qui n’ont pas choisi de langue reçoivent l’e-mail dans celle-ci : { $language }. <a href="{ $href }">Changer la langue</a>
payout-review-balance = Disponible maintenant
payout-review-balance-after = Disponible ensuite
payout-review-too-large = Trop élevé
payout-review-without-mistakes = Sans les erreurs
payout-review-mistakes = Corrigez d’abord les erreurs
payout-review-wrong-rows =
    { $count ->
        [one] { $count } ligne comporte une erreur. Rien ne peut être envoyé avant sa correction.
       *[other] { $count } lignes comportent des erreurs. Rien ne peut être envoyé avant leur correction.
    }
payout-review-wrong-lines =
    { $count ->
        [one] { $count } ligne du fichier comporte une erreur. Rien ne peut être envoyé avant sa correction.
       *[other] { $count } lignes du fichier comportent des erreurs. Rien ne peut être envoyé avant leur correction.
    }
payout-review-correct-either = Corrigez le fichier et importez-le à nouveau, ou corrigez ici.
payout-review-short = Solde insuffisant
payout-review-short-text = Il vous manque { $amount }. <a href="{ $href }">Ajoutez de l’argent</a> ou envoyez moins.
payout-review-refused = Ce versement ne peut pas être envoyé
payout-review-repeated = Des bénéficiaires se répètent
payout-review-repeated-rows =
    { $count ->
        [one] { $count } ligne a un bénéficiaire qui figure déjà plus haut. Chaque ligne est payée.
       *[other] { $count } lignes ont des bénéficiaires qui figurent déjà plus haut. Chaque ligne est payée.
    }
payout-review-repeated-lines =
    { $count ->
        [one] { $count } ligne du fichier a un bénéficiaire qui figure déjà plus haut. Chaque ligne est payée.
       *[other] { $count } lignes du fichier ont des bénéficiaires qui figurent déjà plus haut. Chaque ligne est payée.
    }
payout-review-same-row = Même bénéficiaire qu’à la ligne { $number }
payout-review-same-line = Même bénéficiaire qu’à la ligne { $number }
payout-review-row = Ligne
payout-review-line = Ligne
payout-review-outcome = Résultat
payout-review-correct-here = Corriger ici
payout-review-upload-other = Importer un autre fichier
payout-review-repeat = Payer ces bénéficiaires plusieurs fois
payout-review-repeat-missing = Cochez cette case si vous voulez payer ces bénéficiaires plusieurs fois.
payout-send =
    { $count ->
        [one] Envoyer { $amount } à { $count } bénéficiaire
       *[other] Envoyer { $amount } à { $count } bénéficiaires
    }

## What happens to a payment

payout-outcome-paid = Payé immédiatement
# Whether the recipient has an account isn't shown before they're paid.
payout-outcome-paid-or-claim = Payé immédiatement, ou reçoit un e-mail et a { $duration } pour le récupérer
payout-outcome-claim = Reçoit un e-mail et a { $duration } pour le récupérer
payout-outcome-failed = Échoue (simulé par cette adresse de test)
payout-outcome-processing = Sera envoyé
payout-outcome-cancelled = Ne sera pas envoyé

## Recipients

recipients-lead = Les personnes que vous avez payées ou voulez payer.
recipients-none = Aucun bénéficiaire pour le moment
recipients-none-text = Les personnes que vous payez apparaissent ici. Vous pouvez aussi les ajouter avant de les payer.
recipients-not-found = Aucun bénéficiaire n’a cette adresse e-mail
recipients-not-found-text = Recherchez une adresse e-mail complète.
recipient-account = Compte
recipient-account-active = Actif
recipient-account-unknown = Pas encore payé
recipient-account-text = Vous verrez son nom lorsque cette personne aura reçu un paiement de votre part. Si elle n’a pas encore de compte, elle recevra un e-mail avec un lien pour le récupérer.
recipient-account-name = Nom du compte
recipient-added = Date d’ajout
recipient-pay = Envoyer un paiement
recipient-payments = Paiements
recipient-payments-none = Aucun paiement pour le moment
recipient-payments-none-text = Vos paiements à ce bénéficiaire apparaissent ici.
recipient-nickname = Surnom
recipient-nickname-hint = Personne d’autre ne le voit.
recipient-add = Ajouter un bénéficiaire
recipient-add-lead = Nous ne contacterons pas le bénéficiaire avant votre premier paiement.
