### The log of API requests, and the links between objects, requests and deliveries.

## API requests

api-request = Requête API
api-requests-lead = Ce que vos programmes ont demandé, et nos réponses.
api-requests-off = Le journal des requêtes est désactivé sur ce serveur.
api-requests-none = Aucune requête API pour le moment
api-requests-none-text = Les requêtes apparaissent ici en quelques secondes. Il leur faut une clé API ou un jeton d’accès valide.
api-requests-sought = Chemin ou ID
api-requests-all-statuses = Tous les statuts
api-requests-succeeded = Réussies (2xx)
api-requests-refused = Refusées (4xx)
api-requests-failed = Erreurs du serveur (5xx)
api-requests-all-methods = Toutes les méthodes
api-requests-all-keys = Toutes les clés et applications
api-requests-left-out =
    { $count ->
        [one] { $count } autre requête à ce moment n’a pas été enregistrée
       *[other] { $count } autres requêtes à ce moment n’ont pas été enregistrées
    }
api-requests-kept =
    { $count ->
        [one] Les requêtes sont conservées { $count } jour, jusqu’à { $most } modifications et { $most } lectures. Parmi de nombreuses requêtes en une seconde, seules certaines sont enregistrées, les modifications d’abord.
       *[other] Les requêtes sont conservées { $count } jours, jusqu’à { $most } modifications et { $most } lectures. Parmi de nombreuses requêtes en une seconde, seules certaines sont enregistrées, les modifications d’abord.
    }
api-request-method = Méthode
api-request-credential = Clé API ou application
api-request-duration = Durée
api-request-milliseconds = { $millis } ms
api-request-error = Erreur
api-request-address = Adresse IP
api-request-id = ID de requête
api-request-no-response = Client déconnecté
api-request-other-key = Clé inconnue
api-request-other-app = Application déconnectée
api-request-sent = Corps de la requête
api-request-returned = Corps de la réponse
api-request-redacted = Les coordonnées bancaires, noms, références et autres valeurs privées ne sont pas enregistrés.
api-request-body-cut = Le reste du corps n’a pas été enregistré.
api-request-body-not-kept = Le corps ({ $count } octets) est trop volumineux ou n’est pas du JSON : il n’a pas été enregistré.
api-request-objects = Objets

## Links of an object

object-links-title = API et webhooks
object-links-creation = Créé par une requête API
object-links-requests = Toutes ses requêtes API
object-links-deliveries = Livraisons de webhooks
