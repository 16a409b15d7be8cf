### The wallet of a personal account.

## Its home

wallet-home = Accueil
wallet-activity = Activité
wallet-quick-menu = Menu rapide
wallet-balance = Votre solde
wallet-approximate = Environ { $amount } au taux de change actuel, avant frais
wallet-withdraw = Retirer
wallet-send = Envoyer
wallet-receive = Recevoir
wallet-automatic = Les retraits automatiques sont activés. Les paiements reçus sont retirés lorsqu’ils atteignent votre minimum.
wallet-automatic-show = Voir les retraits automatiques
wallet-stopped = Les paiements sortants sont suspendus
wallet-stopped-text = { $service } a suspendu les paiements sortants. Votre solde n’est pas concerné. Les paiements qui vous sont envoyés peuvent n’arriver qu’après la reprise. Réessayez plus tard.
wallet-latest = Activité récente
wallet-nothing-yet = Aucune activité pour l’instant
wallet-nothing-yet-text = L’argent que vous recevez, envoyez ou retirez apparaît ici.
wallet-show-all = Voir toute l’activité
wallet-add-test-money = Ajouter de l’argent de test
wallet-add-test-money-text = L’argent de test n’a aucune valeur. Utilisez-le pour faire des essais.

## Sending

wallet-send-lead = Une adresse e-mail suffit. Le bénéficiaire n’a pas encore besoin d’un compte.
wallet-send-available = Disponible : { $amount }
wallet-send-email = E-mail du bénéficiaire
wallet-send-reference = Référence
wallet-send-reference-hint = Le bénéficiaire la voit.
wallet-send-review = Vérifier le paiement
wallet-send-confirm = Envoyer { $amount }
wallet-send-left = Solde après le paiement
wallet-send-language = Si le bénéficiaire n’a pas choisi de langue, l’e-mail est dans celle-ci : { $language }. <a href="{ $href }">Changer la langue</a>
wallet-send-next = Et ensuite
wallet-send-earlier = Vous avez envoyé <a href="{ $href }">un paiement avec le même bénéficiaire, le même montant et la même référence</a> ces { $days } derniers jours.
wallet-outcome-paid = L’argent arrive tout de suite.
wallet-outcome-claim = Si le bénéficiaire a un compte, l’argent arrive tout de suite. Sinon, il a 30 jours pour le récupérer. Nous le prévenons par e-mail.
wallet-outcome-fails = Cette adresse de test fait échouer le paiement.
wallet-said-sent = Paiement créé.

## A payment that was sent

wallet-sent-title = Paiement à { $email }
wallet-sent-completed = L’argent est sur le solde du bénéficiaire.
wallet-sent-pending = Le bénéficiaire peut le récupérer jusqu’au { $date }. Sinon, l’argent revient sur votre solde.
wallet-sent-processing = Le paiement est en cours d’envoi.
wallet-sent-back = L’argent est de retour sur votre solde.
wallet-sent-remind = Envoyer un rappel
wallet-sent-cancel = Annuler le paiement
wallet-sent-cancel-text = Le bénéficiaire ne pourra plus le récupérer et l’argent reviendra immédiatement sur votre solde. Cette action est irréversible.
wallet-sent-another = Envoyer un autre paiement

## Receiving

wallet-receive-lead = Comment alimenter votre solde.
wallet-receive-email = Par e-mail
wallet-receive-email-text = Toute personne qui a un compte { $service } peut envoyer de l’argent à votre adresse e-mail. Il arrive tout de suite sur votre solde.
wallet-receive-bank = Depuis un compte bancaire
wallet-receive-bank-text = Créez un dépôt. Nous vous indiquerons où envoyer l’argent et avec quelle référence.
wallet-receive-usdc = En USDC
wallet-receive-usdc-text = Envoyez des USDC sur { $network } à votre adresse, depuis n’importe quel portefeuille ou plateforme d’échange.
wallet-receive-usdc-show = Voir mon adresse

## Personal and business accounts

account-type = Type de compte
account-personal = Personnel
account-personal-text = Un portefeuille : recevez de l’argent, envoyez-le à une personne à la fois et retirez-le.
account-business = Professionnel
account-business-text = Tout ce qu’offre un compte personnel, plus les versements à plusieurs personnes, les clés API et les webhooks.
account-upgrade = Passer à un compte professionnel
account-upgrade-text = Votre solde, votre activité et vos comptes bancaires restent les mêmes. Vous ne pourrez pas revenir à un compte personnel.
account-upgrade-now = Changer maintenant
wallet-said-upgraded = Vous avez maintenant un compte professionnel.
