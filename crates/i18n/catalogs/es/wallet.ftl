### The wallet of a personal account.

## Its home

wallet-home = Inicio
wallet-activity = Actividad
wallet-quick-menu = Menú rápido
wallet-balance = Tu saldo
wallet-approximate = Alrededor de { $amount } al tipo de cambio actual, antes de comisiones
wallet-withdraw = Retirar
wallet-send = Enviar
wallet-receive = Recibir
wallet-automatic = Los retiros automáticos están activados. Los pagos que recibes se retiran cuando alcanzan tu mínimo.
wallet-automatic-show = Ver retiros automáticos
wallet-stopped = Los pagos salientes están en pausa
wallet-stopped-text = { $service } pausó los pagos salientes. Tu saldo no se ve afectado. Los pagos que te envíen pueden llegar solo cuando se reanuden. Inténtalo más tarde.
wallet-latest = Actividad reciente
wallet-nothing-yet = Todavía no hay actividad
wallet-nothing-yet-text = Aquí aparece el dinero que recibes, envías o retiras.
wallet-show-all = Ver toda la actividad
wallet-add-test-money = Agregar dinero de prueba
wallet-add-test-money-text = El dinero de prueba no tiene valor. Úsalo para hacer pruebas.

## Sending

wallet-send-lead = Solo necesitas un correo electrónico. El destinatario todavía no necesita una cuenta.
wallet-send-available = Disponible: { $amount }
wallet-send-email = Correo del destinatario
wallet-send-reference = Referencia
wallet-send-reference-hint = El destinatario la verá.
wallet-send-review = Revisar pago
wallet-send-confirm = Enviar { $amount }
wallet-send-left = Saldo después del pago
wallet-send-language = Si el destinatario no eligió un idioma, el correo va en este: { $language }. <a href="{ $href }">Cambiar el idioma</a>
wallet-send-next = Qué sigue
wallet-send-earlier = Ya enviaste <a href="{ $href }">un pago con el mismo destinatario, monto y referencia</a> en los últimos { $days } días.
wallet-outcome-paid = El dinero llega de inmediato.
wallet-outcome-claim = Si el destinatario tiene una cuenta, el dinero llega de inmediato. Si no, tiene 30 días para cobrarlo. Le escribiremos.
wallet-outcome-fails = Esta dirección de prueba hace que el pago falle.
wallet-said-sent = Pago creado.

## A payment that was sent

wallet-sent-title = Pago a { $email }
wallet-sent-completed = El dinero está en el saldo del destinatario.
wallet-sent-pending = El destinatario puede cobrarlo hasta el { $date }. Si no lo hace, el dinero vuelve a tu saldo.
wallet-sent-processing = El pago se está enviando.
wallet-sent-back = El dinero volvió a tu saldo.
wallet-sent-remind = Enviar recordatorio
wallet-sent-cancel = Cancelar pago
wallet-sent-cancel-text = El destinatario ya no podrá cobrarlo y el dinero vuelve a tu saldo de inmediato. Esta acción no se puede deshacer.
wallet-sent-another = Enviar otro pago

## Receiving

wallet-receive-lead = Formas de recibir dinero en tu saldo.
wallet-receive-email = Por correo electrónico
wallet-receive-email-text = Cualquier persona con una cuenta de { $service } puede enviar dinero a tu correo. Llega a tu saldo de inmediato.
wallet-receive-bank = Desde una cuenta bancaria
wallet-receive-bank-text = Crea un depósito. Te mostraremos adónde enviar el dinero y qué referencia usar.
wallet-receive-usdc = En USDC
wallet-receive-usdc-text = Envía USDC en { $network } a tu dirección desde cualquier billetera o plataforma de intercambio.
wallet-receive-usdc-show = Ver mi dirección

## Personal and business accounts

account-type = Tipo de cuenta
account-personal = Personal
account-personal-text = Una billetera: recibe dinero, envíalo a una persona a la vez y retíralo.
account-business = Empresarial
account-business-text = Todo lo de una cuenta personal, y además pagos a muchas personas, claves de API y webhooks.
account-upgrade = Cambiar a cuenta empresarial
account-upgrade-text = Tu saldo, tu actividad y tus cuentas bancarias siguen igual. No podrás volver a una cuenta personal.
account-upgrade-now = Cambiar ahora
wallet-said-upgraded = Ahora tienes una cuenta empresarial.
