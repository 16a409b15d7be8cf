### The page that guides newcomers in `florin dev`.

first-run-title = Primeros pasos
first-run-intro = Sigue un pago con dinero de prueba de principio a fin. Cada paso se marca cuando está listo.
first-run-done = listo
first-run-invitation = ¿Es tu primera vez aquí? Da los <a href="{ $href }">primeros pasos</a>: págate, cobra el dinero y retíralo.
first-run-key-title = La clave de prueba ya no funciona
first-run-key-text = Fue revocada. Reinicia florin dev para obtener otra.

## The steps

first-run-pay = Págate
first-run-pay-text = Envía { $amount } desde la cuenta de demostración a un correo electrónico. Sirve cualquiera, porque florin dev no envía correos.
first-run-send = Enviar { $amount }
first-run-own-address = Este es el correo de la propia cuenta de demostración. Ingresa otro.
first-run-paid = La cuenta de demostración envió { $amount } a <b>{ $email }</b>.
first-run-email = Abre el correo
first-run-email-text = Los correos se guardan en lugar de enviarse. Puedes leerlos todos <a href="{ $href }">en esta página</a>.
first-run-open-email = Abrir correo
first-run-claim = Cobra el dinero
first-run-claim-text = Sigue el enlace del correo. Si ya iniciaste sesión, ábrelo en una ventana privada. Elige cualquier nombre y contraseña.
first-run-claimed = El dinero está en el saldo del destinatario.
first-run-withdraw = Retira el dinero
first-run-withdraw-text = Como destinatario, agrega una cuenta bancaria y retira el dinero a esa cuenta. Para Pix en Brasil, la clave <code>{ $key }</code> es válida.
first-run-withdrawn = El destinatario está retirando { $amount }. Un banco simulado lo paga.
first-run-webhook = Mira el webhook
first-run-webhook-text = Ejecuta este comando en otra terminal. Muestra cada evento de la cuenta de demostración, tal como lo recibiría tu servidor.
first-run-listen = Escuchar eventos
first-run-webhook-pay = Luego genera un evento, por ejemplo con otro envío.
first-run-curl = Hacer un envío
first-run-webhook-endpoint = Para recibir eventos en tu propio servidor, <a href="{ $href }">agrega un endpoint de webhook</a>.
first-run-received = El último evento es <code>{ $event }</code>, del { $date }.
first-run-complete-title = Todos los pasos listos
first-run-complete-text = Continúa en el <a href="{ $dashboard }">panel</a> o con la <a href="{ $reference }">referencia de la API</a>.

## The account

first-run-account = Cuenta de demostración
first-run-test-key = Clave de prueba
