### Settings, connected apps and OAuth consent.

## Settings

settings-intro = Ces paramètres s’appliquent aux modes réel et test, sauf indication contraire.
settings-name-intro = Les personnes voient ce nom quand vous les payez.
settings-name-save = Enregistrer le nom
settings-name-wait = Vous avez changé de nom trop souvent. Réessayez dans { $wait }.
settings-language-intro = Utilisée sur toutes les pages et dans les e-mails que vous recevez.
settings-language-save = Enregistrer la langue
settings-recipient-language = Langue des personnes que je paie
settings-recipient-language-intro = Utilisée dans les e-mails aux personnes qui n’ont pas choisi de langue dans leur propre compte. Tant que vous n’en choisissez pas, c’est votre propre langue. Les modes réel et test ont chacun la leur.
settings-recipient-language-save = Enregistrer la langue des bénéficiaires
settings-emails = Notifications par e-mail
settings-emails-intro = Nous vous écrivons toujours au sujet de la sécurité et de l’argent qui n’arrive pas ou qui vous est retourné.
settings-emails-payments = Paiements que vous recevez
settings-emails-payouts = Paiements récupérés par les bénéficiaires
settings-emails-transfers = Dépôts et retraits
settings-emails-claim-reminders = Rappels pour récupérer de l’argent
settings-emails-save = Enregistrer les notifications
settings-sign-in = Connexion
settings-change-password = Modifier le mot de passe
settings-second-factor-on =
    { $count ->
        [one] Activée. Il reste { $count } code de récupération.
       *[other] Activée. Il reste { $count } codes de récupération.
    }
settings-second-factor-off = Désactivée. <a href="{ $href }">Activer</a>
settings-new-codes = Nouveaux codes de récupération
settings-new-codes-text = Vos codes de récupération actuels cessent de fonctionner.
settings-new-codes-now = Créer de nouveaux codes
settings-second-factor-turn-off = Désactiver la validation en deux étapes
settings-second-factor-turn-off-text = Votre mot de passe suffira pour vous connecter.
settings-second-factor-turn-off-now = Désactiver

## Sessions

sessions-title = Sessions actives
sessions-device = Appareil
sessions-ip-address = Adresse IP
sessions-since = Connexion
sessions-this = Cette session
sessions-end-others = Fermer les autres sessions

## Security log

security-log-intro = Connexions et modifications de sécurité de votre compte.
security-log-intro-all = Connexions et modifications de sécurité de votre compte, de la plus récente à la plus ancienne. Les entrées ne peuvent être ni modifiées ni supprimées.
security-log-event = Événement
security-log-time = Heure
security-log-show-all = Voir tout le journal
security-log-codes-left =
    { $count ->
        [one] Il reste { $count } code
       *[other] Il reste { $count } codes
    }
security-log-in-mode =
    { $mode ->
        [live] { $what } (mode réel)
       *[test] { $what } (mode test)
    }
security-log-revoked = Révoqué : { $what }
security-log-still-active = Toujours actif : { $what }

## Password

settings-password-intro = Vos autres sessions seront fermées.

## Two-step verification

second-factor-setup-intro = Après votre mot de passe, nous vous demanderons un code d’une application de votre téléphone.
second-factor-setup-scan = Ouvrez une application d’authentification sur votre téléphone et scannez ce code QR.
second-factor-setup-qr = Code QR pour votre application d’authentification
second-factor-setup-secret = Impossible de le scanner ? Saisissez ce secret : <code>{ $secret }</code>
second-factor-setup-code = Saisissez le code affiché par l’application.
second-factor-setup-turn-on = Activer
second-factor-setup-wrong = Ce code est incorrect. Vérifiez l’heure de votre téléphone et saisissez le code suivant.
recovery-codes-title = Codes de récupération
recovery-codes-intro = La validation en deux étapes est activée. Si vous perdez votre téléphone, connectez-vous avec l’un de ces codes. Chacun ne fonctionne qu’une fois.
recovery-codes-warning = Enregistrez ces codes maintenant. Vous ne pourrez plus les voir.
recovery-codes-saved = Je les ai enregistrés

## Connected apps

authorized-apps-intro = Applications qui peuvent utiliser ce compte avec votre autorisation.
authorized-apps-none-title = Aucune application connectée
authorized-apps-none-text = Les applications que vous connectez à ce compte apparaissent ici avec leurs autorisations.
authorized-apps-since = Connectée le
authorized-apps-disconnect = Déconnecter
authorized-apps-disconnect-text = L’application perd l’accès à votre compte dans la seconde. Vous pouvez la reconnecter à tout moment.
authorized-apps-disconnect-now = Déconnecter l’application

## OAuth consent

consent-page = Autoriser { $app } ?
consent-title = Autoriser { $app } à utiliser votre compte ?
consent-intro = Votre session est ouverte avec <b>{ $email }</b>. Après votre décision, vous irez sur <b>{ $host }</b>.
consent-permissions = L’application pourra
consent-permissions-hint = Décochez ce dont l’application n’a pas besoin.
consent-account = Sur ce compte
consent-live = Compte réel
consent-live-text = Argent réel.
consent-test = Compte de test
consent-test-text = Argent de test uniquement. Aucun argent réel ne circule.
consent-allow = Autoriser l’accès
consent-deny = Refuser l’accès
consent-after = Vous pouvez déconnecter l’application à tout moment dans « Applications connectées » du tableau de bord.
consent-no-permission = Sélectionnez au moins une autorisation ou refusez l’accès.
consent-no-account = Choisissez le compte que l’application peut utiliser.
consent-refused-title = Impossible de connecter cette application
consent-refused-incomplete = La demande de l’application est incomplète : elle doit avoir exactement un client_id et un redirect_uri.
consent-refused-unknown = Cette application n’est pas enregistrée ici, ou pas avec l’adresse vers laquelle elle veut vous renvoyer.
consent-refused-changed = Cette application vient d’être modifiée. Retournez dans l’application et recommencez.
consent-refused-text = Nous n’avons pas donné l’accès à l’application et ne vous y avons pas renvoyé. Si vous lui faites confiance, prévenez son éditeur.
