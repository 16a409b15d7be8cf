### Claim pages: what recipients see first.

## Money is waiting

claim-page-title = { $sender } vous a envoyé { $amount }
claim-from = { $sender } vous a envoyé
claim-latest-only = Plus de { $count } paiements vous attendent. Voici le total des { $count } derniers. Vous les recevrez tous.
claim-count =
    { $count ->
        [one] Total de { $count } paiement. Le dernier est de { $amount }.
       *[other] Total de { $count } paiements. Le dernier est de { $amount }.
    }
claim-reference = « { $reference } »
claim-facts = Pour <b>{ $email }</b>. À récupérer au plus tard le { $date }. L’USDC est un dollar numérique : gardez-le, envoyez-le à quelqu’un ou retirez-le sur votre compte bancaire.
claim-add-to-balance = Ajouter à mon solde
claim-paused = { $service } a suspendu les paiements. Nous ajouterons l’argent à votre solde dès leur reprise.
claim-on-hold = Ce paiement est suspendu. Vous pourrez le récupérer dès qu’il sera débloqué.
claim-other-user = Votre session utilise un autre e-mail
claim-other-user-text = Votre session est ouverte avec <b>{ $user }</b>, mais cet argent est pour <b>{ $email }</b>. Déconnectez-vous pour continuer.
claim-sign-out = Se déconnecter et continuer
claim-stay-signed-in = Rester dans cette session
claim-known = Vous avez déjà un compte avec cet e-mail.
claim-sign-in = Se connecter et récupérer
claim-name = Votre nom
claim-password = Choisissez un mot de passe
claim-test-wallet = Ceci est un portefeuille de test. Pour y revenir, ouvrez de nouveau ce lien.
claim-join = Créer un compte et récupérer
claim-unknown-sender = Vous ne connaissez pas { $sender } ? Vous n’avez rien à faire. L’argent qui n’est pas récupéré est retourné à l’expéditeur.

## Nothing is waiting any more

claim-claimed-title = Déjà récupéré
claim-claimed-text = { $amount } de { $sender } a été ajouté à votre solde. Connectez-vous pour le voir.
claim-claimed-test = { $amount } de { $sender } a été ajouté à un portefeuille de test. Il a sa propre adresse de connexion, que nous avons remplie. Connectez-vous avec le mot de passe que vous avez choisi.
claim-cancelled-title = Paiement annulé
claim-cancelled-text = { $sender } a annulé ce paiement de { $amount }. Si vous ne vous y attendiez pas, contactez l’expéditeur.
claim-expired-title = Paiement expiré
claim-expired-text = { $amount } de { $sender } n’a pas été récupéré dans les { $duration } et a été retourné. Demandez à l’expéditeur de l’envoyer à nouveau.

## Lost emails

claim-lost-title = Vous avez perdu l’e-mail ?
claim-lost-intro = Si quelqu’un vous a envoyé de l’argent et que vous ne trouvez pas l’e-mail, nous vous le renverrons.
claim-send-again = Renvoyer l’e-mail
claim-link-sent = Si de l’argent attend <b>{ $email }</b>, nous avons renvoyé l’e-mail avec le lien.
claim-link-dead = Le lien est incomplet. Ouvrez-le depuis l’e-mail ou demandez un nouvel envoi.
