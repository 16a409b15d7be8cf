### Claim pages: what recipients see first.

## Money is waiting

claim-page-title = { $sender } te envió { $amount }
claim-from = { $sender } te envió
claim-latest-only = Te esperan más de { $count } pagos. Este es el total de los últimos { $count }. Los recibirás todos.
claim-count =
    { $count ->
        [one] Total de { $count } pago. El último es de { $amount }.
       *[other] Total de { $count } pagos. El último es de { $amount }.
    }
claim-reference = “{ $reference }”
claim-facts = Para <b>{ $email }</b>. Cóbralo a más tardar el { $date }. USDC es un dólar digital: guárdalo, envíalo a alguien o retíralo a tu cuenta bancaria.
claim-add-to-balance = Agregar a mi saldo
claim-paused = { $service } pausó los pagos. Agregaremos el dinero a tu saldo en cuanto se reanuden.
claim-on-hold = Este pago está retenido. Podrás cobrarlo en cuanto se libere.
claim-other-user = Iniciaste sesión con otro correo
claim-other-user-text = Iniciaste sesión como <b>{ $user }</b>, pero este dinero es para <b>{ $email }</b>. Cierra sesión para continuar.
claim-sign-out = Cerrar sesión y continuar
claim-stay-signed-in = Mantener la sesión
claim-known = Ya tienes una cuenta con este correo.
claim-sign-in = Iniciar sesión y cobrar
claim-name = Tu nombre
claim-password = Elige una contraseña
claim-test-wallet = Esta es una billetera de prueba. Para volver a entrar, abre este enlace de nuevo.
claim-join = Crear cuenta y cobrar
claim-unknown-sender = ¿No conoces a { $sender }? No tienes que hacer nada. El dinero que no se cobra vuelve al remitente.

## Nothing is waiting any more

claim-claimed-title = Ya se cobró
claim-claimed-text = { $amount } de { $sender } ya se agregó a tu saldo. Inicia sesión para verlo.
claim-claimed-test = { $amount } de { $sender } se agregó a una billetera de prueba. Tiene su propia dirección de inicio de sesión, que ya completamos. Inicia sesión con la contraseña que elegiste.
claim-cancelled-title = Pago cancelado
claim-cancelled-text = { $sender } canceló este pago de { $amount }. Si no lo esperabas, ponte en contacto con el remitente.
claim-expired-title = Pago vencido
claim-expired-text = { $amount } de { $sender } no se cobró en { $duration } y se devolvió. Pide al remitente que lo envíe de nuevo.

## Lost emails

claim-lost-title = ¿Perdiste el correo?
claim-lost-intro = Si alguien te envió dinero y no encuentras el correo, te lo reenviamos.
claim-send-again = Reenviar correo
claim-link-sent = Si hay dinero esperando a <b>{ $email }</b>, reenviamos el correo con el enlace.
claim-link-dead = El enlace está incompleto. Ábrelo desde el correo o pide que te lo reenviemos.
