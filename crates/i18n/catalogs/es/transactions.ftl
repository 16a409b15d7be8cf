### Transactions, their list and their details.

## The list

transactions-lead = Entradas y salidas de dinero, incluidas las transacciones pendientes.
transactions-export = Exportar como CSV
transactions-export-hint = El archivo contiene todas las transacciones que coinciden con los filtros.
transactions-all-types = Todos los tipos
transactions-all-statuses = Todos los estados
# Dates: the first and the last day of a period.
transactions-from = Desde
transactions-to = Hasta
transactions-description = Descripción
transactions-none = Aún no hay transacciones
transactions-none-text = Aquí aparece el dinero que envías y recibes.
transactions-go-to-overview = Ir al resumen
transactions-no-matches-text = Cambia los filtros o las fechas.
transactions-show-all = Ver todas las transacciones

## One transaction

transaction-view-payout = Ver envío
transaction-view-deposit = Ver depósito
transaction-view-withdrawal = Ver retiro
transaction-email = Correo al destinatario
transaction-email-delayed = Aplazado hasta el { $date } por el límite diario
transaction-manage = Administrar pago
transaction-cancel = Cancelar pago

## What has happened to a payment

transaction-step-created = Creado
transaction-step-sending = En proceso de envío
transaction-step-unclaimed = A la espera de que se cobre
transaction-step-unclaimed-text = El destinatario puede cobrarlo hasta el { $date }.
transaction-step-notified = Aviso enviado al destinatario
transaction-step-paid = Recibido por el destinatario
transaction-step-sent = Enviado
transaction-back = El dinero volvió a tu saldo.
