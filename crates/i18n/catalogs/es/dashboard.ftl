### The frame of the dashboard and its overview.

## The frame: the menu and the mode

frame-main-menu = Menú principal
frame-menu = Menú
frame-group-payments = Pagos
frame-group-funding = Fondos
frame-group-developers = Desarrolladores
frame-documentation = Documentación
frame-group-account = Cuenta
frame-test = Prueba
frame-live = Real
frame-switch-to-live = Cambiar a modo real
frame-switch-to-test = Cambiar a modo de prueba

## What was just done, on the next page

said-archived = Se archivó.
said-cancelled = Se canceló. El dinero volvió a tu saldo.
said-changed = Se guardaron los cambios.
said-claimed = El dinero está en tu saldo.
said-created = Se agregó.
said-deposit-cancelled = Depósito cancelado. No envíes el dinero.
said-deposit-created = Depósito creado. Envía el dinero con los datos de abajo.
said-disconnected = Se desconectó la app. Ya no tiene acceso a tu cuenta.
said-endpoint-added = Se agregó el endpoint. Le enviamos un evento de prueba. Muestra el secreto para verificar la firma.
said-endpoint-off = Se desactivó el endpoint. Enviaremos los eventos en espera cuando lo reactives.
said-endpoint-on = Se activó el endpoint. Estamos enviando los eventos que esperaban.
said-endpoint-removed = Se quitó el endpoint. Ya no recibe eventos.
said-funded = Se agregó el dinero.
said-key-revoked = Se revocó la clave. Deja de funcionar en un segundo.
said-language-saved = Idioma guardado.
said-emails-saved = Notificaciones guardadas.
said-password-changed = Contraseña cambiada. Cerramos tu sesión en todos los demás dispositivos.
said-payout-sent = Envío creado.
said-reminded = Recordatorio enviado.
said-renamed = Se cambió el nombre.
said-replayed = Estamos reenviando el evento.
said-replaying = Estamos reenviando los eventos. Puedes seguir el progreso aquí.
said-second-factor-off = La verificación en dos pasos está desactivada.
said-signed-out = Cerramos tu sesión en todos los demás dispositivos.
said-simulated = Se simuló en el entorno de pruebas.
said-skipping = Estamos omitiendo los eventos que esperaban. Aún puedes reenviarlos.
said-tested = Estamos enviando un evento de prueba.
said-withdrawal-created = Retiro creado. Puedes cancelarlo durante los próximos 30 segundos.

## The overview

overview-lead = Tu saldo y tu actividad.
overview-add-money = Agregar dinero
overview-new-payout = Nuevo envío
overview-available-note = Listo para enviar
overview-reserved-note = Para envíos y retiros pendientes
overview-in-progress = En curso
overview-payouts = Envíos en curso
overview-unclaimed = Pagos sin cobrar
overview-deposits = Depósitos en curso
overview-withdrawals = Retiros en curso
overview-count-or-more = { $count } o más
overview-chart = Entradas y salidas
overview-today = Hoy
overview-last-days =
    { $count ->
        [one] Último { $count } día
       *[other] Últimos { $count } días
    }
overview-cut = Tienes tantas transacciones que solo se muestran los últimos días. Exporta tus transacciones para ver más.
overview-recent = Actividad reciente
overview-all = Ver todas las transacciones

## First steps, until money has left the account

overview-next-steps = Próximos pasos
overview-pay = Pagar a alguien
overview-pay-test = Envía dinero de prueba a cualquier correo electrónico. El correo no se entrega: léelo en Correos.
overview-pay-live = Solo necesitas su correo electrónico.
overview-api-key = Crear una clave de API
overview-api-key-text = Haz el mismo envío desde tu propio código.
overview-fund-text = Agrega la cuenta bancaria desde la que vas a pagar y crea un depósito. Te mostraremos adónde enviar el dinero.

## Money for the account

overview-test-money = Agregar dinero de prueba
overview-test-money-hint = Se agrega al instante, como si alguien te lo hubiera enviado.
overview-deposit-text = Crea un depósito y envía el dinero desde tu cuenta bancaria. Lo agregaremos a tu saldo cuando llegue.

## While no money leaves

overview-stopped = Los pagos salientes están en pausa
overview-stopped-since = No ha salido dinero desde el { $date }.
overview-stopped-books = Falló una revisión de los registros contables.
overview-stopped-audit-missing = Los registros contables no se revisan desde hace una hora.
overview-stopped-chain-differs = El saldo en la blockchain no coincide con los registros contables.
overview-stopped-unexplained = La blockchain tiene una transferencia que los registros contables no explican.
overview-stopped-token-changed = El contrato de USDC en la blockchain cambió.
overview-stopped-chain-rewritten = La blockchain reemplazó bloques que eran definitivos.
overview-stopped-settings = La red o las claves configuradas no coinciden con las de los registros contables.
overview-stopped-commits-lost = La base de datos pasó a otro servidor y perdió cambios recientes.
overview-stopped-operator = Un operador los pausó.
overview-stopped-text = Tu saldo no se ve afectado. Un operador debe reanudar los pagos. Entonces, los envíos y retiros que pediste continúan o vuelven a tu saldo. Parte del dinero entrante se acredita solo cuando se reanuden los pagos.

## Emails of a test account, and those of florin dev

emails-lead = Los correos de tu cuenta de prueba. No se entregan: léelos aquí.
emails-none = Aún no hay correos
emails-none-text = Paga a alguien que no tenga una cuenta aquí. El correo que le escribimos aparece en esta página.
emails-to = Para
emails-about = Asunto
emails-open-claim = Abrir página de cobro
emails-open-endpoint = Ver endpoint
emails-format = Formato
emails-text = Texto
emails-content = Contenido del correo
emails-links = Enlaces de este correo
emails-dev-lead = Los correos de este servidor. <code>florin dev</code> no los envía. Los archivos están en la carpeta <code>emails</code> de la carpeta de datos.
emails-dev-none-text = Crea una cuenta o paga a un correo electrónico que no tenga cuenta.
