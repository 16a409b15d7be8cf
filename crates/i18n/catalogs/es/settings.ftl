### Settings, connected apps and OAuth consent.

## Settings

settings-intro = Esta configuración se aplica al modo real y al de prueba, salvo que se indique otra cosa.
settings-name-intro = Las personas ven este nombre cuando les pagas.
settings-name-save = Guardar nombre
settings-name-wait = Cambiaste tu nombre demasiadas veces. Inténtalo de nuevo en { $wait }.
settings-language-intro = Se usa en todas las páginas y en los correos que recibes.
settings-language-save = Guardar idioma
settings-recipient-language = Idioma para las personas a las que pago
settings-recipient-language-intro = Se usa en los correos a personas que no eligieron un idioma en su propia cuenta. Hasta que elijas uno, es tu propio idioma. El modo real y el de prueba tienen cada uno el suyo.
settings-recipient-language-save = Guardar idioma para destinatarios
settings-emails = Notificaciones por correo
settings-emails-intro = Siempre te escribimos sobre la seguridad y sobre el dinero que no llega o que se devuelve.
settings-emails-payments = Pagos que recibes
settings-emails-payouts = Pagos que cobran tus destinatarios
settings-emails-transfers = Depósitos y retiros
settings-emails-claim-reminders = Recordatorios para cobrar dinero
settings-emails-save = Guardar notificaciones
settings-sign-in = Inicio de sesión
settings-change-password = Cambiar contraseña
settings-second-factor-on =
    { $count ->
        [one] Activada. Queda { $count } código de recuperación.
       *[other] Activada. Quedan { $count } códigos de recuperación.
    }
settings-second-factor-off = Desactivada. <a href="{ $href }">Activar</a>
settings-new-codes = Códigos de recuperación nuevos
settings-new-codes-text = Tus códigos de recuperación actuales dejan de funcionar.
settings-new-codes-now = Crear códigos nuevos
settings-second-factor-turn-off = Desactivar la verificación en dos pasos
settings-second-factor-turn-off-text = Bastará tu contraseña para iniciar sesión.
settings-second-factor-turn-off-now = Desactivar

## Sessions

sessions-title = Sesiones activas
sessions-device = Dispositivo
sessions-ip-address = Dirección IP
sessions-since = Inicio de sesión
sessions-this = Esta sesión
sessions-end-others = Cerrar las demás sesiones

## Security log

security-log-intro = Inicios de sesión y cambios de seguridad en tu cuenta.
security-log-intro-all = Inicios de sesión y cambios de seguridad en tu cuenta, del más reciente al más antiguo. Las entradas no se pueden cambiar ni borrar.
security-log-event = Evento
security-log-time = Hora
security-log-show-all = Ver registro completo
security-log-codes-left =
    { $count ->
        [one] Queda { $count } código
       *[other] Quedan { $count } códigos
    }
security-log-in-mode =
    { $mode ->
        [live] { $what } (modo real)
       *[test] { $what } (modo de prueba)
    }
security-log-revoked = Se revocó: { $what }
security-log-still-active = Sigue activo: { $what }

## Password

settings-password-intro = Se cerrarán tus demás sesiones.

## Two-step verification

second-factor-setup-intro = Después de tu contraseña, te pediremos un código de una app de tu teléfono.
second-factor-setup-scan = Abre una app de autenticación en tu teléfono y escanea este código QR.
second-factor-setup-qr = Código QR para tu app de autenticación
second-factor-setup-secret = ¿No puedes escanearlo? Ingresa este secreto: <code>{ $secret }</code>
second-factor-setup-code = Ingresa el código que muestra la app.
second-factor-setup-turn-on = Activar
second-factor-setup-wrong = Este código es incorrecto. Revisa la hora de tu teléfono e ingresa el código siguiente.
recovery-codes-title = Códigos de recuperación
recovery-codes-intro = La verificación en dos pasos está activada. Si pierdes tu teléfono, inicia sesión con uno de estos códigos. Cada uno funciona una vez.
recovery-codes-warning = Guarda estos códigos ahora. No podrás verlos de nuevo.
recovery-codes-saved = Ya los guardé

## Connected apps

authorized-apps-intro = Apps que pueden usar esta cuenta con tu permiso.
authorized-apps-none-title = No hay apps conectadas
authorized-apps-none-text = Las apps que conectes a esta cuenta aparecen aquí con sus permisos.
authorized-apps-since = Conectada
authorized-apps-disconnect = Desconectar
authorized-apps-disconnect-text = La app pierde el acceso a tu cuenta en un segundo. Puedes conectarla de nuevo cuando quieras.
authorized-apps-disconnect-now = Desconectar app

## OAuth consent

consent-page = ¿Permitir { $app }?
consent-title = ¿Permitir que { $app } use tu cuenta?
consent-intro = Iniciaste sesión como <b>{ $email }</b>. Después de decidir, irás a <b>{ $host }</b>.
consent-permissions = La app podrá
consent-permissions-hint = Desmarca lo que la app no necesite.
consent-account = En esta cuenta
consent-live = Cuenta real
consent-live-text = Dinero real.
consent-test = Cuenta de prueba
consent-test-text = Solo dinero de prueba. No se mueve dinero real.
consent-allow = Permitir acceso
consent-deny = Rechazar acceso
consent-after = Puedes desconectar la app cuando quieras en “Apps conectadas” del panel.
consent-no-permission = Selecciona al menos un permiso o rechaza el acceso.
consent-no-account = Elige la cuenta que la app puede usar.
consent-refused-title = No se puede conectar esta app
consent-refused-incomplete = La solicitud de la app está incompleta: necesita exactamente un client_id y un redirect_uri.
consent-refused-unknown = Esta app no está registrada aquí, o no con la dirección a la que quiere llevarte de vuelta.
consent-refused-changed = Esta app se acaba de modificar. Vuelve a la app y empieza de nuevo.
consent-refused-text = No dimos acceso a la app ni te enviamos de vuelta a ella. Si confías en la app, avisa a quien la desarrolla.
