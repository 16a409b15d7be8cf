### The log of API requests, and the links between objects, requests and deliveries.

## API requests

api-request = Solicitud de API
api-requests-lead = Lo que pidieron tus programas y cómo respondimos.
api-requests-off = El registro de solicitudes está desactivado en este servidor.
api-requests-none = Aún no hay solicitudes de API
api-requests-none-text = Las solicitudes aparecen aquí en segundos. Necesitan una clave de API o un token de acceso válidos.
api-requests-sought = Ruta o ID
api-requests-all-statuses = Todos los estados
api-requests-succeeded = Exitosas (2xx)
api-requests-refused = Rechazadas (4xx)
api-requests-failed = Errores del servidor (5xx)
api-requests-all-methods = Todos los métodos
api-requests-all-keys = Todas las claves y apps
api-requests-left-out =
    { $count ->
        [one] { $count } solicitud más de este momento no se registró
       *[other] { $count } solicitudes más de este momento no se registraron
    }
api-requests-kept =
    { $count ->
        [one] Guardamos las solicitudes { $count } día, hasta { $most } cambios y { $most } lecturas. De muchas solicitudes en un segundo registramos solo algunas; primero, los cambios.
       *[other] Guardamos las solicitudes { $count } días, hasta { $most } cambios y { $most } lecturas. De muchas solicitudes en un segundo registramos solo algunas; primero, los cambios.
    }
api-request-method = Método
api-request-credential = Clave de API o app
api-request-duration = Duración
api-request-milliseconds = { $millis } ms
api-request-error = Error devuelto
api-request-address = Dirección IP
api-request-id = ID de solicitud
api-request-no-response = El cliente se desconectó
api-request-other-key = Clave desconocida
api-request-other-app = App desconectada
api-request-sent = Cuerpo de la solicitud
api-request-returned = Cuerpo de la respuesta
api-request-redacted = No se registran datos bancarios, nombres, referencias ni otros valores privados.
api-request-body-cut = El resto del cuerpo no se registró.
api-request-body-not-kept = El cuerpo ({ $count } bytes) es demasiado grande o no es JSON, así que no se registró.
api-request-objects = Objetos

## Links of an object

object-links-title = API y webhooks
object-links-creation = Creado por una solicitud de API
object-links-requests = Todas sus solicitudes de API
object-links-deliveries = Entregas de webhooks
