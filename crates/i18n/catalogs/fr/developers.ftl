### API keys, webhooks and Connect Apps.

## API keys

api-keys-intro = Les clés API permettent à vos propres programmes d’utiliser ce compte.
api-keys-create = Créer une clé API
api-keys-none-title = Aucune clé API pour l’instant
api-keys-none-text = Créez une clé pour consulter des soldes, payer des personnes et plus encore depuis vos propres programmes.
api-keys-key = Clé
api-keys-full-access = Accès complet
api-keys-permission-count =
    { $count ->
        [one] { $count } autorisation
       *[other] { $count } autorisations
    }
api-keys-action = Action
api-keys-revoke = Révoquer
api-keys-revoke-text = Les programmes qui utilisent cette clé cessent de fonctionner dans la seconde. Cette action est irréversible.
api-keys-revoke-now = Révoquer la clé
api-keys-revoked = Révoquée
api-keys-requests = Requêtes

## First requests

first-requests-title = Premières requêtes
first-requests-intro = Affectez l’une de vos clés à la variable d’environnement API_KEY et exécutez ces commandes.
first-requests-base-url = URL de base
first-requests-key-format = Format des clés
first-requests-reference = Référence de l’API
first-requests-reference-link = Tous les endpoints, avec des exemples
first-requests-guide = Guide
first-requests-guide-link = Votre premier versement, étape par étape
first-requests-permissions-link = Ce que permet chaque autorisation
first-requests-balance = Consulter votre solde
first-requests-payout = Envoyer un versement

## New API key

api-key-new-title = Nouvelle clé API
api-key-new-intro = Sélectionnez uniquement les autorisations dont votre programme a besoin. L’accès en écriture n’inclut pas l’accès en lecture.
api-key-name-hint = À quoi sert la clé, par exemple « Serveur de paie ». Personne d’autre ne voit ce nom.
api-key-no-permission = Sélectionnez au moins une autorisation.
api-key-access = Accès
api-key-access-read = Lecture seule
api-key-access-read-text = Consulter votre solde, vos versements, vos comptes bancaires et vos transactions. Cet accès ne permet ni de modifier quoi que ce soit ni de déplacer de l’argent.
api-key-access-payouts = Versements
api-key-access-payouts-text = Consulter votre solde et vos transactions, ajouter et renommer des personnes que vous payez, et payer des personnes avec votre argent. Cet accès ne permet pas de retirer.
api-key-access-full-text = Faire tout ce que permet l’API, y compris retirer votre argent vers un compte bancaire ou un portefeuille.
api-key-access-custom = Personnalisé
api-key-access-custom-text = Seulement les autorisations que vous sélectionnez ci-dessous.
api-key-no-access = Sélectionnez ce à quoi la clé a accès.
api-key-created-page = Clé API créée
api-key-created-title = Votre nouvelle clé API
api-key-created-intro = Protégez-la comme un mot de passe. Toute personne qui a cette clé peut utiliser votre compte dans la limite de ses autorisations.
api-key-created-label = Clé API
api-key-created-try = Essayez-la
secret-shown-once = Copiez-la maintenant. Nous ne la conservons pas et vous ne pourrez plus la voir.
secret-saved = Je l’ai enregistrée

## Connect

connect-intro = Créez des applications qui utilisent les comptes d’autres personnes avec leur autorisation. Chaque application fonctionne avec les comptes réels et de test.
connect-create = Créer une application
connect-none-title = Aucune application pour l’instant
connect-none-text = Créez une application pour obtenir un ID et un secret client. Les personnes connectent leur compte avec OAuth 2.0 et choisissent ce que l’application peut faire.
connect-apps = Vos applications
connect-client-id = ID client
connect-client-secret = Secret client
connect-accounts = Comptes connectés
connect-endpoints = Endpoints OAuth
connect-authorize = Autorisation
connect-token = Jetons
connect-revoke = Révocation
connect-guide = Mode d’emploi
connect-guide-link = OAuth, étape par étape
connect-metadata = Métadonnées
connect-metadata-link = Métadonnées du serveur OAuth
connect-credentials = Identifiants
connect-authorization-link = Lien pour que les personnes connectent leur compte
connect-rotate = Renouveler le secret
connect-rotate-text = L’ancien secret cesse immédiatement de fonctionner. Vérifiez que votre application est prête pour le nouveau.
connect-rotate-now = Créer un nouveau secret
connect-details = Détails de l’application
connect-redirect-uris = URI de redirection
connect-redirect-uris-hint = Où les personnes reviennent après avoir autorisé ou refusé l’accès. Une par ligne, exactement comme votre application les envoie. HTTPS uniquement, sauf sur localhost.
connect-archive = Archiver l’application
connect-archive-intro = L’application perd immédiatement l’accès à tous les comptes. Cette action est irréversible.
connect-archive-text = Les personnes qui ont connecté cette application devront en connecter une autre.
connect-archive-now = Archiver définitivement
connect-new-title = Nouvelle application
connect-new-intro = Les personnes voient le nom de l’application quand elle demande l’accès.
connect-secret-intro = Gardez le secret sur votre serveur. Ne le placez jamais dans un navigateur ni dans une application mobile.
connect-secret-old = L’ancien secret ne fonctionne plus.
connect-secret-warning = Copiez le secret maintenant. Nous ne le conservons pas et vous ne pourrez plus le voir.
connect-secret-saved = J’ai enregistré le secret

## What is wrong with a redirect URI

redirect-uris-missing = Saisissez au moins une URI de redirection.
redirect-uris-too-many = Saisissez au maximum { $count } URI de redirection.
redirect-uri-too-long = { $uri } : cette URI est trop longue. Utilisez au plus { $count } caractères.
redirect-uri-characters = { $uri } : utilisez uniquement l’ASCII, sans espaces, guillemets, barres obliques inverses ni caractères génériques.
redirect-uri-scheme = { $uri } : commencez par https://.
redirect-uri-insecure = { $uri } : commencez par https://. Seul localhost peut utiliser http://.
redirect-uri-fragment = { $uri } : supprimez le fragment (#).
redirect-uri-credentials = { $uri } : supprimez le nom d’utilisateur et le mot de passe.
redirect-uri-host = { $uri } : écrivez l’hôte en minuscules, par exemple app.example.com.
redirect-uri-port = { $uri } : le port doit être un nombre de 1 à 65535.
redirect-uri-escape = { $uri } : chaque % doit être suivi de deux chiffres hexadécimaux qui ne représentent pas un caractère de contrôle.
redirect-uri-dot-segment = { $uri } : supprimez les segments « . » et « .. » du chemin.

## Webhook endpoints

webhooks-intro = Recevez une notification quand quelque chose se passe sur votre compte.
webhooks-add = Ajouter un endpoint
webhooks-none-title = Aucun endpoint pour l’instant
webhooks-none-text = Ajoutez une URL : nous lui enverrons une requête signée pour chaque événement, et votre serveur n’aura pas à interroger l’API.
webhooks-how-title = Fonctionnement
webhooks-how-url = Ajoutez une URL
webhooks-how-url-text = Saisissez une URL de votre serveur et choisissez les événements qu’elle reçoit. Les livraisons commencent quand votre serveur accepte un événement de test.
webhooks-how-signature = Vérifiez les signatures
webhooks-how-signature-text = Nous signons chaque événement selon Standard Webhooks, avec un secret que seuls vous et nous connaissons.
webhooks-how-respond = Répondez par 200
webhooks-how-respond-text = Répondez par un statut 2xx dans les 15 secondes. Sinon, nous réessayons pendant environ trois jours.
webhooks-how-check = Consultez les livraisons
webhooks-how-check-text = Nous conservons chaque tentative et la réponse de votre serveur pendant { $duration }. Vous pouvez renvoyer les événements manqués.
webhooks-list = Liste des endpoints
webhooks-url = URL
webhooks-events = Événements
webhooks-waiting = En attente
webhooks-failed = Échecs
webhooks-local-title = Développement local
webhooks-local-intro = Vous n’avez pas besoin d’une URL publique pendant le développement.
webhooks-local-text = Avec une clé de test, cette commande affiche en direct les événements de votre compte de test et les transmet à un programme sur votre ordinateur.
webhooks-local-command = Écouter dans un terminal
webhooks-local-get = Où trouver la commande florin

## The state of an endpoint

endpoint-on = Activé
endpoint-off = Désactivé
endpoint-paused = En pause
endpoint-failing = En échec
endpoint-pending = Vérification en attente
endpoint-off-since =
    { $reason ->
        [gone] Depuis le { $date }, après une réponse 410 Gone
        [failing] Depuis le { $date }, après cinq jours d’échecs
        [unverified] Depuis le { $date }, après trois jours sans accepter l’événement de test
       *[paused] Depuis le { $date }
    }
endpoint-failing-since = Depuis le { $date }
endpoint-pending-note = En attente d’une réponse 2xx à l’événement de test
endpoint-all-events = Tous les événements
endpoint-event-types =
    { $count ->
        [one] { $count } type d’événement
       *[other] { $count } types d’événements
    }
endpoint-count-or-more = { $count } ou plus
endpoint-events-waiting =
    { $count ->
        [one] { $count } événement est en attente.
       *[other] { $count } événements sont en attente.
    }
endpoint-events-waiting-or-more = { $count } événements ou plus sont en attente.

## An endpoint

endpoint-title = Endpoint de webhook
endpoint-overview = Vue d’ensemble
endpoint-deliveries = Livraisons
endpoint-turn-on = Activer
endpoint-turn-off = Désactiver
endpoint-send-test = Envoyer un événement de test
endpoint-off-title = Cet endpoint est désactivé
endpoint-off-paused = Vous l’avez désactivé. Rien n’est envoyé depuis le { $date }.
endpoint-off-gone = Votre serveur a répondu par 410 Gone, ce qui signifie qu’il ne veut plus d’événements. Rien n’est envoyé depuis le { $date }.
endpoint-off-failing = Votre serveur n’a accepté aucun événement pendant cinq jours. Corrigez-le avant d’activer l’endpoint. Rien n’est envoyé depuis le { $date }.
endpoint-off-unverified = Votre serveur n’a pas accepté l’événement de test en trois jours. Activez l’endpoint pour en envoyer un autre. Rien n’est envoyé depuis le { $date }.
endpoint-turn-on-and-send = Activer et envoyer les événements en attente
endpoint-skip = Ignorer les événements en attente
endpoint-skip-text = Ils ne seront pas envoyés quand vous activerez l’endpoint. Vous pouvez encore les renvoyer pendant { $duration }.
endpoint-skip-now = Ignorer les événements
endpoint-pending-text = Nous avons envoyé un événement de test à cette URL. Dès que votre serveur répond par un statut 2xx, l’endpoint est vérifié et les livraisons commencent. D’ici là, nous conservons vos événements.
endpoint-failing-title = Les livraisons échouent
endpoint-failing-text = Votre serveur n’accepte aucun événement depuis le { $date }. Après cinq jours, nous désactiverons l’endpoint et vous avertirons par e-mail. Les livraisons ci-dessous montrent les réponses de votre serveur.
endpoint-waiting-note = À envoyer ou à réessayer
endpoint-failed-note = Après dix tentatives
endpoint-newest = Livraisons récentes
endpoint-all-deliveries = Toutes les livraisons
endpoint-details-attempts = Tentatives
endpoint-details-schedule = Jusqu’à dix en trois jours environ : immédiatement, après 5 secondes, 5 minutes et 30 minutes, puis à intervalles plus longs.
endpoint-remove = Supprimer l’endpoint
endpoint-remove-intro = Nous cesserons d’envoyer des événements à cette URL et vous ne verrez plus ses livraisons. Pour une interruption temporaire, désactivez plutôt l’endpoint.
endpoint-remove-text = Les événements en attente ne seront pas envoyés. Cette action est irréversible.
endpoint-remove-now = Supprimer définitivement

## Signing secret

signing-secret-title = Secret de signature
signing-secret-intro = Votre serveur l’utilise pour vérifier que les événements viennent de nous.
signing-secret-two-title = Deux secrets sont actifs
signing-secret-two-text = Jusqu’au { $date }, chaque événement porte aussi une signature faite avec le secret précédent.
signing-secret-reveal = Afficher le secret
signing-secret-rotate = Renouveler le secret
signing-secret-rotate-text = Pendant 24 heures, nous signerons les événements avec le nouveau secret et avec l’actuel. Ajoutez le nouveau à votre serveur dans ce délai.
signing-secret-rotate-old = Le secret précédent cesse immédiatement de fonctionner.
signing-secret-rotate-now = Créer un nouveau secret
signing-secret-password = Vous devrez confirmer votre mot de passe, sauf si vous l’avez fait au cours des { $duration } précédentes.
signing-secret-new-title = Nouveau secret de signature
signing-secret-new-intro = Nous signons désormais les événements avec lui. Ajoutez-le à votre serveur dans les 24 heures.
signing-secret-warning = Gardez-le sur votre serveur. Toute personne qui a ce secret peut falsifier des événements.
signing-secret-code = Vérifier un événement en JavaScript avec le paquet standardwebhooks
signing-secret-guide = Vérifier les événements en Python, JavaScript et Rust
signing-secret-done = Terminé

## Add and edit an endpoint

endpoint-edit-title = Modifier l’endpoint
endpoint-new-title = Nouvel endpoint
endpoint-new-intro = Nous enverrons les événements de votre compte à cette URL.
endpoint-url-hint-tls = Doit commencer par https:// et être accessible depuis Internet.
endpoint-url-hint = Doit être accessible depuis Internet. Le mode réel exige https:// ; le mode test accepte aussi http://.
endpoint-description = Description
endpoint-description-hint = Personne d’autre ne la voit.
endpoint-all-events-text = Y compris les types d’événements que nous ajouterons plus tard.
endpoint-some-events = Événements sélectionnés
endpoint-some-events-text = Seulement ceux que vous sélectionnez ci-dessous.
endpoint-event-group =
    { $noun ->
        [payout_item] Paiements
        [deposit] Dépôts
        [withdrawal] Retraits
        [inbound_transfer] Virements reçus
        [recipient] Bénéficiaires
        [bank_account] Comptes bancaires
        [external_wallet] Portefeuilles externes
       *[payout] Versements
    }
endpoint-whole-group =
    { $count ->
        [one] Le seul événement
       *[other] Les { $count } événements
    }
endpoint-form-verification = Nous envoyons un événement de test signé dès l’enregistrement. Les autres événements suivent quand l’URL répond par un statut 2xx. Chaque URL ne peut servir qu’une fois ; les paramètres de requête ne comptent pas.
endpoint-form-retries = Nous tentons chaque livraison jusqu’à dix fois en trois jours environ et la conservons pendant { $duration }. Pour recevoir des événements sans URL publique, exécutez <code>florin listen</code>.
endpoint-choose-events = Choisissez tous les événements ou des événements sélectionnés.
endpoint-unknown-event = L’un de ces événements n’existe pas. Sélectionnez dans la liste.
endpoint-no-event = Sélectionnez au moins un événement.

## What is wrong with a webhook URL

webhook-url-missing = Saisissez une URL.
webhook-url-too-long = Cette URL est trop longue. Utilisez au plus { $count } caractères.
webhook-url-characters = Supprimez les espaces, les sauts de ligne et les barres obliques inverses.
webhook-url-scheme = L’URL doit commencer par https:// ou http://.
webhook-url-needs-tls = En mode réel, l’URL doit commencer par https://.
webhook-url-no-host = Saisissez un hôte après https://, par exemple hooks.example.com.
webhook-url-host = Cet hôte n’est pas valide. Saisissez-en un comme hooks.example.com.
webhook-url-credentials = Supprimez le nom d’utilisateur et le mot de passe. Pour authentifier les événements, vérifiez leur signature.
webhook-url-fragment = Supprimez le fragment (#).
webhook-url-port = Utilisez l’un de ces ports : { $ports }.
webhook-url-short-name = Saisissez un nom d’hôte complet avec un point, par exemple hooks.example.com.
webhook-url-not-public = Les noms qui se terminent par .{ $ending } ne sont pas publics. Saisissez un nom d’hôte public.
webhook-url-own = Cette URL est celle de ce service. Saisissez l’URL de votre propre serveur.
webhook-url-forbidden = Nous ne pouvons pas envoyer d’événements à { $address }. Saisissez l’adresse d’un serveur sur l’Internet public.
webhook-url-unreadable = Cette URL n’est pas valide. Saisissez-en une comme https://hooks.example.com/events.

## Deliveries

delivery-status-waiting = En attente
delivery-status-delivered = Livré
delivery-status-failed = Échec
delivery-status-skipped = Ignoré
deliveries-filter = Filtrer par statut
deliveries-all = Toutes
deliveries-none-title = Aucune livraison pour l’instant
deliveries-none-text = Les événements apparaissent ici dès leur envoi. Pour en voir un maintenant, envoyez un événement de test.
deliveries-no-match-title = Aucune livraison correspondante
deliveries-no-match-text = Aucune livraison n’a ce statut.
deliveries-endpoint-off = Nous enverrons les événements en attente quand vous l’activerez. <a href="{ $href }">Voir pourquoi il est désactivé</a>
deliveries-event = Événement
deliveries-next = Prochaine tentative
deliveries-time = Heure
deliveries-no-next = Aucune
deliveries-next-when-on = quand l’endpoint sera activé
deliveries-refreshing = Actualisation toutes les quelques secondes.
deliveries-not-refreshing = L’actualisation automatique s’est arrêtée.
deliveries-reload = Recharger

## A delivery

delivery-resend = Renvoyer l’événement
delivery-object = Objet
delivery-sequence = Séquence
delivery-sequence-hint = Compte les événements de cet objet.
delivery-request = Requête
delivery-request-intro = Chaque tentative envoie le même corps. Seuls l’horodatage et la signature changent.
delivery-id-hint = Reste le même quand un événement est renvoyé. Utilisez-le pour détecter les doublons.
delivery-timestamp-hint = Heure de la tentative en secondes depuis 1970. Rejetez les événements de plus de cinq minutes.
delivery-signature-hint = Base64 du HMAC-SHA256, avec votre secret de signature, de l’ID, de l’horodatage et du corps, joints par des points. Tant que deux secrets sont actifs, il y a deux signatures, séparées par une espace.
delivery-body = Corps
delivery-body-size = { $count } octets, exactement comme signés
delivery-body-hint = Mis en forme ci-dessous pour la lecture. Vérifiez la signature avec les octets que vous avez reçus.
delivery-waits-for-endpoint = L’endpoint est désactivé. Nous enverrons cet événement quand vous l’activerez.
delivery-first-attempt = Première tentative : { $when }
delivery-next-attempt = Prochaine tentative : { $when }
delivery-delivered = Votre serveur a accepté cet événement.
delivery-failed = La dernière tentative a échoué. Vous pouvez renvoyer l’événement.
delivery-skipped = Vous avez ignoré cet événement. Vous pouvez encore le renvoyer.
delivery-attempt-succeeded = Réussite
delivery-attempt-failed = Échec
delivery-attempt = Tentative { $number }, durée { $millis } ms.
delivery-response = Début de la réponse
delivery-reason = Motif
delivery-no-response = Aucune réponse
delivery-advice-no-response = Nous n’avons pas reçu de réponse valide de votre serveur.
delivery-advice-accepted = Votre serveur a accepté l’événement.
delivery-advice-redirect = Nous ne suivons pas les redirections. Remplacez l’URL de l’endpoint par la nouvelle.
delivery-advice-authentication = Votre serveur exige une authentification. Faites-lui plutôt vérifier la signature.
delivery-advice-not-found = Votre serveur n’accepte pas d’événements à cette URL. Comparez-la à vos routes.
delivery-advice-gone = Votre serveur ne veut plus d’événements, nous avons donc désactivé l’endpoint.
delivery-advice-busy = Votre serveur est surchargé. Nous attendrons plus longtemps avant la prochaine tentative.
delivery-advice-server-error = Un problème est survenu sur votre serveur. Consultez ses journaux.
delivery-advice-other = Seuls les statuts de 200 à 299 comptent comme livrés.

## Resend events

resend-title = Renvoyer des événements
resend-intro = Renvoyez les événements que votre serveur a manqués.
resend-failed-text = Toutes les livraisons échouées après la dernière tentative
resend-failed = Renvoyer les livraisons échouées
resend-or = ou tous les événements d’une période, y compris ceux qui ont été livrés
resend-from = Du ({ $zone })
resend-to = Au ({ $zone })
resend-to-hint = Laissez vide pour tout inclure jusqu’à maintenant.
resend-period = Renvoyer les événements de cette période
resend-choose = Choisissez les événements à renvoyer.
resend-time = Saisissez une date et une heure, par exemple 2026-11-15T12:30.
resend-no-start = Saisissez le début de la période.
resend-future = Le début ne peut pas être dans le futur.
resend-end-before-start = La fin doit être postérieure au début.
resend-failed-running = Renvoi des livraisons échouées
resend-failed-done = Livraisons échouées renvoyées
resend-range-running = Renvoi des événements du { $from } au { $to }
resend-range-done = Événements renvoyés du { $from } au { $to }
resend-skip-running = Événements en attente en cours d’abandon
resend-skip-done = Événements en attente ignorés
resend-count =
    { $count ->
        [one] { $count } événement
       *[other] { $count } événements
    }
resend-count-so-far =
    { $count ->
        [one] { $count } événement jusqu’ici
       *[other] { $count } événements jusqu’ici
    }
resend-running = En cours
resend-ended = Terminé le { $date }
resend-started = Commencé le { $date }
resend-paused = En pause : limite quotidienne de cet endpoint atteinte. Reprise le { $date }.
