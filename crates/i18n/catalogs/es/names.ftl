### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = Esperando transferencia
status-cancelled = Cancelado
status-completed = Completado
status-expired = Vencido
status-failed = Fallido
status-pending-claim = Por cobrar
status-processing = En proceso
status-queued = En cola
# Of bank accounts and external wallets.
status-active = Activa
status-archived = Archivada

## Statuses of emails

email-status-queued = En cola
# Written in test mode, where no email is sent.
email-status-kept = Guardado
email-status-sending = Enviando
email-status-sent = Enviado
email-status-failed = Fallido
email-status-unclear = Sin confirmar
# Another email to the address says the same.
email-status-combined = Combinado
email-status-obsolete = Ya no es necesario
email-status-delayed = Aplazado

## What emails are about

email-about-claim = Pago por cobrar
email-about-reminder = Recordatorio de cobro
email-about-join = Registro
email-about-known = Registro con una cuenta existente
email-about-reset = Restablecimiento de contraseña
email-about-security = Seguridad
email-about-webhook-off = Endpoint de webhook desactivado
email-about-operator-alert = Alerta para operadores

## Types of transactions

transaction-deposit = Depósito
transaction-inbound-transfer = Ingreso
transaction-payout = Envío
transaction-withdrawal = Retiro

## Why a transaction failed

failure-claim-expired = No se cobró a tiempo.
failure-rejected = No se envió, o el banco o la red lo rechazó.
failure-returned-by-bank = El banco lo devolvió.
failure-simulated = El entorno de pruebas simuló una falla.

## Currencies

currency-ars = Peso argentino
currency-brl = Real brasileño
currency-cad = Dólar canadiense
currency-cop = Peso colombiano
currency-eur = Euro
currency-mxn = Peso mexicano
currency-usd = Dólar estadounidense
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Transferencia, Argentina
rail-brl-pix = Pix, Brasil
rail-cad-eft = EFT, Canadá
rail-cop-pse = ACH, Colombia
rail-eur-sepa = SEPA, Europa
rail-mxn-spei = SPEI, México
rail-usd-ach = ACH, Estados Unidos
rail-usd-fedwire = Fedwire, Estados Unidos

## Permissions: what a scope allows

permission-balance-read = Ver tu saldo
permission-bank-accounts-read = Ver tus cuentas bancarias
permission-bank-accounts-write = Agregar, renombrar y archivar cuentas bancarias
permission-external-wallets-read = Ver tus billeteras externas
permission-external-wallets-write = Agregar, renombrar y archivar billeteras externas
permission-recipients-read = Ver a las personas a las que pagas
permission-recipients-write = Agregar y renombrar a personas a las que pagas
permission-transactions-read = Ver todas tus transacciones
permission-deposits-read = Ver tus depósitos
permission-deposits-write = Crear y cancelar depósitos
permission-withdrawals-read = Ver tus retiros
permission-withdrawals-write = Retirar tu dinero a una cuenta bancaria o billetera
permission-payouts-read = Ver tus envíos
permission-payouts-write = Pagar a personas con tu dinero
# An app sees and changes only what it has added itself.
app-permission-bank-accounts-read = Ver las cuentas bancarias que agregó
app-permission-bank-accounts-write = Agregar cuentas bancarias por ti
app-permission-external-wallets-read = Ver las billeteras externas que agregó
app-permission-external-wallets-write = Agregar billeteras externas por ti

## Events that webhooks report

event-payout-created = Se creó un envío.
event-payout-completed = Un envío terminó y al menos un destinatario recibió dinero.
event-payout-failed = Un envío terminó sin que ningún destinatario recibiera dinero.
event-payout-cancelled = Un envío terminó porque se cancelaron todos los pagos que quedaban.
event-payout-item-pending-claim = Un pago espera a que su destinatario lo cobre.
event-payout-item-completed = Un destinatario recibió un pago.
event-payout-item-failed = Un pago falló y su dinero volvió a tu saldo.
event-payout-item-cancelled = Un pago se canceló o venció y su dinero volvió a tu saldo.
event-deposit-created = Se creó un depósito.
event-deposit-processing = Llegó el dinero de un depósito.
event-deposit-completed = Un depósito se agregó a tu saldo.
event-deposit-failed = Un depósito falló.
event-deposit-cancelled = Un depósito se canceló.
event-deposit-expired = El dinero de un depósito no llegó a tiempo.
event-withdrawal-created = Se creó un retiro.
event-withdrawal-processing = Un retiro ya no se puede cancelar y se enviará a continuación.
event-withdrawal-completed = Llegó un retiro.
event-withdrawal-failed = Un retiro falló y su dinero volvió a tu saldo.
event-withdrawal-returned = El banco devolvió un retiro completado.
event-withdrawal-cancelled = Un retiro se canceló.
event-inbound-transfer-completed = Llegó un ingreso.
event-inbound-transfer-failed = Un ingreso no llegó.
event-recipient-created = Se agregó un destinatario.
event-recipient-updated = Cambió el nombre o el apodo de un destinatario.
event-recipient-joined = Un destinatario recibió dinero tuyo en su propia cuenta por primera vez.
event-bank-account-created = Se agregó una cuenta bancaria.
event-bank-account-updated = Se renombró una cuenta bancaria.
event-bank-account-archived = Se archivó una cuenta bancaria.
event-external-wallet-created = Se agregó una billetera externa.
event-external-wallet-updated = Se renombró una billetera externa.
event-external-wallet-archived = Se archivó una billetera externa.
event-webhook-test = Se pidió un evento de prueba en el panel.

## Events in the security log

security-joined = Cuenta creada
security-signed-in = Inicio de sesión
security-signed-in-anew = Inicio de sesión desde un dispositivo nuevo
security-sign-in-failed = Inicio de sesión fallido
security-codes-guessed = Códigos de verificación incorrectos con tu contraseña
security-signed-out = Cierre de sesión
security-signed-out-everywhere = Cierre de las demás sesiones
security-password-changed = Cambio de contraseña
security-name-changed = Cambio de nombre
security-language-changed = Cambio de idioma
security-recipient-language-changed = Cambio del idioma para las personas a las que pago
security-time-zone-changed = Cambio de zona horaria
security-upgraded-to-business = Cambio a cuenta empresarial
security-second-factor-on = Verificación en dos pasos activada
security-second-factor-off = Verificación en dos pasos desactivada
security-recovery-codes-made = Códigos de recuperación nuevos creados
security-recovery-code-used = Código de recuperación usado
security-key-created = Clave de API creada
security-key-revoked = Clave de API revocada
security-bank-account-added = Cuenta bancaria agregada
security-external-wallet-added = Billetera externa agregada
security-automatic-withdrawals-on = Retiros automáticos activados o modificados
security-automatic-withdrawals-off = Retiros automáticos desactivados
security-app-created = App de Connect creada
security-app-changed = App de Connect modificada
security-app-secret-rotated = Secreto de una app de Connect renovado
security-app-archived = App de Connect archivada
security-app-authorized = App conectada
security-app-disconnected = App desconectada
security-webhook-added = Endpoint de webhook agregado
security-webhook-changed = Endpoint de webhook modificado
security-webhook-secret-shown = Secreto de webhook mostrado
security-webhook-secret-rotated = Secreto de webhook renovado
security-webhook-removed = Endpoint de webhook quitado
security-app-replayed = App desconectada porque una credencial se usó dos veces
security-locked = Bloqueo por el operador de este servicio
security-unlocked = Desbloqueo por el operador de este servicio

# The device of a session or a sign-in.
device-browser-on-system = { $browser } en { $system }
device-unknown = Desconocido
# In place of the email address of a recipient that a test account simulates.
person-simulated = Persona simulada
