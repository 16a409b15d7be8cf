### Pages that say why another page can't be shown.

error-not-found-title = Page introuvable
error-not-found-text = L’adresse est incorrecte ou vous n’avez pas accès à cette page.
error-list-changed-text = Cette page de la liste n’existe plus. Recommencez à partir de la première.
error-sign-in-title = Connexion requise
error-sign-in-text = Connectez-vous pour voir cette page.
error-business-only-title = Comptes professionnels uniquement
error-business-only-text = Cette page est réservée aux comptes professionnels. Vous pouvez changer le type du vôtre dans les paramètres. Votre solde et votre activité restent les mêmes.
error-business-only-action = Aller aux paramètres
error-form-only-title = Rien à afficher ici
error-form-only-text = Cette adresse sert uniquement à envoyer un formulaire. Rien n’a été modifié. Revenez en arrière et utilisez le formulaire de la page.
error-form-only-action = Revenir en arrière
error-stale-title = Formulaire expiré
error-stale-text = Vous avez ouvert ou fermé une session après l’avoir affiché, ou il vient d’un autre site. Rien n’a été modifié. Revenez en arrière, rechargez la page et réessayez.
error-too-large-title = Formulaire trop volumineux
error-too-large-text = Vous avez envoyé plus de données que ce formulaire n’en accepte. Les fichiers peuvent faire jusqu’à 1 Mio. Rien n’a été modifié. Revenez en arrière et envoyez moins de données à la fois.
error-too-many-requests-title = Trop de requêtes
error-too-many-requests-text = Rien n’a été modifié. Attendez { $wait }, revenez en arrière et réessayez.
error-daily-limit-title = Limite quotidienne atteinte
error-daily-limit-text =
    { $mode ->
        [live] Rien n’a été modifié. Votre compte a atteint sa limite de { $limit } nouveaux objets par jour, chaque paiement d’un versement comptant pour un. Réessayez dans { $wait }.
       *[test] Rien n’a été modifié. Votre environnement de test a atteint sa limite de { $limit } nouveaux objets par jour, chaque paiement d’un versement comptant pour un. Réessayez dans { $wait }.
    }
error-too-many-exports-title = Trop d’exportations
error-exports-of-account = Deux exportations de ce compte sont encore en cours. Réessayez quand l’une sera terminée.
error-exports-of-mode = Trop d’exportations sont en cours. Réessayez dans une minute.
error-too-many-attempts-title = Trop de tentatives
error-too-many-replays-title = Trop de renvois
error-too-many-replays-text = Cet endpoint a atteint sa limite quotidienne de renvois. Réessayez dans { $wait }.
error-refused-title = Demande non aboutie
error-refused-text = Rien n’a été modifié. Revenez en arrière, vérifiez vos informations et réessayez.
error-unavailable-title = Service indisponible
error-unavailable-text = Le service est très sollicité ou sa base de données ne répond pas. Réessayez dans un instant. Un formulaire envoyé deux fois ne compte qu’une fois.
error-internal-title = Un problème est survenu de notre côté
error-internal-text = Nous avons enregistré l’erreur. Avant de réessayer, vérifiez si votre modification a été prise en compte.
