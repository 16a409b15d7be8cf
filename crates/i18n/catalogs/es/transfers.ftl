### Deposits, withdrawals, bank accounts and external wallets.

## Lists

list-no-matches-on-page = Sin resultados en esta página
list-no-matches-on-page-text = Puede haber resultados más antiguos. Ve a la página siguiente.
list-no-matches = Sin resultados
list-no-matches-text = Ningún elemento tiene este estado en este momento.

## Bank accounts and wallets

external-accounts-all = Todas
external-accounts-active = Activas
external-accounts-archived = Archivadas
external-account-added = Agregada
external-account-added-by = Agregada por
external-account-added-by-app = Una app que conectaste
external-account-from-app = De una app
external-account-rename = Cambiar nombre
external-account-archive = Archivar

## Bank accounts

bank-accounts-lead = Las cuentas desde las que depositas y a las que retiras.
bank-account-add = Agregar cuenta bancaria
bank-accounts-none = Aún no hay cuentas bancarias
bank-accounts-none-text = Agrega la cuenta bancaria desde la que quieres depositar o a la que quieres retirar.
bank-account-method = Método
bank-account-shown-number = Número
bank-account-deposit = Depositar desde esta cuenta
bank-account-withdraw = Retirar a esta cuenta
bank-account-details-lead = Los números se guardan cifrados y solo se muestran en parte.
bank-account-transfers = Transferencias recientes
bank-account-closed =
    { $what ->
        [deposits] En este momento no puedes depositar desde esta cuenta.
        [withdrawals] En este momento no puedes retirar a esta cuenta.
       *[both] En este momento no puedes depositar desde esta cuenta ni retirar a ella.
    }
bank-account-name-hint = Solo para identificarla. No cambia las transferencias.
bank-account-archive = Archivar cuenta bancaria
bank-account-archive-text = Una cuenta archivada ya no sirve para nuevos depósitos ni retiros. Las transferencias en curso continúan.
bank-account-archive-warning = Esta acción no se puede deshacer. Para volver a usar la cuenta, agrégala de nuevo.

## Adding a bank account

bank-account-method-lead = Elige cómo recibe dinero la cuenta. Después te pediremos sus datos.
bank-account-methods = Método y país
bank-account-no-methods = No hay métodos disponibles
bank-account-no-methods-text = Este servicio no ofrece transferencias bancarias en este momento. Si las necesitas, comunícate con soporte.
bank-account-other-method = Elegir otro método
bank-account-name-example = Solo para identificarla, como Nómina. Si lo dejas vacío, será el método y el final del número.
bank-account-part-account = Cuenta
bank-account-part-holder = Titular de la cuenta
bank-account-part-address = Dirección del titular
select-placeholder = Elige una opción

## Ways to move money: what each is good for

rail-pitch-ars-transfers = Pesos argentinos, a un CBU, CVU o alias.
rail-pitch-brl-pix = Reales brasileños, a una clave Pix.
rail-pitch-cad-eft = Dólares canadienses.
rail-pitch-cop-pse = Pesos colombianos.
rail-pitch-eur-sepa = Euros, en todos los países de la zona SEPA.
rail-pitch-mxn-spei = Pesos mexicanos, a una CLABE.
rail-pitch-usd-ach = Dólares estadounidenses. Comisión baja.
rail-pitch-usd-fedwire = Dólares estadounidenses. Comisión más alta.

## Details of a bank account

bank-account-number = Número de cuenta
bank-account-type = Tipo de cuenta
bank-account-type-checking = Corriente
bank-account-type-savings = De ahorros
bank-ars-account = CBU, CVU o alias
bank-ars-account-hint = 22 dígitos, o un alias como mate.sol.luna.
bank-ars-account-type = Tipo de identificador
bank-ars-cbu = CBU (banco)
bank-ars-cvu = CVU (billetera)
bank-building = Departamento, piso o edificio
bank-business-name = Nombre de la empresa
bank-business-name-hint = Recomendado. Usa el nombre registrado en el banco.
bank-city = Ciudad
bank-clabe-hint = 18 dígitos.
bank-code = Código del banco
bank-code-hint = 3 o 4 dígitos, como 007.
bank-colombian-account-hint = De 6 a 20 dígitos.
bank-document-number = Número de documento
bank-document-passport = Pasaporte
bank-document-type = Documento de identidad
bank-first-name = Nombre
bank-holder-email = Correo electrónico del titular
bank-holder-email-hint = El banco puede escribir a este correo.
bank-holder-first-name = Nombre del titular
bank-holder-last-name = Apellido del titular
bank-holder-name = Nombre completo del titular
bank-holder-name-hint = Como está registrado en el banco.
bank-holder-type = Tipo de titular
bank-holder-type-business = Empresa
bank-holder-type-individual = Persona
bank-iban-hint = Empieza con dos letras del país, como DE o ES.
bank-institution-number = Número de institución
bank-institution-number-hint = Los 3 dígitos del banco.
bank-last-name = Apellido
bank-pix-key = Clave Pix
bank-pix-key-hint = Un CPF o CNPJ, un teléfono con código de área, un correo electrónico o una clave aleatoria.
bank-postal-code = Código postal
bank-recommended = Recomendado.
bank-routing-number = Número de ruta
bank-routing-number-hint = 9 dígitos, abajo a la izquierda de un cheque.
bank-state = Estado o región
bank-street = Calle y número
bank-transit-number = Número de tránsito
bank-transit-number-hint = Los 5 dígitos de la sucursal.

## External wallets

external-wallet = Billetera externa
external-wallets-lead = Las direcciones de blockchain a las que puedes retirar USDC.
external-wallet-add = Agregar billetera
external-wallets-none = Aún no hay billeteras
external-wallets-none-text = Agrega la dirección de la billetera a la que quieres retirar USDC.
external-wallet-withdraw = Retirar a esta billetera
external-wallet-new = Billetera nueva
external-wallet-new-text = Podrás hacer retiros a esta billetera desde el { $date }. La espera protege tu saldo si alguien más entra en tu cuenta.
external-wallet-name-hint = Solo para identificarla. La dirección no cambia.
external-wallet-archive = Archivar billetera
external-wallet-archive-text = Una billetera archivada ya no sirve para nuevos retiros. Los retiros en curso continúan.
external-wallet-archive-warning = Esta acción no se puede deshacer. Para volver a usar la billetera, agrégala de nuevo.
external-wallet-add-lead = Copia y pega la dirección. Los USDC enviados a una dirección equivocada se pierden.
external-wallet-name-example = Solo para identificarla, como Tesorería.
external-wallet-address-hint = No cambies mayúsculas ni minúsculas: ayudan a encontrar errores.
external-wallet-network-hint = Tus USDC están en esta red. La billetera debe admitirla.

## Deposits and withdrawals

transfers-all = Todos
transfer-from = Origen
transfer-to = Destino
transfer-you-send = Envías
transfer-you-sent = Enviaste
transfer-you-receive = Recibes
transfer-you-received = Recibiste
transfer-you-would-have-received = Habrías recibido
transfer-price = Monto y comisiones
transfer-fee-fixed = Comisión fija
transfer-fee-percentage = Comisión porcentual
transfer-fee-spread = Margen del tipo de cambio
transfer-fee-rounding = Redondeo
transfer-fees-total = Total de comisiones
transfer-valid-until = Válido hasta
transfer-history = Historial
transfer-simulation = Simulación
transfer-simulation-lead = En el modo de prueba, tú decides qué pasa.
transfer-simulate-received = Marcar como recibido
transfer-simulate-completed = Marcar como completado
transfer-simulate-failed = Marcar como fallido
transfer-simulate-expired = Marcar como vencido
transfer-simulate-returned = Marcar como devuelto

## Why a deposit or a withdrawal can't be made

transfer-ask-support = ¿Tienes preguntas? Escribe a { $email }.

## Deposits

deposits-lead = Envía dinero desde tu cuenta bancaria para agregar USDC a tu saldo.
deposit-new = Nuevo depósito
deposits-none = Aún no hay depósitos
deposits-none-text = Dinos cuánto vas a enviar y te mostraremos adónde.
deposits-closed = Los depósitos desde cuentas bancarias no están disponibles
deposits-closed-text = Este servicio no acepta depósitos desde cuentas bancarias en este momento. Si los necesitas, comunícate con soporte.
deposit-transfer-details = Datos de la transferencia
deposit-transfer-details-lead = Envía el dinero desde tu banco exactamente con estos datos. Haz clic en un valor para seleccionarlo.
deposit-beneficiary = Beneficiario
deposit-send-by = Enviar antes del
deposit-reference-title = Incluye la referencia exactamente como aparece
deposit-reference-text = Con ella asociamos la transferencia a tu cuenta.
deposit-rate-title = Tu tipo de cambio está fijado
deposit-rate-text = El tipo de cambio indicado abajo vale para una transferencia de hasta { $amount } que llegue a nuestro banco antes del { $date }. Lo que supere ese monto o llegue después se convierte al tipo de cambio del día en que llegue.
deposit-other-amount = El monto que enviaste es distinto de los { $amount } que ibas a enviar.
deposit-announced = Ibas a enviar
deposit-cancel = Cancelar depósito
deposit-cancel-text = Cancela el depósito si ya no quieres enviar el dinero.
deposit-credited-anyway = Si ya enviaste el dinero, lo agregaremos a tu saldo de todos modos.

## What has happened to a deposit

deposit-step-created = Creado
deposit-step-waiting = A la espera de tu transferencia
deposit-step-waiting-text = Envíala antes del { $date }.
deposit-step-received = Dinero recibido
deposit-step-credited = Agregado a tu saldo
deposit-step-credited-soon = Tarda unos instantes.
deposit-step-failed-text = Tu transferencia no llegará, así que no se sumó nada a tu saldo. Pregunta el motivo a tu banco y luego crea otro depósito.
deposit-step-expired-text = Tu transferencia no llegó a tiempo. Si llega después, la agregaremos a tu saldo de todos modos.

## Making a deposit

deposit-new-lead = Ingresa cuánto vas a enviar. Verás el tipo de cambio y las comisiones antes de confirmar.
deposit-no-account = Primero agrega una cuenta bancaria
deposit-no-account-text = Los depósitos salen de una de tus cuentas bancarias.
deposit-choose-account = Elige una cuenta bancaria
deposit-not-chosen = Elige la cuenta bancaria desde la que vas a enviar.
deposit-amount-hint = En la moneda de la cuenta bancaria.
deposit-review = Revisar depósito
deposit-review-lead = Revisa los datos. Después de crear el depósito, envía el dinero desde tu banco.
deposit-price-expired = La cotización venció
deposit-price-expired-text = No se creó ningún depósito. Esta es la cotización actual.
deposit-create = Crear depósito

## The address to receive USDC at

deposit-address = Recibir USDC
deposit-address-lead = Los USDC enviados a tu dirección se agregan a tu saldo.
deposit-address-yours = Tu dirección
deposit-address-qr = Código QR de tu dirección
deposit-address-token = Token aceptado
deposit-address-before = Antes de enviar
deposit-address-warning = Envía solo USDC en { $chain }. Otros tokens, o USDC en otras redes, se pierden.
deposit-address-minimum = Las transferencias menores a { $minimum } no se acreditan.
deposit-address-wait = Agregamos los USDC a tu saldo cuando la transferencia es definitiva, lo que puede tardar hasta media hora.
deposit-address-lasting = La dirección es solo tuya y no vence.
deposit-address-new = Nueva dirección
deposit-address-new-text = Usa otra dirección si no quieres que quien te paga vea lo que te pagaron otras personas.
deposit-address-create = Crear nueva dirección
deposit-address-create-text = Tu dirección anterior seguirá funcionando, pero solo mostraremos la nueva.
deposit-address-none-in-test = Sin dirección en el modo de prueba
deposit-address-none-in-test-text = Crea un depósito y márcalo como recibido, o agrega dinero de prueba en el resumen.
deposit-address-none = Aún no hay dirección
deposit-address-none-text = Este servicio aún no está conectado a una blockchain. Puedes depositar desde una cuenta bancaria.

## Withdrawals

withdrawals-lead = Envía USDC de tu saldo a una cuenta bancaria o billetera.
withdrawal-new = Nuevo retiro
withdrawals-none = Aún no hay retiros
withdrawals-none-text = Retira dinero de tu saldo a una cuenta bancaria o billetera.
withdrawal-you-withdraw = Retiras
withdrawal-you-withdrew = Retiraste
withdrawal-back = De vuelta en tu saldo
withdrawal-failed = El retiro falló
withdrawal-rejected = No pudimos enviarlo, o el banco o la red lo rechazó. El monto completo volvió a tu saldo. Revisa los datos del destino e inténtalo de nuevo, o comunícate con soporte.
withdrawal-returned = El dinero llegó, pero el banco lo devolvió, a menudo porque la cuenta está cerrada o es de otra persona. El monto completo, con las comisiones, volvió a tu saldo.
withdrawal-simulated-failure = Simulaste una falla. El monto completo volvió a tu saldo.
withdrawal-bank-reference = Referencia bancaria
withdrawal-hash = Hash de la transacción
withdrawal-cancel = Cancelar retiro
withdrawal-cancel-text = Puedes cancelar el retiro mientras esté en cola.
withdrawal-cancel-warning = El monto completo volverá a tu saldo.

## When a withdrawal arrives. Each label has a date behind it.

arrival-within = Suele llegar en un plazo de { $time }.
arrival-by = Debería llegar a más tardar el
arrival-expected = Se esperaba para el
arrival-late = { $date } (tarda más de lo habitual)
arrival-done = Llegó el

## What has happened to a withdrawal

withdrawal-step-created = Creado
withdrawal-step-created-text = El monto está reservado.
withdrawal-step-sent = Enviado
withdrawal-step-queued-text = Esperamos { $duration } antes de enviarlo. Hasta entonces, puedes cancelarlo.
withdrawal-step-waiting = En espera de envío
withdrawal-step-waiting-text = Estamos preparando tu retiro. Ya no se puede cancelar.
withdrawal-step-under-way = En camino
withdrawal-step-under-way-text = Ya no se puede cancelar.
withdrawal-step-unclear-text = Esperamos la confirmación y seguiremos consultando. No se enviará dos veces.
withdrawal-step-arrived = Recibido
withdrawal-step-returned = Devuelto
withdrawal-step-cancelled-text = El monto completo volvió a tu saldo.

## Making a withdrawal

withdrawal-new-lead = Verás las comisiones y lo que recibes antes de confirmar.
withdrawal-new-bank-account = Agregar una cuenta bancaria
withdrawal-to-new-wallet = ¿Quieres retirar USDC a tu propia billetera? <a href="{ $href }">Primero agrega su dirección</a>.
withdrawal-choose-destination = Elige un destino
withdrawal-not-chosen = Elige adónde enviar el dinero.
withdrawal-amount-hint = El monto que sale de tu saldo, con las comisiones.
withdrawal-review = Revisar retiro
withdrawal-review-lead = Puedes cancelar el retiro durante { $duration } después de confirmarlo.
withdrawal-price-changed = La cotización cambió
withdrawal-price-changed-text = No se envió nada. Esta es la cotización actual.
withdrawal-confirm = Confirmar retiro
