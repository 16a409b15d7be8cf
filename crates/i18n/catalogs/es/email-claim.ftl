### The email that says that money waits, and its reminder.

## Subjects and titles

email-claim-title = { $sender } te envió { $amount }
email-claim-title-several = Tienes { $amount } por cobrar
email-claim-reminder = Recordatorio: { $subject }
email-claim-preview = El dinero te espera. Cóbralo a más tardar el { $date }.
email-claim-reminder-preview = El dinero todavía te espera. Cóbralo a más tardar el { $date }.

## What it says

email-claim-opening = El dinero te espera en { $brand }. Si no lo cobras a más tardar el { $date }, se devolverá al remitente.
email-claim-opening-several = El dinero te espera en { $brand }. Si no lo cobras a más tardar el { $date }, se devolverá a los remitentes.
email-claim-button = Cobrar { $amount }
email-claim-usdc = USDC es un dólar digital, diseñado para mantener el valor de un dólar estadounidense.
email-claim-next = El enlace muestra lo que te espera. Crea una cuenta con esta dirección de correo o inicia sesión, y el dinero se sumará a tu saldo. Puedes dejarlo ahí o retirarlo.
email-claim-keep-private = Cualquier persona que tenga este enlace puede cobrar el dinero. No reenvíes este correo.
email-claim-unverified = Los remitentes eligen los nombres y las referencias de este correo, y { $brand } no los verifica. Si no conoces al remitente, ignora este correo. No tienes que hacer nada.
email-claim-because = Recibes este correo porque alguien envió dinero a { $email } por medio de { $brand }.

## Facts

email-claim-until = Fecha límite
email-claim-payments = Pagos
# An amount, or a number of payments, if more wait than are counted.
email-claim-more-than = más de { $value }
# One of several senders, with one payment or with several.
email-claim-sender-amount = { $sender } · { $amount }
email-claim-sender-payments = { $sender } · { $amount } ({ $payments })
email-claim-other-senders = y otros remitentes
email-claim-total = { $amount } ({ $payments })
