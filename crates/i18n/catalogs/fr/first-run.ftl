### The page that guides newcomers in `florin dev`.

first-run-title = Premiers pas
first-run-intro = Suivez un paiement en argent de test du début à la fin. Chaque étape est cochée dès qu’elle est terminée.
first-run-done = terminé
first-run-invitation = C’est votre première visite ? Faites vos <a href="{ $href }">premiers pas</a> : payez-vous, récupérez l’argent et retirez-le.
first-run-key-title = La clé de test ne fonctionne plus
first-run-key-text = Elle a été révoquée. Redémarrez florin dev pour en obtenir une autre.

## The steps

first-run-pay = Payez-vous
first-run-pay-text = Envoyez { $amount } du compte de démonstration à une adresse e-mail. N’importe laquelle convient, car florin dev n’envoie pas d’e-mails.
first-run-send = Envoyer { $amount }
first-run-own-address = C’est l’adresse du compte de démonstration lui-même. Saisissez-en une autre.
first-run-paid = Le compte de démonstration a envoyé { $amount } à <b>{ $email }</b>.
first-run-email = Ouvrez l’e-mail
first-run-email-text = Les e-mails sont enregistrés au lieu d’être envoyés. Vous pouvez tous les lire <a href="{ $href }">sur cette page</a>.
first-run-open-email = Ouvrir l’e-mail
first-run-claim = Récupérez l’argent
first-run-claim-text = Suivez le lien de l’e-mail. Si votre session est ouverte, utilisez une fenêtre privée. Choisissez un nom et un mot de passe quelconques.
first-run-claimed = L’argent est sur le solde du bénéficiaire.
first-run-withdraw = Retirez l’argent
first-run-withdraw-text = En tant que bénéficiaire, ajoutez un compte bancaire et retirez-y l’argent. Pour Pix au Brésil, la clé <code>{ $key }</code> est valide.
first-run-withdrawn = Le bénéficiaire retire { $amount }. Une banque simulée verse la somme.
first-run-webhook = Observez le webhook
first-run-webhook-text = Exécutez cette commande dans un autre terminal. Elle affiche chaque événement du compte de démonstration, tel que votre serveur le recevrait.
first-run-listen = Écouter les événements
first-run-webhook-pay = Déclenchez ensuite un événement, par exemple avec un autre versement.
first-run-curl = Envoyer un versement
first-run-webhook-endpoint = Pour recevoir les événements sur votre serveur, <a href="{ $href }">ajoutez un endpoint de webhook</a>.
first-run-received = Le dernier événement est <code>{ $event }</code>, du { $date }.
first-run-complete-title = Toutes les étapes sont terminées
first-run-complete-text = Continuez dans le <a href="{ $dashboard }">tableau de bord</a> ou avec la <a href="{ $reference }">référence de l’API</a>.

## The account

first-run-account = Compte de démonstration
first-run-test-key = Clé de test
