### API keys, webhooks and Connect Apps.

## API keys

api-keys-intro = Las claves de API permiten que tus propios programas usen esta cuenta.
api-keys-create = Crear clave de API
api-keys-none-title = Aún no hay claves de API
api-keys-none-text = Crea una clave para consultar saldos, pagar a personas y más desde tus propios programas.
api-keys-key = Clave
api-keys-full-access = Acceso total
api-keys-permission-count =
    { $count ->
        [one] { $count } permiso
       *[other] { $count } permisos
    }
api-keys-action = Acción
api-keys-revoke = Revocar
api-keys-revoke-text = Los programas que usan esta clave dejan de funcionar en un segundo. Esta acción no se puede deshacer.
api-keys-revoke-now = Revocar clave
api-keys-revoked = Revocada
api-keys-requests = Solicitudes

## First requests

first-requests-title = Primeras solicitudes
first-requests-intro = Asigna una de tus claves a la variable de entorno API_KEY y ejecuta estos comandos.
first-requests-base-url = URL base
first-requests-key-format = Formato de las claves
first-requests-reference = Referencia de la API
first-requests-reference-link = Todos los endpoints, con ejemplos
first-requests-guide = Guía
first-requests-guide-link = Tu primer envío, paso a paso
first-requests-permissions-link = Qué permite cada permiso
first-requests-balance = Consultar tu saldo
first-requests-payout = Hacer un envío

## New API key

api-key-new-title = Clave de API nueva
api-key-new-intro = Selecciona solo los permisos que tu programa necesita. El acceso de escritura no incluye el de lectura.
api-key-name-hint = Para qué es la clave, por ejemplo “Servidor de nómina”. Solo tú lo ves.
api-key-no-permission = Selecciona al menos un permiso.
api-key-access = Acceso
api-key-access-read = Solo lectura
api-key-access-read-text = Ver tu saldo, tus envíos, tus cuentas bancarias y tus transacciones. No permite cambiar nada ni mover dinero.
api-key-access-payouts = Envíos
api-key-access-payouts-text = Ver tu saldo y tus transacciones, agregar y renombrar a personas a las que pagas, y pagar a personas con tu dinero. No permite retirar.
api-key-access-full-text = Hacer todo lo que la API permite, incluso retirar tu dinero a una cuenta bancaria o billetera.
api-key-access-custom = Personalizado
api-key-access-custom-text = Solo los permisos que selecciones abajo.
api-key-no-access = Selecciona a qué tiene acceso la clave.
api-key-created-page = Clave de API creada
api-key-created-title = Tu nueva clave de API
api-key-created-intro = Guárdala como una contraseña. Cualquiera que tenga esta clave puede usar tu cuenta dentro de sus permisos.
api-key-created-label = Clave de API
api-key-created-try = Pruébala
secret-shown-once = Cópiala ahora. No la guardamos y no podrás verla de nuevo.
secret-saved = Ya la guardé

## Connect

connect-intro = Crea apps que usan las cuentas de otras personas con su permiso. Cada app funciona con cuentas reales y de prueba.
connect-create = Crear app
connect-none-title = Aún no hay apps
connect-none-text = Crea una app para obtener un ID y un secreto de cliente. Las personas conectan sus cuentas con OAuth 2.0 y eligen qué puede hacer la app.
connect-apps = Tus apps
connect-client-id = ID de cliente
connect-client-secret = Secreto de cliente
connect-accounts = Cuentas conectadas
connect-endpoints = Endpoints de OAuth
connect-authorize = Autorización
connect-token = Tokens de acceso
connect-revoke = Revocación
connect-guide = Guía
connect-guide-link = OAuth, paso a paso
connect-metadata = Metadatos
connect-metadata-link = Metadatos del servidor OAuth
connect-credentials = Credenciales
connect-authorization-link = Enlace para que las personas conecten su cuenta
connect-rotate = Renovar secreto
connect-rotate-text = El secreto anterior deja de funcionar de inmediato. Asegúrate de que tu app esté lista para el nuevo.
connect-rotate-now = Crear secreto nuevo
connect-details = Datos de la app
connect-redirect-uris = URI de redirección
connect-redirect-uris-hint = Adónde vuelven las personas después de permitir o rechazar el acceso. Una por línea, tal como las envía tu app. Solo HTTPS, excepto en localhost.
connect-archive = Archivar app
connect-archive-intro = La app pierde de inmediato el acceso a todas las cuentas. Esta acción no se puede deshacer.
connect-archive-text = Las personas que conectaron esta app tendrán que conectar otra.
connect-archive-now = Archivar definitivamente
connect-new-title = App nueva
connect-new-intro = Las personas ven el nombre de la app cuando pide acceso.
connect-secret-intro = Guarda el secreto en tu servidor. Nunca lo pongas en un navegador ni en una app móvil.
connect-secret-old = El secreto anterior ya no funciona.
connect-secret-warning = Copia el secreto ahora. No lo guardamos y no podrás verlo de nuevo.
connect-secret-saved = Ya guardé el secreto

## What is wrong with a redirect URI

redirect-uris-missing = Ingresa al menos una URI de redirección.
redirect-uris-too-many = Ingresa como máximo { $count } URI de redirección.
redirect-uri-too-long = { $uri }: esta URI es demasiado larga. Usa como máximo { $count } caracteres.
redirect-uri-characters = { $uri }: usa solo ASCII, sin espacios, comillas, barras invertidas ni comodines.
redirect-uri-scheme = { $uri }: empieza con https://.
redirect-uri-insecure = { $uri }: empieza con https://. Solo localhost puede usar http://.
redirect-uri-fragment = { $uri }: quita el fragmento (#).
redirect-uri-credentials = { $uri }: quita el nombre de usuario y la contraseña.
redirect-uri-host = { $uri }: escribe el host en minúsculas, por ejemplo app.example.com.
redirect-uri-port = { $uri }: el puerto debe ser un número del 1 al 65535.
redirect-uri-escape = { $uri }: después de cada % debe haber dos dígitos hexadecimales que no representen un carácter de control.
redirect-uri-dot-segment = { $uri }: quita los segmentos “.” y “..” de la ruta.

## Webhook endpoints

webhooks-intro = Recibe un aviso cuando algo sucede en tu cuenta.
webhooks-add = Agregar endpoint
webhooks-none-title = Aún no hay endpoints
webhooks-none-text = Agrega una URL y le enviaremos una solicitud firmada por cada evento, para que tu servidor no tenga que consultar la API.
webhooks-how-title = Cómo funciona
webhooks-how-url = Agrega una URL
webhooks-how-url-text = Ingresa una URL de tu servidor y elige los eventos que recibe. Las entregas empiezan cuando tu servidor acepta un evento de prueba.
webhooks-how-signature = Verifica las firmas
webhooks-how-signature-text = Firmamos cada evento según Standard Webhooks, con un secreto que solo tú y nosotros conocemos.
webhooks-how-respond = Responde con 200
webhooks-how-respond-text = Responde con un estado 2xx en 15 segundos. Si no, lo reintentamos durante unos tres días.
webhooks-how-check = Revisa las entregas
webhooks-how-check-text = Guardamos cada intento y la respuesta de tu servidor durante { $duration }. Puedes reenviar los eventos que no recibiste.
webhooks-list = Lista de endpoints
webhooks-url = URL
webhooks-events = Eventos
webhooks-waiting = En espera
webhooks-failed = Fallidos
webhooks-local-title = Desarrollo local
webhooks-local-intro = No necesitas una URL pública mientras desarrollas.
webhooks-local-text = Con una clave de prueba, este comando muestra los eventos de tu cuenta de prueba cuando suceden y los reenvía a un programa de tu computadora.
webhooks-local-command = Escuchar en una terminal
webhooks-local-get = Dónde obtener el comando florin

## The state of an endpoint

endpoint-on = Activo
endpoint-off = Inactivo
endpoint-paused = En pausa
endpoint-failing = Con fallas
endpoint-pending = Verificación pendiente
endpoint-off-since =
    { $reason ->
        [gone] Desde el { $date }, tras una respuesta 410 Gone
        [failing] Desde el { $date }, tras cinco días de fallas
        [unverified] Desde el { $date }, tras tres días sin aceptar el evento de prueba
       *[paused] Desde el { $date }
    }
endpoint-failing-since = Desde el { $date }
endpoint-pending-note = Esperando una respuesta 2xx al evento de prueba
endpoint-all-events = Todos los eventos
endpoint-event-types =
    { $count ->
        [one] { $count } tipo de evento
       *[other] { $count } tipos de eventos
    }
endpoint-count-or-more = { $count } o más
endpoint-events-waiting =
    { $count ->
        [one] { $count } evento está en espera.
       *[other] { $count } eventos están en espera.
    }
endpoint-events-waiting-or-more = { $count } o más eventos están en espera.

## An endpoint

endpoint-title = Endpoint de webhook
endpoint-overview = Resumen
endpoint-deliveries = Entregas
endpoint-turn-on = Activar
endpoint-turn-off = Desactivar
endpoint-send-test = Enviar evento de prueba
endpoint-off-title = Este endpoint está desactivado
endpoint-off-paused = Lo desactivaste. No se envía nada desde el { $date }.
endpoint-off-gone = Tu servidor respondió con 410 Gone, lo que significa que no quiere más eventos. No se envía nada desde el { $date }.
endpoint-off-failing = Tu servidor no aceptó ningún evento durante cinco días. Corrígelo antes de activar el endpoint. No se envía nada desde el { $date }.
endpoint-off-unverified = Tu servidor no aceptó el evento de prueba en tres días. Activa el endpoint para enviar otro. No se envía nada desde el { $date }.
endpoint-turn-on-and-send = Activar y enviar los eventos en espera
endpoint-skip = Omitir los eventos en espera
endpoint-skip-text = No se enviarán cuando actives el endpoint. Aún puedes reenviarlos durante { $duration }.
endpoint-skip-now = Omitir eventos
endpoint-pending-text = Enviamos un evento de prueba a esta URL. En cuanto tu servidor responda con un estado 2xx, el endpoint quedará verificado y empezarán las entregas. Hasta entonces, guardamos tus eventos.
endpoint-failing-title = Las entregas están fallando
endpoint-failing-text = Tu servidor no acepta eventos desde el { $date }. Después de cinco días, desactivaremos el endpoint y te avisaremos por correo. Las entregas de abajo muestran cómo respondió tu servidor.
endpoint-waiting-note = Por enviar o reintentar
endpoint-failed-note = Después de diez intentos
endpoint-newest = Entregas recientes
endpoint-all-deliveries = Todas las entregas
endpoint-details-attempts = Intentos
endpoint-details-schedule = Hasta diez en unos tres días: de inmediato, a los 5 segundos, 5 minutos y 30 minutos, y luego a intervalos más largos.
endpoint-remove = Quitar endpoint
endpoint-remove-intro = Dejaremos de enviar eventos a esta URL y ya no verás sus entregas. Para detenerlo por un tiempo, desactiva el endpoint.
endpoint-remove-text = Los eventos en espera no se enviarán. Esta acción no se puede deshacer.
endpoint-remove-now = Quitar definitivamente

## Signing secret

signing-secret-title = Secreto de firma
signing-secret-intro = Tu servidor lo usa para verificar que los eventos vienen de nosotros.
signing-secret-two-title = Hay dos secretos activos
signing-secret-two-text = Hasta el { $date }, cada evento lleva también una firma hecha con el secreto anterior.
signing-secret-reveal = Mostrar secreto
signing-secret-rotate = Renovar secreto
signing-secret-rotate-text = Durante 24 horas, firmaremos los eventos con el secreto nuevo y con el actual. Agrega el nuevo a tu servidor en ese plazo.
signing-secret-rotate-old = El secreto anterior deja de funcionar de inmediato.
signing-secret-rotate-now = Crear secreto nuevo
signing-secret-password = Tendrás que confirmar tu contraseña, a menos que lo hayas hecho en los últimos { $duration }.
signing-secret-new-title = Nuevo secreto de firma
signing-secret-new-intro = A partir de ahora firmamos los eventos con él. Agrégalo a tu servidor en 24 horas.
signing-secret-warning = Guárdalo en tu servidor. Cualquiera que tenga este secreto puede falsificar eventos.
signing-secret-code = Verificar un evento en JavaScript con el paquete standardwebhooks
signing-secret-guide = Verificar eventos en Python, JavaScript y Rust
signing-secret-done = Listo

## Add and edit an endpoint

endpoint-edit-title = Editar endpoint
endpoint-new-title = Endpoint nuevo
endpoint-new-intro = Enviaremos los eventos de tu cuenta a esta URL.
endpoint-url-hint-tls = Debe empezar con https:// y ser accesible desde internet.
endpoint-url-hint = Debe ser accesible desde internet. El modo real exige https://; el modo de prueba también acepta http://.
endpoint-description = Descripción
endpoint-description-hint = Solo tú la ves.
endpoint-all-events-text = Incluidos los tipos de eventos que agreguemos más adelante.
endpoint-some-events = Eventos seleccionados
endpoint-some-events-text = Solo los que selecciones abajo.
endpoint-event-group =
    { $noun ->
        [payout_item] Pagos
        [deposit] Depósitos
        [withdrawal] Retiros
        [inbound_transfer] Ingresos
        [recipient] Destinatarios
        [bank_account] Cuentas bancarias
        [external_wallet] Billeteras externas
       *[payout] Envíos
    }
endpoint-whole-group =
    { $count ->
        [one] El único evento
       *[other] Los { $count } eventos
    }
endpoint-form-verification = Enviamos un evento de prueba firmado en cuanto guardas. Los demás eventos llegan cuando la URL responde con un estado 2xx. Cada URL se puede usar una vez; los parámetros de consulta no cuentan.
endpoint-form-retries = Intentamos cada entrega hasta diez veces en unos tres días y la guardamos durante { $duration }. Para recibir eventos sin una URL pública, ejecuta <code>florin listen</code>.
endpoint-choose-events = Elige todos los eventos o eventos seleccionados.
endpoint-unknown-event = Uno de estos eventos no existe. Selecciona de la lista.
endpoint-no-event = Selecciona al menos un evento.

## What is wrong with a webhook URL

webhook-url-missing = Ingresa una URL.
webhook-url-too-long = Esta URL es demasiado larga. Usa como máximo { $count } caracteres.
webhook-url-characters = Quita los espacios, los saltos de línea y las barras invertidas.
webhook-url-scheme = La URL debe empezar con https:// o http://.
webhook-url-needs-tls = En modo real, la URL debe empezar con https://.
webhook-url-no-host = Ingresa un host después de https://, por ejemplo hooks.example.com.
webhook-url-host = Este host no es válido. Ingresa uno como hooks.example.com.
webhook-url-credentials = Quita el nombre de usuario y la contraseña. Para autenticar los eventos, verifica su firma.
webhook-url-fragment = Quita el fragmento (#).
webhook-url-port = Usa uno de estos puertos: { $ports }.
webhook-url-short-name = Ingresa un nombre de host completo con un punto, por ejemplo hooks.example.com.
webhook-url-not-public = Los nombres que terminan en .{ $ending } no son públicos. Ingresa un nombre de host público.
webhook-url-own = Esta URL es de este servicio. Ingresa la URL de tu propio servidor.
webhook-url-forbidden = No podemos enviar eventos a { $address }. Ingresa la dirección de un servidor en internet público.
webhook-url-unreadable = Esta URL no es válida. Ingresa una como https://hooks.example.com/events.

## Deliveries

delivery-status-waiting = En espera
delivery-status-delivered = Entregado
delivery-status-failed = Fallido
delivery-status-skipped = Omitido
deliveries-filter = Filtrar por estado
deliveries-all = Todas
deliveries-none-title = Aún no hay entregas
deliveries-none-text = Los eventos aparecen aquí en cuanto se envían. Para ver uno ahora, envía un evento de prueba.
deliveries-no-match-title = No hay entregas que coincidan
deliveries-no-match-text = Ninguna entrega tiene este estado.
deliveries-endpoint-off = Enviaremos los eventos en espera cuando lo actives. <a href="{ $href }">Ver por qué está desactivado</a>
deliveries-event = Evento
deliveries-next = Próximo intento
deliveries-time = Hora
deliveries-no-next = Ninguno
deliveries-next-when-on = cuando el endpoint esté activo
deliveries-refreshing = Se actualiza cada pocos segundos.
deliveries-not-refreshing = Las actualizaciones automáticas se detuvieron.
deliveries-reload = Recargar

## A delivery

delivery-resend = Reenviar evento
delivery-object = Objeto
delivery-sequence = Secuencia
delivery-sequence-hint = Cuenta los eventos de este objeto.
delivery-request = Solicitud
delivery-request-intro = Cada intento envía el mismo cuerpo. Solo cambian la marca de tiempo y la firma.
delivery-id-hint = No cambia cuando se reenvía un evento. Úsalo para detectar duplicados.
delivery-timestamp-hint = Hora del intento en segundos desde 1970. Rechaza los eventos de hace más de cinco minutos.
delivery-signature-hint = Base64 del HMAC-SHA256, con tu secreto de firma, de ID, marca de tiempo y cuerpo, unidos por puntos. Mientras hay dos secretos activos, hay dos firmas, separadas por un espacio.
delivery-body = Cuerpo
delivery-body-size = { $count } bytes, exactamente como se firmaron
delivery-body-hint = Abajo tiene formato para leerlo. Verifica la firma con los bytes que recibiste.
delivery-waits-for-endpoint = El endpoint está desactivado. Enviaremos este evento cuando lo actives.
delivery-first-attempt = Primer intento: { $when }
delivery-next-attempt = Próximo intento: { $when }
delivery-delivered = Tu servidor aceptó este evento.
delivery-failed = El último intento falló. Puedes reenviar el evento.
delivery-skipped = Omitiste este evento. Aún puedes reenviarlo.
delivery-attempt-succeeded = Aceptado
delivery-attempt-failed = Fallido
delivery-attempt = Intento { $number }, duró { $millis } ms.
delivery-response = Inicio de la respuesta
delivery-reason = Motivo
delivery-no-response = Sin respuesta
delivery-advice-no-response = No recibimos una respuesta válida de tu servidor.
delivery-advice-accepted = Tu servidor aceptó el evento.
delivery-advice-redirect = No seguimos redirecciones. Cambia la URL del endpoint por la nueva.
delivery-advice-authentication = Tu servidor exige autenticación. Haz que verifique la firma en su lugar.
delivery-advice-not-found = Tu servidor no acepta eventos en esta URL. Compárala con tus rutas.
delivery-advice-gone = Tu servidor no quiere más eventos, así que desactivamos el endpoint.
delivery-advice-busy = Tu servidor está sobrecargado. Esperaremos más antes del próximo intento.
delivery-advice-server-error = Algo falló en tu servidor. Revisa sus registros.
delivery-advice-other = Solo los estados del 200 al 299 cuentan como entregados.

## Resend events

resend-title = Reenviar eventos
resend-intro = Reenvía los eventos que tu servidor no recibió.
resend-failed-text = Todas las entregas que fallaron en todos los intentos
resend-failed = Reenviar entregas fallidas
resend-or = o todos los eventos de un período, incluidos los entregados
resend-from = Desde ({ $zone })
resend-to = Hasta ({ $zone })
resend-to-hint = Déjalo vacío para incluir todo hasta ahora.
resend-period = Reenviar eventos de este período
resend-choose = Elige qué eventos reenviar.
resend-time = Ingresa una fecha y una hora, por ejemplo 2026-11-15T12:30.
resend-no-start = Ingresa el inicio del período.
resend-future = El inicio no puede estar en el futuro.
resend-end-before-start = El fin debe ser posterior al inicio.
resend-failed-running = Reenviando entregas fallidas
resend-failed-done = Entregas fallidas reenviadas
resend-range-running = Reenviando eventos desde el { $from } hasta el { $to }
resend-range-done = Eventos reenviados desde el { $from } hasta el { $to }
resend-skip-running = Omitiendo eventos en espera
resend-skip-done = Eventos en espera omitidos
resend-count =
    { $count ->
        [one] { $count } evento
       *[other] { $count } eventos
    }
resend-count-so-far =
    { $count ->
        [one] { $count } evento hasta ahora
       *[other] { $count } eventos hasta ahora
    }
resend-running = En curso
resend-ended = Terminó el { $date }
resend-started = Empezó el { $date }
resend-paused = En pausa por el límite diario de este endpoint. Continúa el { $date }.
