### Emails about an account: to open it, to choose a new password, and about its webhooks.

## Confirm an address to create an account

email-join-subject = Confirma tu dirección de correo
email-join-preview = Falta un paso para crear tu cuenta. El enlace funciona durante { $duration }.
email-join-opening = Alguien ingresó esta dirección de correo para crear una cuenta en { $brand }. Si fuiste tú, confirma la dirección para continuar. El enlace funciona durante { $duration }.
email-join-button = Confirmar dirección de correo
email-join-ignore = Si no fuiste tú, ignora este correo. No se creará ninguna cuenta.

## Invitation to create an account

email-invitation-subject = Invitación a { $brand }
email-invitation-preview = Crea tu cuenta. El enlace funciona durante { $duration }.
email-invitation-opening = { $brand } te invita a crear una cuenta. El enlace funciona durante { $duration }.
email-invitation-ignore = Si no quieres una cuenta, ignora este correo. No se creará ninguna.

## The address already has an account

email-known-subject = Ya tienes una cuenta
email-known-preview = Inicia sesión. No cambió nada.
email-known-opening = Alguien ingresó esta dirección de correo para crear una cuenta en { $brand }. La dirección ya tiene una cuenta, así que no cambió nada. Si fuiste tú, inicia sesión.
email-known-ignore = Si no fuiste tú, no tienes que hacer nada. Esa persona no puede ver que tienes una cuenta.
email-known-reset = Si olvidaste tu contraseña, elige una nueva

## Choose a new password

email-reset-subject = Restablece tu contraseña
email-reset-preview = El enlace funciona durante { $duration }. Tu contraseña todavía no cambió.
email-reset-opening = Alguien pidió restablecer la contraseña de tu cuenta en { $brand }. Si fuiste tú, elige una contraseña nueva. El enlace funciona una sola vez, durante { $duration }. Tu contraseña todavía no cambió.
email-reset-button = Elegir una contraseña nueva
email-reset-ignore = Si no fuiste tú, ignora este correo. Tu contraseña seguirá siendo la misma.
email-reset-keep-private = No compartas nunca este enlace. Nunca te lo pediremos.

## A webhook endpoint was turned off

email-webhook-off-subject = Se desactivó un endpoint de webhook
email-webhook-off-preview = Guardamos tus eventos durante 30 días como máximo y los enviaremos cuando lo reactives.
email-webhook-off-failing = Tu servidor no aceptó ningún evento durante cinco días, así que dejamos de enviarlos.
email-webhook-off-gone = Tu servidor respondió con 410 Gone, así que dejamos de enviarle eventos.
email-webhook-off-unverified = Tu servidor no aceptó el evento de prueba en tres días. Reactiva el endpoint para enviar otro evento de prueba.
email-webhook-off-paused = El endpoint se desactivó en el panel.
email-webhook-off-url = URL
email-webhook-off-since = Desactivado el
email-webhook-off-button = Ver entregas
email-webhook-off-kept = Guardamos los eventos no entregados durante 30 días como máximo y los enviaremos cuando reactives el endpoint.

## To the operator: something waits too long

email-alert-money-stops = Los pagos salientes están en pausa
email-alert-withdrawals = Hay retiros pendientes de pago
email-alert-sent-withdrawals = Hay retiros enviados sin confirmar
email-alert-parked-payments = Hay pagos recibidos que hay que asignar o devolver
email-alert-proposals = Hay propuestas a la espera de un segundo operador
email-alert-unsent-withdrawals = Hay retiros que ya deberían haberse enviado
email-alert-chain-payments = Hay pagos sin confirmar en la blockchain
email-alert-emails = No se están enviando correos
email-alert-webhook-endpoints = Hay endpoints de webhook que fallan
email-alert-resolved-subject = Resuelto: { $title }
email-alert-late = Esto requiere tu atención. Usa el comando de abajo para ver qué está pendiente. Te lo recordaremos una vez al día y te avisaremos cuando se resuelva.
email-alert-resolved = Esto ya no requiere tu atención.
email-alert-count = En espera
email-alert-since = El más antiguo, desde
email-alert-command = Comando
email-alert-because = Recibes este correo porque { $email } es la dirección de alertas de { $brand } (alert_email).
