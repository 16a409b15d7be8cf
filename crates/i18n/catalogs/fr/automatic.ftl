### Automatic withdrawals: their pages, what other pages say about them, and the email about their end.

## The page

automatic-title = Retraits automatiques
automatic-lead = Faites retirer automatiquement les paiements reçus vers votre compte bancaire ou votre portefeuille.
# The badge beside the title.
automatic-state =
    { $state ->
        [on] Activés
       *[off] Désactivés
    }
automatic-off-title = Les retraits automatiques sont désactivés
automatic-delayed-title = Le prochain retrait est retardé
automatic-delayed = Il ne peut pas être créé pour le moment. Nous réessaierons le { $time } et à chaque paiement reçu. D’ici là, l’argent reste sur votre solde.
automatic-destination = Destination
# In the email about a change.
automatic-before = Ancienne destination
automatic-minimum = Minimum
automatic-collected = Montant accumulé
automatic-off-since = Désactivés le
automatic-how-title = Fonctionnement
automatic-how = Les paiements d’autres comptes et les USDC envoyés à votre adresse comptent pour le minimum. Lorsqu’ils l’atteignent, nous les retirons ensemble, aux frais habituels. Les dépôts et l’argent retourné restent sur votre solde.
automatic-how-most = Un retrait vers cette destination est de { $most } au maximum. Si un paiement dépasse ce montant, le reste demeure sur votre solde.
automatic-how-off = Si un retrait vers cette destination échoue ou est retourné, ou si vous archivez la destination, nous désactivons les retraits automatiques et vous envoyons un e-mail.
automatic-empty = Choisissez un compte bancaire ou un portefeuille et un minimum. Lorsque les paiements reçus l’atteignent, nous les retirons pour vous.
automatic-turn-on = Activer les retraits automatiques
automatic-turn-on-again = Réactiver
automatic-turn-off = Désactiver les retraits automatiques
automatic-turn-off-title = Désactiver
automatic-turn-off-text = Les nouveaux paiements et le montant accumulé restent sur votre solde. Les retraits déjà créés ne sont pas concernés.
automatic-said-on = Les retraits automatiques sont activés.
automatic-said-off = Les retraits automatiques sont désactivés. Les nouveaux paiements restent sur votre solde.

## Why they are off, and what to do

automatic-off-owner = Vous les avez désactivés. Les nouveaux paiements restent sur votre solde.
automatic-off-archived = La destination a été archivée. Les nouveaux paiements restent sur votre solde. Pour continuer, choisissez une autre destination.
automatic-off-failed = Un retrait vers cette destination a échoué et l’argent est revenu sur votre solde. Vérifiez les coordonnées avant de réactiver les retraits automatiques.
automatic-off-returned = La banque a retourné un retrait et l’argent est revenu sur votre solde. Vérifiez les coordonnées avant de réactiver les retraits automatiques.
automatic-off-closed = Les retraits vers cette destination ne sont pas disponibles depuis trois jours. Les nouveaux paiements restent sur votre solde. Pour continuer, choisissez une autre destination.

## The form

automatic-edit-title = Modifier les retraits automatiques
automatic-edit-lead = Choisissez où vont les paiements que vous recevez. Nous vous enverrons un e-mail au sujet de ce changement.
automatic-minimum-hint = Les paiements s’accumulent jusqu’à ce montant. Avec un minimum plus élevé, il y a moins de retraits et moins de frais.
automatic-add-first-title = Ajoutez d’abord une destination
automatic-add-first = Ajoutez le compte bancaire ou le portefeuille vers lequel vos paiements doivent aller.
automatic-add-bank-account = Ajouter un compte bancaire
automatic-add-wallet = Ajouter un portefeuille
automatic-choose-destination = Choisissez une destination.
automatic-minimum-too-small = Les frais absorberaient ce montant. Choisissez un minimum plus élevé.
automatic-own-address = Cette adresse appartient à un compte chez { $brand }. Choisissez un autre portefeuille.

## On the pages of withdrawals and transactions

automatic-withdrawal = Retrait automatique
automatic-created = Créé automatiquement
automatic-created-text = À partir des paiements reçus. Le montant est réservé.
automatic-payments = Paiements
automatic-payments-lead = Ce retrait a été créé à partir de ces paiements.
automatic-payments-earlier = Il comprend aussi des paiements antérieurs.
# In front of a link to the automatic withdrawal that includes the payment.
automatic-included-in = Inclus dans

## The email about their end

automatic-email-subject = Les retraits automatiques ont été désactivés
automatic-email-preview = Les nouveaux paiements restent sur votre solde jusqu’à ce que vous les réactiviez.
automatic-email-owner = Les retraits automatiques ont été désactivés dans le tableau de bord. Les nouveaux paiements restent désormais sur votre solde.
automatic-email-archived = Le compte bancaire ou le portefeuille vers lequel vos paiements étaient retirés a été archivé. Les nouveaux paiements restent désormais sur votre solde.
automatic-email-failed = Un retrait vers cette destination a échoué. L’argent est revenu sur votre solde. Les nouveaux paiements restent désormais sur votre solde.
automatic-email-returned = La banque a retourné un retrait. L’argent est revenu sur votre solde. Les nouveaux paiements restent désormais sur votre solde.
automatic-email-closed = Les retraits vers cette destination ne sont pas disponibles depuis trois jours. Les nouveaux paiements restent désormais sur votre solde.
automatic-email-any-time = Vous pouvez les réactiver à tout moment dans le tableau de bord.
automatic-email-choose = Pour continuer, choisissez une autre destination dans le tableau de bord.
automatic-email-check = Vérifiez les coordonnées avant de réactiver les retraits automatiques. Si une information est inexacte, ajoutez de nouveau le compte bancaire ou le portefeuille.
automatic-email-button = Voir les retraits automatiques
