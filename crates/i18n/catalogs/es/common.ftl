### What every page needs: buttons, labels, the names of the sections.

## Buttons and links

action-add = Agregar
action-back = Volver
action-cancel = Cancelar
action-change = Cambiar
action-clear-filters = Quitar filtros
action-close = Cerrar
action-confirm = Confirmar
action-continue = Continuar
action-copy = Copiar
action-copy-what = Copiar { $what }
action-copied = Copiado
action-create-account = Crear cuenta
action-download = Descargar
action-edit = Editar
action-filter = Filtrar
action-go-to-dashboard = Ir al panel
action-remove = Quitar
action-save = Guardar
action-search = Buscar
action-send = Enviar
action-show-all = Ver todo
action-sign-in = Iniciar sesión
action-sign-out = Cerrar sesión
action-skip-to-content = Ir al contenido
action-try-again = Intentar de nuevo
action-upload-file = Subir un archivo

## Fields and columns

label-address = Dirección
label-amount = Monto
label-available = Disponible
label-balance = Saldo
label-bank-account = Cuenta bancaria
label-country = País
label-created = Fecha de creación
label-currency = Moneda
label-date = Fecha
label-details = Detalles
label-email = Correo electrónico
label-exchange-rate = Tipo de cambio
label-fee = Comisión
label-id = ID
label-language = Idioma
label-last-used = Último uso
label-name = Nombre
label-network = Red
label-never = Nunca
label-new-password = Contraseña nueva
label-optional = Opcional
label-password = Contraseña
label-permissions = Permisos
label-recipient = Destinatario
label-reference = Referencia
label-reserved = Reservado
label-sender = Remitente
label-status = Estado
label-total = Total
label-type = Tipo
label-wallet = Billetera

## Sections of the dashboard

section-api-keys = Claves de API
section-api-requests = Solicitudes de API
section-authorized-apps = Apps conectadas
section-bank-accounts = Cuentas bancarias
section-connect = Connect
section-deposits = Depósitos
section-email = Correos
section-external-wallets = Billeteras externas
section-overview = Resumen
section-payouts = Envíos
section-recipients = Destinatarios
section-search = Búsqueda
section-security-log = Registro de seguridad
section-settings = Configuración
section-statements = Estados de cuenta
section-transactions = Transacciones
section-webhooks = Webhooks
section-withdrawals = Retiros

## Search

search-everything = Buscar en todo
search-label = Nombre, correo, referencia, monto o ID
search-lead = Encuentra destinatarios, envíos, transacciones, cuentas bancarias y billeteras por nombre, correo, referencia, monto o ID.
search-none = No se encontró nada
search-none-text = Revisa la ortografía o busca una parte de un nombre, correo o referencia, un monto exacto o un ID completo.
search-more = Estas son las coincidencias más recientes.
search-newest-only = Esta búsqueda abarca las { $count } entradas más recientes de cada lista. Para encontrar entradas anteriores, usa los filtros de la lista.
search-all-recipients = Ver todos los destinatarios
search-all-payouts = Ver todos los envíos
search-all-transactions = Ver todas las transacciones

## Pages of a list

list-filters = Filtros
page-first = Primera página
page-next = Página siguiente
page-navigation = Páginas
page-previous = Página anterior
page-rows = Filas por página:

## Steps, for screen readers

step-done = Listo
step-now = En curso
step-later = Aún no
step-failed = Con error

## Charts

chart-by-day = Entradas y salidas por día
chart-day = { $day }: entradas { $in }, salidas { $out }
chart-quiet = No hubo movimientos de dinero en este período.
chart-table = Mostrar como tabla
# Round numbers on the scale of a chart, as short as possible.
chart-thousands = { $number } mil
chart-millions = { $number } M
chart-billions = { $number } mil M

## Numbers of things

count-payments =
    { $count ->
        [one] { $count } pago
       *[other] { $count } pagos
    }
count-recipients =
    { $count ->
        [one] { $count } destinatario
       *[other] { $count } destinatarios
    }

## Everywhere

# Each language calls itself by its own name.
language-name = Español
mode-live = Modo real
mode-test = Modo de prueba
mode-test-bar = <b>Modo de prueba.</b> No se mueve dinero real.
signed-in-as = Iniciaste sesión como <b>{ $email }</b>
support-contact = ¿Tienes preguntas? Escríbenos a <a href="{ $href }">{ $email }</a>.
