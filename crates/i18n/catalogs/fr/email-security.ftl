### The email about a change that matters for the security of an account.

## What changed: the subject, and what it means

email-security-signed-in-anew = Nouvelle connexion à votre compte
email-security-signed-in-anew-meaning = Quelqu’un s’est connecté à votre compte depuis un nouvel appareil.
email-security-codes-guessed = Codes de validation incorrects pour votre compte
email-security-codes-guessed-meaning = Quelqu’un a saisi votre mot de passe et plusieurs codes incorrects de la validation en deux étapes. Cette personne n’a pas pu se connecter, mais elle connaît votre mot de passe.
email-security-password-changed = Votre mot de passe a été modifié
email-security-password-changed-meaning = Seul le nouveau mot de passe fonctionne désormais. À lui seul, il ne désactive pas les clés API, les applications connectées ni les endpoints de webhook. Vérifiez ce qui reste actif dans le tableau de bord, dans les sections des clés API, des applications connectées et des webhooks.
email-security-second-factor-on = La validation en deux étapes a été activée
email-security-second-factor-on-meaning = La connexion demande désormais votre mot de passe et un code de votre application d’authentification.
email-security-second-factor-off = La validation en deux étapes a été désactivée
email-security-second-factor-off-meaning = Votre mot de passe suffit désormais pour se connecter.
email-security-recovery-codes-made = De nouveaux codes de récupération ont été créés
email-security-recovery-codes-made-meaning = Vos codes de récupération précédents ne fonctionnent plus.
email-security-recovery-code-used = Un code de récupération a été utilisé
email-security-recovery-code-used-meaning = Quelqu’un s’est connecté avec l’un de vos codes de récupération. Il ne peut plus être utilisé.
email-security-key-created = Une clé API a été créée
email-security-key-created-meaning = Toute personne qui a cette clé peut agir sur votre compte.
email-security-app-created = Une application Connect a été créée
email-security-app-created-meaning = Elle peut demander à d’autres personnes l’accès à leurs comptes en votre nom.
email-security-app-secret-rotated = Le secret d’une application Connect a été renouvelé
email-security-app-secret-rotated-meaning = L’ancien secret ne fonctionne plus. Utilisez le nouveau.
email-security-app-authorized = Une application a reçu l’accès à votre compte
email-security-app-authorized-meaning = Vous pouvez la déconnecter à tout moment dans le tableau de bord, dans la section des applications connectées.
email-security-app-replayed = Une application a été déconnectée de votre compte
email-security-app-replayed-meaning = L’un de ses identifiants a été utilisé deux fois, ce qui peut indiquer un vol. Ne reconnectez l’application que si vous lui faites confiance.
email-security-bank-account-added = Un compte bancaire a été ajouté
email-security-bank-account-added-meaning = Des retraits vers ce compte sont désormais possibles.
email-security-external-wallet-added = Un portefeuille externe a été ajouté
email-security-external-wallet-added-meaning = Des retraits vers ce portefeuille sont désormais possibles.
email-security-automatic-on = Les retraits automatiques ont été activés ou modifiés
email-security-automatic-on-meaning = Les paiements que vous recevez sont désormais retirés vers la destination indiquée ci-dessous.
email-security-webhook-added = Un endpoint de webhook a été ajouté
email-security-webhook-added-meaning = Cette adresse reçoit désormais les événements de votre compte.
email-security-webhook-secret-rotated = Le secret d’un endpoint de webhook a été renouvelé
email-security-webhook-secret-rotated-meaning = Les livraisons sont signées avec les deux secrets pendant un jour, puis avec le nouveau seulement.

## What to do

email-security-preview = { $time }. Si ce n’est pas vous, réinitialisez votre mot de passe.
email-security-button = Réinitialiser le mot de passe
email-security-was-you = Si c’est vous, vous n’avez rien à faire.
email-security-was-not-you = Si ce n’est pas vous, réinitialisez votre mot de passe maintenant et écrivez à { $email }.
# Without a support address.
email-security-was-not-you-operator = Si ce n’est pas vous, réinitialisez votre mot de passe maintenant et contactez l’opérateur de ce service.

## Facts

email-security-permissions = Autorisations
email-security-revoked = Révoqué
email-security-still-active = Toujours actif
email-security-time = Heure
email-security-ip-address = Adresse IP
email-security-device = Appareil
email-security-api-keys =
    { $count ->
        [one] { $count } clé API
       *[other] { $count } clés API
    }
email-security-apps =
    { $count ->
        [one] { $count } application connectée
       *[other] { $count } applications connectées
    }
email-security-endpoints =
    { $count ->
        [one] { $count } endpoint de webhook
       *[other] { $count } endpoints de webhook
    }
