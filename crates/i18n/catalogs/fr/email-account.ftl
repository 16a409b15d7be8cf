### Emails about an account: to open it, to choose a new password, and about its webhooks.

## Confirm an address to create an account

email-join-subject = Confirmez votre adresse e-mail
email-join-preview = Plus qu’une étape pour créer votre compte. Le lien est valable pendant { $duration }.
email-join-opening = Quelqu’un a saisi cette adresse e-mail pour créer un compte chez { $brand }. Si c’est vous, confirmez l’adresse pour continuer. Le lien est valable pendant { $duration }.
email-join-button = Confirmer l’adresse e-mail
email-join-ignore = Si ce n’est pas vous, ignorez cet e-mail. Aucun compte ne sera créé.

## Invitation to create an account

email-invitation-subject = Invitation à { $brand }
email-invitation-preview = Créez votre compte. Le lien est valable pendant { $duration }.
email-invitation-opening = { $brand } vous invite à créer un compte. Le lien est valable pendant { $duration }.
email-invitation-ignore = Si vous ne voulez pas de compte, ignorez cet e-mail. Aucun compte ne sera créé.

## The address already has an account

email-known-subject = Vous avez déjà un compte
email-known-preview = Connectez-vous. Rien n’a changé.
email-known-opening = Quelqu’un a saisi cette adresse e-mail pour créer un compte chez { $brand }. Cette adresse a déjà un compte : rien n’a changé. Si c’est vous, connectez-vous.
email-known-ignore = Si ce n’est pas vous, vous n’avez rien à faire. Cette personne ne peut pas voir que vous avez un compte.
email-known-reset = Si vous avez oublié votre mot de passe, choisissez-en un nouveau

## Choose a new password

email-reset-subject = Réinitialisez votre mot de passe
email-reset-preview = Le lien est valable pendant { $duration }. Votre mot de passe n’a pas encore changé.
email-reset-opening = Quelqu’un a demandé à réinitialiser le mot de passe de votre compte chez { $brand }. Si c’est vous, choisissez un nouveau mot de passe. Le lien est valable une seule fois, pendant { $duration }. Votre mot de passe n’a pas encore changé.
email-reset-button = Choisir un nouveau mot de passe
email-reset-ignore = Si ce n’est pas vous, ignorez cet e-mail. Votre mot de passe reste le même.
email-reset-keep-private = Ne partagez jamais ce lien. Nous ne vous le demanderons jamais.

## A webhook endpoint was turned off

email-webhook-off-subject = Un endpoint de webhook a été désactivé
email-webhook-off-preview = Nous conservons vos événements pendant 30 jours au maximum et les enverrons quand vous le réactiverez.
email-webhook-off-failing = Votre serveur n’a accepté aucun événement pendant cinq jours. Nous avons donc cessé de lui en envoyer.
email-webhook-off-gone = Votre serveur a répondu par 410 Gone. Nous avons donc cessé de lui envoyer des événements.
email-webhook-off-unverified = Votre serveur n’a pas accepté l’événement de test en trois jours. Réactivez l’endpoint pour envoyer un nouvel événement de test.
email-webhook-off-paused = L’endpoint a été désactivé dans le tableau de bord.
email-webhook-off-url = URL
email-webhook-off-since = Désactivé le
email-webhook-off-button = Voir les livraisons
email-webhook-off-kept = Nous conservons les événements non livrés pendant 30 jours au maximum et les enverrons quand vous réactiverez l’endpoint.

## To the operator: something waits too long

email-alert-money-stops = Les paiements sortants sont suspendus
email-alert-withdrawals = Des retraits attendent d’être payés
email-alert-sent-withdrawals = Des retraits envoyés ne sont pas confirmés
email-alert-parked-payments = Des paiements reçus doivent être attribués ou retournés
email-alert-proposals = Des propositions attendent un second opérateur
email-alert-unsent-withdrawals = Des retraits arrivés à échéance n’ont pas été envoyés
email-alert-chain-payments = Des paiements sur la blockchain ne sont pas confirmés
email-alert-emails = Les e-mails ne partent pas
email-alert-webhook-endpoints = Des endpoints de webhook échouent
email-alert-resolved-subject = Résolu : { $title }
email-alert-late = Ce point requiert votre attention. Utilisez la commande ci-dessous pour voir ce qui est en attente. Nous vous le rappellerons une fois par jour et vous préviendrons quand ce sera résolu.
email-alert-resolved = Ce point ne requiert plus votre attention.
email-alert-count = En attente
email-alert-since = Le plus ancien, depuis
email-alert-command = Commande
email-alert-because = Vous recevez cet e-mail parce que { $email } est l’adresse d’alerte de { $brand } (alert_email).
