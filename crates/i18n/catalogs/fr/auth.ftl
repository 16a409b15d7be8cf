### The pages of people who are not signed in, or not yet far enough.

## Sign in

sign-in-title = Connexion
sign-in-forgot-password = Mot de passe oublié ?
sign-in-no-account = Pas encore de compte ? <a href="{ $href }">Créez-en un</a>
sign-in-signed-out = Votre session est fermée.
sign-in-password-changed = Votre mot de passe a été modifié. Connectez-vous avec le nouveau.
sign-in-account-exists = Vous avez déjà un compte. Connectez-vous pour continuer.
sign-in-wrong = E-mail ou mot de passe incorrect.

## Two-step verification

second-factor-title = Validation en deux étapes
second-factor-intro = Saisissez le code de votre application d’authentification ou l’un de vos codes de récupération.
second-factor-code = Code
second-factor-wrong = Ce code est incorrect ou a déjà été utilisé. Attendez le suivant.
second-factor-other-user = Ce n’est pas vous ? <a href="{ $href }">Utilisez un autre compte</a>

## Confirm password

confirm-title = Confirmez votre mot de passe
confirm-before-page = La page suivante peut donner à d’autres personnes accès à votre argent. Saisissez le mot de passe de <b>{ $email }</b> pour continuer. Nous ne le redemanderons pas pendant { $wait }.
confirm-before-form = Saisissez le mot de passe de <b>{ $email }</b> pour continuer. Nous ne le redemanderons pas pendant { $wait }.
confirm-payout =
    { $count ->
        [one] Vous allez envoyer { $total } en { $count } paiement.
       *[other] Vous allez envoyer { $total } en { $count } paiements.
    }
confirm-withdrawal = Vous allez retirer { $amount } vers { $destination }.
confirm-code = Code d’authentification ou de récupération
confirm-password = Confirmer le mot de passe
confirm-and-continue = Confirmer et continuer
confirm-wrong-password = Mot de passe incorrect.
confirm-wrong-password-or-code = Mot de passe ou code incorrect.

## Create account

join-intro = Payez des personnes partout par e-mail. Essayez d’abord avec de l’argent de test. Nous vous enverrons un lien pour confirmer votre adresse.
join-have-account = Vous avez déjà un compte ? <a href="{ $href }">Connectez-vous</a>
join-link-sent = Nous avons envoyé un lien à <b>{ $email }</b>. Ouvrez-le pour choisir votre nom et votre mot de passe. Il est valable un jour.
join-link-dead = Le lien est incomplet ou date de plus d’un jour. Demandez-en un nouveau.
join-closed-title = Inscriptions fermées
join-closed = Ce service n’accepte pas de nouveaux comptes.
join-by-invitation-title = Inscription sur invitation
join-by-invitation = Il faut une invitation pour créer un compte. Si vous l’avez reçue, ouvrez le lien qu’elle contient.
join-to-claim = Si quelqu’un vous a envoyé de l’argent, utilisez le lien de l’e-mail.
join-invitation-dead = Le lien est incomplet ou date de plus d’un jour. Demandez une nouvelle invitation.
welcome-title = Configurez votre compte
welcome-intro = <b>{ $email }</b> est confirmé. Saisissez le nom que voient les personnes que vous payez et choisissez un mot de passe.
welcome-name = Votre nom ou celui de votre entreprise

## Links by email

link-send = Envoyer le lien
link-sent-title = Consultez vos e-mails
link-sent-nothing = Rien reçu ? Regardez dans les courriers indésirables ou <a href="{ $href }">réessayez</a>.
link-dead-title = Ce lien ne fonctionne pas
link-get-new = Demander un nouveau lien
no-email-title = E-mail indisponible
no-email-text = { $service } ne peut pas envoyer d’e-mails pour le moment : nous ne pouvons donc pas vous envoyer de lien. Rien n’a été envoyé. Réessayez plus tard.

## Reset password

reset-title = Réinitialiser le mot de passe
reset-intro = Saisissez votre e-mail et nous vous enverrons un lien pour choisir un nouveau mot de passe.
reset-remembered = Vous l’avez retrouvé ? <a href="{ $href }">Connectez-vous</a>
reset-link-sent = Si <b>{ $email }</b> a un compte, nous lui avons envoyé un lien pour choisir un nouveau mot de passe. Ce lien est valable une heure.
reset-link-dead = Le lien est incomplet, date de plus d’une heure ou a déjà été utilisé. Demandez-en un nouveau.
new-password-title = Choisissez un nouveau mot de passe
new-password-intro = Pour <b>{ $email }</b>. Ce compte sera déconnecté de tous les appareils.
new-password-access = Les clés API, les applications connectées et les webhooks continuent de fonctionner après un changement de mot de passe. Si quelqu’un d’autre a pu accéder à votre compte, sélectionnez tout.
new-password-revoke-api-keys = Révoquer toutes les clés API ({ $count })
new-password-disconnect-apps = Déconnecter toutes les applications ({ $count })
new-password-turn-off-webhooks = Désactiver tous les endpoints de webhook ({ $count })
new-password-change = Modifier le mot de passe
password-hint = Au moins { $count } caractères. Quelques mots au hasard font un mot de passe sûr.
password-show = Afficher le mot de passe pendant la saisie

## Turning off emails, by a link in one of them

unsubscribe-title = Ne plus recevoir ces e-mails
unsubscribe-lead = <b>{ $email }</b> ne recevra plus les e-mails de ce type : { $group }.
unsubscribe-now = Ne plus recevoir d’e-mails
unsubscribe-done-title = E-mails désactivés
unsubscribe-done = <b>{ $email }</b> ne reçoit plus les e-mails de ce type : { $group }.
unsubscribe-always = Nous continuerons à vous écrire au sujet de la sécurité et de l’argent qui n’arrive pas ou qui vous est retourné.
unsubscribe-link-dead = Le lien est incomplet. Pour choisir vos e-mails, connectez-vous et ouvrez les paramètres.
