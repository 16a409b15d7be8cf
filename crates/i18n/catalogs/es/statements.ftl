### Receipts and statements, as pages and as files.

## Every document

document-account-holder = Titular de la cuenta
document-account-id = ID de la cuenta
document-download = Descargar { $format }
document-page = Página { $page } de { $pages }
document-questions = ¿Tienes preguntas? { $email }
# Stands in large letters on test documents: one word.
document-test = PRUEBA
document-test-note = Datos de prueba. No se movió dinero real.

## Receipts

receipt-title = Comprobante
receipt-back = Transacción
receipt-show = Ver comprobante
# What the PDF file calls itself.
receipt-document-title = Comprobante de { $brand } { $id }
receipt-status = { $status } · { $date }
receipt-returned = Devuelto
receipt-not-completed = Este documento no acredita un pago.
receipt-external-wallet = Billetera externa
receipt-payment-method = Medio de pago
receipt-local-amount = Monto en moneda local
receipt-exchange-rate = { $usdc } = { $amount }
receipt-transfer-reference = Referencia de la transferencia
receipt-transaction-hash = Hash de la transacción
receipt-reason = Motivo
receipt-completed = Fecha de finalización
receipt-payout-id = ID del envío
receipt-transaction-id = ID de la transacción
receipt-amounts = Montos
receipt-sent = Monto enviado
receipt-received = Monto recibido
receipt-fee-fixed = Comisión fija
receipt-fee-percentage = Comisión porcentual
receipt-fee-spread = Margen del tipo de cambio
receipt-fee-rounding = Redondeo

## Movements

movement-payout = Envío a { $name }
movement-withdrawal = Retiro a { $name }
movement-automatic-withdrawal = Retiro automático a { $name }
movement-return = Devolución del retiro a { $name }
movement-deposit = Depósito de { $name }
movement-inbound-transfer = Pago de { $name }
movement-test-money = Dinero de prueba

## Statements

statement-title = Estado de cuenta
# What the PDF file calls itself.
statement-document-title = Estado de cuenta de { $brand } · { $month }
statements-intro = Tus estados de cuenta mensuales en PDF, CSV y OFX.
statements-hint = Los meses son meses calendario en UTC. Los saldos incluyen el dinero reservado para envíos y retiros pendientes.
statement-month = Mes
statement-in-progress = En curso
statement-period = Período
statement-summary = Resumen
statement-opening-balance = Saldo inicial
statement-money-in = Entradas
statement-money-out = Salidas
statement-fees = Comisiones
statement-closing-balance = Saldo final
statement-balance-so-far = Saldo hasta el momento
statement-reserved = Reservado para envíos y retiros pendientes
statement-balance-parts = Disponible: { $available } · Reservado para envíos y retiros pendientes: { $reserved }
statement-unfinished-title = Este mes aún no termina
statement-unfinished = Este estado de cuenta incluye todo hasta el { $date }.
statement-activity = Movimientos
statement-no-activity = Sin movimientos
statement-no-activity-text = No hubo movimientos de dinero este mes.
statement-description = Descripción
statement-first-entries = Estos son los primeros { $shown } de { $count } movimientos. Descarga el archivo CSV u OFX para verlos todos.
statement-too-many = Este mes tiene { $count } movimientos. Un PDF muestra hasta { $most }. Descarga el archivo CSV u OFX para verlos todos. El resumen incluye todos los movimientos.
statement-usdc-and-utc = Los montos están en USDC y las fechas en UTC.
# In OFX files, for bookkeeping programs.
statement-ofx-currency = Todos los montos están en USDC. OFX no tiene un código para USDC, por eso la moneda es XXX (sin moneda).
