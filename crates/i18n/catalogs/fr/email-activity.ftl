### Emails about money: payments received, claimed and returned, withdrawals and deposits.

## Payments that came in

email-paid-title = { $sender } vous a envoyé { $amount }
email-paid-title-several = Vous avez reçu { $amount }
email-paid-preview = L’argent est sur votre solde { $brand }.
email-paid-opening = L’argent est sur votre solde { $brand }. Vous pouvez l’y laisser, l’envoyer ou le retirer.
email-paid-opening-several =
    { $count ->
        [one] Vous avez reçu { $count } paiement.
       *[other] Vous avez reçu { $count } paiements.
    } L’argent est sur votre solde { $brand }. Vous pouvez l’y laisser, l’envoyer ou le retirer.
email-paid-button = Voir l’activité
email-paid-unverified = Les expéditeurs choisissent les noms et les références de cet e-mail, et { $brand } ne les vérifie pas.

## Payments that recipients claimed

email-claimed-title =
    { $count ->
        [one] { $count } paiement récupéré
       *[other] { $count } paiements récupérés
    }
email-claimed-preview = { $amount } de votre versement ont été récupérés.
email-claimed-opening =
    { $count ->
        [one] Le { $date }, { $count } paiement de votre versement a été récupéré : { $amount }.
       *[other] Le { $date }, { $count } paiements de votre versement ont été récupérés : { $amount } au total.
    }
email-payout-button = Voir le versement

## Payments that weren't claimed in time

email-refunded-title = { $amount } de retour sur votre solde
email-refunded-preview =
    { $count ->
        [one] { $count } paiement n’a pas été récupéré à temps.
       *[other] { $count } paiements n’ont pas été récupérés à temps.
    }
email-refunded-opening =
    { $count ->
        [one] { $count } paiement de votre versement n’a pas été récupéré à temps : l’argent est de retour sur votre solde.
       *[other] { $count } paiements de votre versement n’ont pas été récupérés à temps : l’argent est de retour sur votre solde.
    }
email-refunded-next = Pour l’envoyer à nouveau, vérifiez l’adresse e-mail et créez un nouveau versement.

## Withdrawals

email-withdrawal-sent-title = Retrait de { $amount } envoyé
email-withdrawal-sent-opening = Votre retrait est en route. Nous vous écrirons quand il sera terminé.
email-withdrawal-completed-title = Retrait de { $amount } terminé
email-withdrawal-completed-opening = Votre argent est arrivé.
email-withdrawal-failed-title = Le retrait de { $amount } a échoué
email-withdrawal-failed-opening = Le retrait n’a pas pu aboutir : { $amount } sont de retour sur votre solde.
email-withdrawal-returned-title = Retrait de { $amount } retourné
email-withdrawal-returned-opening = La banque a retourné l’argent après la fin du retrait. { $amount } sont de retour sur votre solde, frais compris.
email-withdrawal-check = Vérifiez les coordonnées de la destination avant de réessayer.
email-withdrawal-automatic = Il s’agit d’un retrait automatique.
email-transfer-button = Voir les détails

## Deposits

email-deposit-credited-title = { $amount } ajoutés à votre solde
email-deposit-credited-opening = Votre dépôt est arrivé : { $amount } sont sur votre solde.
email-deposit-failed-title = Le dépôt de { $amount } a échoué
email-deposit-failed-opening = Votre virement n’arrivera pas : rien n’a été ajouté à votre solde.
email-deposit-failed-next = Demandez-en la raison à votre banque, puis créez un nouveau dépôt.
email-deposit-expired-title = Le dépôt de { $amount } a expiré
email-deposit-expired-opening = Nous n’avons pas reçu votre virement à temps.
email-deposit-expired-next = Si vous avez déjà envoyé l’argent, nous l’ajouterons à votre solde à son arrivée. Sinon, créez un nouveau dépôt.

## Lists: one of several payments

email-activity-entry = { $name } · { $amount }
email-activity-entry-reference = { $name } · { $amount } ({ $reference })
email-activity-more = et d’autres

## What emails in the sandbox are about

email-about-paid = Paiements reçus
email-about-claimed = Paiements récupérés
email-about-refunded = Paiements retournés
email-about-withdrawal-sent = Retrait envoyé
email-about-withdrawal-completed = Retrait terminé
email-about-withdrawal-failed = Échec du retrait
email-about-withdrawal-returned = Retrait retourné
email-about-deposit-credited = Dépôt crédité
email-about-deposit-failed = Échec du dépôt
email-about-deposit-expired = Dépôt expiré
