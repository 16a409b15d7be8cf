### The pages of people who are not signed in, or not yet far enough.

## Sign in

sign-in-title = Iniciar sesión
sign-in-forgot-password = ¿Olvidaste tu contraseña?
sign-in-no-account = ¿No tienes cuenta? <a href="{ $href }">Crea una</a>
sign-in-signed-out = Cerraste sesión.
sign-in-password-changed = Se cambió tu contraseña. Inicia sesión con la nueva.
sign-in-account-exists = Ya tienes una cuenta. Inicia sesión para continuar.
sign-in-wrong = El correo o la contraseña no son correctos.

## Two-step verification

second-factor-title = Verificación en dos pasos
second-factor-intro = Ingresa el código de tu app de autenticación o uno de tus códigos de recuperación.
second-factor-code = Código
second-factor-wrong = Este código es incorrecto o ya se usó. Espera el siguiente.
second-factor-other-user = ¿No eres tú? <a href="{ $href }">Usa otra cuenta</a>

## Confirm password

confirm-title = Confirma tu contraseña
confirm-before-page = La página siguiente puede dar a otras personas acceso a tu dinero. Ingresa la contraseña de <b>{ $email }</b> para continuar. No te la pediremos de nuevo durante { $wait }.
confirm-before-form = Ingresa la contraseña de <b>{ $email }</b> para continuar. No te la pediremos de nuevo durante { $wait }.
confirm-payout =
    { $count ->
        [one] Vas a enviar { $total } en { $count } pago.
       *[other] Vas a enviar { $total } en { $count } pagos.
    }
confirm-withdrawal = Vas a retirar { $amount } a { $destination }.
confirm-code = Código de autenticación o de recuperación
confirm-password = Confirmar contraseña
confirm-and-continue = Confirmar y continuar
confirm-wrong-password = La contraseña no es correcta.
confirm-wrong-password-or-code = La contraseña o el código no son correctos.

## Create account

join-intro = Paga a personas de cualquier lugar por correo. Pruébalo primero con dinero de prueba. Te enviaremos un enlace para confirmar tu correo.
join-have-account = ¿Ya tienes cuenta? <a href="{ $href }">Inicia sesión</a>
join-link-sent = Enviamos un enlace a <b>{ $email }</b>. Ábrelo para elegir tu nombre y tu contraseña. Funciona durante un día.
join-link-dead = El enlace está incompleto o tiene más de un día. Pide uno nuevo.
join-closed-title = Registro cerrado
join-closed = Este servicio no acepta cuentas nuevas.
join-by-invitation-title = Registro por invitación
join-by-invitation = Necesitas una invitación para crear una cuenta. Si ya la recibiste, abre el enlace que contiene.
join-to-claim = Si te enviaron dinero, usa el enlace del correo.
join-invitation-dead = El enlace está incompleto o tiene más de un día. Pide una invitación nueva.
welcome-title = Configura tu cuenta
welcome-intro = <b>{ $email }</b> está confirmado. Ingresa el nombre que verán las personas cuando les pagues y elige una contraseña.
welcome-name = Tu nombre o el de tu empresa

## Links by email

link-send = Enviar enlace
link-sent-title = Revisa tu correo
link-sent-nothing = ¿No llegó? Revisa la carpeta de spam o <a href="{ $href }">inténtalo de nuevo</a>.
link-dead-title = Este enlace no funciona
link-get-new = Pedir un enlace nuevo
no-email-title = El correo no está disponible
no-email-text = { $service } no puede enviar correos por el momento, así que no podemos enviarte un enlace. No se envió nada. Inténtalo de nuevo más tarde.

## Reset password

reset-title = Restablecer contraseña
reset-intro = Ingresa tu correo y te enviaremos un enlace para elegir una contraseña nueva.
reset-remembered = ¿La recordaste? <a href="{ $href }">Inicia sesión</a>
reset-link-sent = Si <b>{ $email }</b> tiene una cuenta, le enviamos un enlace para elegir una contraseña nueva. El enlace funciona durante una hora.
reset-link-dead = El enlace está incompleto, tiene más de una hora o ya se usó. Pide uno nuevo.
new-password-title = Elige una contraseña nueva
new-password-intro = Para <b>{ $email }</b>. Se cerrará la sesión de esta cuenta en todos los dispositivos.
new-password-access = Las claves de API, las apps conectadas y los webhooks siguen funcionando después de cambiar la contraseña. Si otra persona pudo haber accedido a tu cuenta, selecciona todo.
new-password-revoke-api-keys = Revocar todas las claves de API ({ $count })
new-password-disconnect-apps = Desconectar todas las apps ({ $count })
new-password-turn-off-webhooks = Desactivar todos los endpoints de webhook ({ $count })
new-password-change = Cambiar contraseña
password-hint = Al menos { $count } caracteres. Unas palabras al azar forman una contraseña segura.
password-show = Mostrar la contraseña al escribir

## Turning off emails, by a link in one of them

unsubscribe-title = Dejar de recibir estos correos
unsubscribe-lead = <b>{ $email }</b> dejará de recibir correos de este tipo: { $group }.
unsubscribe-now = Dejar de recibir correos
unsubscribe-done-title = Correos desactivados
unsubscribe-done = <b>{ $email }</b> ya no recibirá correos de este tipo: { $group }.
unsubscribe-always = Te seguiremos escribiendo sobre la seguridad y sobre el dinero que no llega o que se devuelve.
unsubscribe-link-dead = El enlace está incompleto. Para elegir tus correos, inicia sesión y abre Configuración.
