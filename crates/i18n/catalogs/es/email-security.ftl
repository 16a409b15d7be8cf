### The email about a change that matters for the security of an account.

## What changed: the subject, and what it means

email-security-signed-in-anew = Nuevo inicio de sesión en tu cuenta
email-security-signed-in-anew-meaning = Alguien inició sesión en tu cuenta desde un dispositivo nuevo.
email-security-codes-guessed = Códigos de verificación incorrectos en tu cuenta
email-security-codes-guessed-meaning = Alguien ingresó tu contraseña y varios códigos incorrectos de la verificación en dos pasos. No logró iniciar sesión, pero conoce tu contraseña.
email-security-password-changed = Se cambió tu contraseña
email-security-password-changed-meaning = Ahora solo funciona la contraseña nueva. Por sí sola no desactiva las claves de API, las apps conectadas ni los endpoints de webhook. Revisa lo que sigue activo en el panel, en las secciones de claves de API, apps conectadas y webhooks.
email-security-second-factor-on = Se activó la verificación en dos pasos
email-security-second-factor-on-meaning = Ahora necesitas tu contraseña y un código de tu app de autenticación para iniciar sesión.
email-security-second-factor-off = Se desactivó la verificación en dos pasos
email-security-second-factor-off-meaning = Ahora basta tu contraseña para iniciar sesión.
email-security-recovery-codes-made = Se crearon nuevos códigos de recuperación
email-security-recovery-codes-made-meaning = Tus códigos de recuperación anteriores ya no funcionan.
email-security-recovery-code-used = Se usó un código de recuperación
email-security-recovery-code-used-meaning = Alguien inició sesión con uno de tus códigos de recuperación. No se puede volver a usar.
email-security-key-created = Se creó una clave de API
email-security-key-created-meaning = Cualquier persona que tenga esta clave puede operar tu cuenta.
email-security-app-created = Se creó una app de Connect
email-security-app-created-meaning = Puede pedir a otras personas acceso a sus cuentas en tu nombre.
email-security-app-secret-rotated = Se renovó el secreto de una app de Connect
email-security-app-secret-rotated-meaning = El secreto anterior ya no funciona. Usa el nuevo.
email-security-app-authorized = Una app recibió acceso a tu cuenta
email-security-app-authorized-meaning = Puedes desconectarla cuando quieras en el panel, en la sección de apps conectadas.
email-security-app-replayed = Se desconectó una app de tu cuenta
email-security-app-replayed-meaning = Una de sus credenciales se usó dos veces, lo que puede indicar que la robaron. Vuelve a conectar la app solo si confías en ella.
email-security-bank-account-added = Se agregó una cuenta bancaria
email-security-bank-account-added-meaning = Ahora se puede retirar dinero a esta cuenta.
email-security-external-wallet-added = Se agregó una billetera externa
email-security-external-wallet-added-meaning = Ahora se puede retirar dinero a esta billetera.
email-security-automatic-on = Se activaron o cambiaron los retiros automáticos
email-security-automatic-on-meaning = Ahora enviamos al destino indicado abajo los pagos que recibes.
email-security-webhook-added = Se agregó un endpoint de webhook
email-security-webhook-added-meaning = Esta dirección ahora recibe eventos de tu cuenta.
email-security-webhook-secret-rotated = Se renovó el secreto de un endpoint de webhook
email-security-webhook-secret-rotated-meaning = Durante un día las entregas se firman con ambos secretos, y después solo con el nuevo.

## What to do

email-security-preview = { $time }. Si no fuiste tú, restablece tu contraseña.
email-security-button = Restablecer contraseña
email-security-was-you = Si fuiste tú, no tienes que hacer nada.
email-security-was-not-you = Si no fuiste tú, restablece tu contraseña ahora y escribe a { $email }.
# Without a support address.
email-security-was-not-you-operator = Si no fuiste tú, restablece tu contraseña ahora y comunícate con el operador de este servicio.

## Facts

email-security-permissions = Permisos
email-security-revoked = Revocado
email-security-still-active = Aún activo
email-security-time = Hora
email-security-ip-address = Dirección IP
email-security-device = Dispositivo
email-security-api-keys =
    { $count ->
        [one] { $count } clave de API
       *[other] { $count } claves de API
    }
email-security-apps =
    { $count ->
        [one] { $count } app conectada
       *[other] { $count } apps conectadas
    }
email-security-endpoints =
    { $count ->
        [one] { $count } endpoint de webhook
       *[other] { $count } endpoints de webhook
    }
