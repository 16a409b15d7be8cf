### Automatic withdrawals: their pages, what other pages say about them, and the email about their end.

## The page

automatic-title = Retiros automáticos
automatic-lead = Retira automáticamente a tu cuenta bancaria o billetera los pagos que recibes.
# The badge beside the title.
automatic-state =
    { $state ->
        [on] Activados
       *[off] Desactivados
    }
automatic-off-title = Los retiros automáticos están desactivados
automatic-delayed-title = El próximo retiro está demorado
automatic-delayed = No se puede crear en este momento. Lo intentaremos de nuevo el { $time } y cada vez que recibas un pago. Hasta entonces, el dinero queda en tu saldo.
automatic-destination = Destino
# In the email about a change.
automatic-before = Destino anterior
automatic-minimum = Mínimo
automatic-collected = Acumulado
automatic-off-since = Desactivados el
automatic-how-title = Cómo funciona
automatic-how = Los pagos de otras cuentas y los USDC enviados a tu dirección cuentan para el mínimo. Cuando lo alcanzan, los retiramos juntos, con las comisiones habituales. Los depósitos y el dinero devuelto quedan en tu saldo.
automatic-how-most = Cada retiro a este destino es de { $most } como máximo. Si un pago supera ese monto, el resto queda en tu saldo.
automatic-how-off = Si un retiro a ese destino falla o se devuelve, o si archivas el destino, desactivamos los retiros automáticos y te enviamos un correo.
automatic-empty = Elige una cuenta bancaria o billetera y un mínimo. Cuando los pagos que recibes lo alcanzan, los retiramos por ti.
automatic-turn-on = Activar retiros automáticos
automatic-turn-on-again = Reactivar
automatic-turn-off = Desactivar retiros automáticos
automatic-turn-off-title = Desactivar
automatic-turn-off-text = Los pagos nuevos y el monto acumulado quedan en tu saldo. Los retiros que ya existen no cambian.
automatic-said-on = Los retiros automáticos están activados.
automatic-said-off = Los retiros automáticos están desactivados. Los pagos nuevos quedan en tu saldo.

## Why they are off, and what to do

automatic-off-owner = Los desactivaste. Los pagos nuevos quedan en tu saldo.
automatic-off-archived = El destino se archivó. Los pagos nuevos quedan en tu saldo. Para continuar, elige otro destino.
automatic-off-failed = Un retiro a este destino falló y el dinero volvió a tu saldo. Revisa los datos antes de reactivar los retiros automáticos.
automatic-off-returned = El banco devolvió un retiro y el dinero volvió a tu saldo. Revisa los datos antes de reactivar los retiros automáticos.
automatic-off-closed = Desde hace tres días no hay retiros disponibles a este destino. Los pagos nuevos quedan en tu saldo. Para continuar, elige otro destino.

## The form

automatic-edit-title = Editar retiros automáticos
automatic-edit-lead = Elige adónde van los pagos que recibes. Te enviaremos un correo sobre el cambio.
automatic-minimum-hint = Los pagos se acumulan hasta alcanzar este monto. Con un mínimo más alto hay menos retiros y menos comisiones.
automatic-add-first-title = Primero agrega un destino
automatic-add-first = Agrega la cuenta bancaria o billetera a la que deben ir tus pagos.
automatic-add-bank-account = Agregar cuenta bancaria
automatic-add-wallet = Agregar billetera
automatic-choose-destination = Elige un destino.
automatic-minimum-too-small = Las comisiones consumirían este monto. Elige un mínimo mayor.
automatic-own-address = Esta dirección pertenece a una cuenta de { $brand }. Elige otra billetera.

## On the pages of withdrawals and transactions

automatic-withdrawal = Retiro automático
automatic-created = Creado automáticamente
automatic-created-text = A partir de los pagos recibidos. El monto está reservado.
automatic-payments = Pagos
automatic-payments-lead = Este retiro se creó a partir de estos pagos.
automatic-payments-earlier = También incluye pagos anteriores.
# In front of a link to the automatic withdrawal that includes the payment.
automatic-included-in = Incluido en

## The email about their end

automatic-email-subject = Se desactivaron los retiros automáticos
automatic-email-preview = Los pagos nuevos quedan en tu saldo hasta que los reactives.
automatic-email-owner = Los retiros automáticos se desactivaron en el panel. Los pagos nuevos ahora quedan en tu saldo.
automatic-email-archived = La cuenta bancaria o billetera a la que se retiraban tus pagos se archivó. Los pagos nuevos ahora quedan en tu saldo.
automatic-email-failed = Un retiro a este destino falló. El dinero volvió a tu saldo. Los pagos nuevos ahora quedan en tu saldo.
automatic-email-returned = El banco devolvió un retiro. El dinero volvió a tu saldo. Los pagos nuevos ahora quedan en tu saldo.
automatic-email-closed = Desde hace tres días no hay retiros disponibles a este destino. Los pagos nuevos ahora quedan en tu saldo.
automatic-email-any-time = Puedes reactivarlos en el panel cuando quieras.
automatic-email-choose = Para continuar, elige otro destino en el panel.
automatic-email-check = Revisa los datos antes de reactivar los retiros automáticos. Si hay un dato incorrecto, agrega de nuevo la cuenta bancaria o billetera.
automatic-email-button = Ver retiros automáticos
