### Payouts and recipients.

## The list of payouts

payouts-lead = Los pagos que enviaste y los que están en curso.
payouts-payments = Pagos
payouts-any-status = Cualquier estado
payouts-none = Aún no hay envíos
payouts-none-text = Paga a una persona o hasta a { $count } a la vez. Solo necesitas sus correos, y podrás revisar todo antes de enviarlo.
payouts-no-matches = Ningún envío coincide con estos filtros.
filter-from = Desde
filter-to = Hasta
filter-date-invalid = Ingresa una fecha como 2026-11-15.

## One payout

payout-title =
    { $count ->
        [one] Envío a { $count } destinatario
       *[other] Envío a { $count } destinatarios
    }
payout-ended = Fecha de finalización
payout-refresh = Actualizar
payout-progress-share = { $status }: { $count }
# Behind the numbers of payments in each status.
payout-progress-total = de <b>{ $count }</b>
payout-all = Todos
payout-failed = Este envío falló
payout-failed-text = No se pudo completar ningún pago. El monto total volvió a tu saldo.
payout-no-payments = Sin pagos
payout-no-payments-text = Ningún pago de este envío tiene este estado.
payout-cancel = Cancelar envío
payout-cancel-text = Cancela los pagos que aún no se completaron.
payout-cancel-open =
    { $count ->
        [one] Se cancelará { $count } pago y el dinero volverá de inmediato a tu saldo.
       *[other] Se cancelarán { $count } pagos y el dinero volverá de inmediato a tu saldo.
    }
payout-cancel-completed =
    { $count ->
        [one] { $count } pago completado no cambia.
       *[other] { $count } pagos completados no cambian.
    }
payout-cancel-warning = Esta acción no se puede deshacer.

## One payment of a payout

payout-item-manage = Administrar
payout-item-claim-by = Se puede cobrar hasta el { $date }
payout-item-cancelled = Lo cancelaste.
payout-item-remind = Enviar recordatorio
payout-item-remind-text = Este pago aún no se cobró. Cada destinatario recibe de ti como máximo un recordatorio al día, y ninguno si desactivó los recordatorios.
payout-item-cancel = Cancelar pago
payout-item-cancel-text = El dinero volverá de inmediato a tu saldo. Esta acción no se puede deshacer.

## Writing a payout

payout-new = Nuevo envío
payout-new-lead = Paga hasta a { $count } personas por correo. Podrás revisar el envío antes de confirmarlo.
payout-upload-instead = Subir un archivo
payout-empty-rows = Las filas vacías se ignoran. Cada destinatario ve la referencia de su pago.
payout-row = Fila { $number }
payout-row-mistake = Fila { $number }: { $mistake }
payout-amount = Monto (USDC)
payout-more-rows = Agregar filas
payout-reference = Referencia del envío
payout-reference-hint = Para tus registros, como el número de una nómina. Los destinatarios no la ven.
payout-available = { $amount } disponibles
payout-review = Revisar envío

## What is wrong with a payout

payout-no-recipients = Agrega al menos un destinatario.
payout-too-many-recipients = Un envío puede tener como máximo { $count } destinatarios.
payout-unknown-recipient = En tu cuenta no hay ningún destinatario con este ID.

## A payout from a file

payout-file = Envío desde un archivo
payout-enter-instead = Ingresar destinatarios
payout-file-upload = Tu archivo
payout-file-field = Archivo CSV o Excel
payout-file-hint = Hasta 1 MiB.
payout-file-format = Formato del archivo
payout-file-sample = Descargar ejemplo
payout-file-columns = La primera línea nombra las columnas: <code>{ $email }</code>, <code>{ $amount }</code> y <code>{ $reference }</code>.
payout-file-rows = Cada línea siguiente es un pago. Un archivo puede tener hasta { $count }.
payout-file-amounts = Los montos están en USDC, sin separador de miles, como { $example }.
payout-file-ids = En lugar de correos, puedes usar los ID de tus destinatarios en una columna llamada <code>recipient_id</code>.
payout-file-separators = Sube un libro de Excel (.xlsx) o un archivo de texto con comas, puntos y comas o tabulaciones entre las columnas. El orden de las columnas no importa.

## The names of columns in a file. Any language's names are read.

payout-file-column-email = correo
payout-file-column-amount = monto
payout-file-column-reference = referencia

## References in the sample of a file. The second has a separator.

payout-sample-invoice = Factura 1001
payout-sample-bonus = Bono, mayo

## What is wrong with a file

payout-file-missing = Elige un archivo que no esté vacío.
payout-file-empty = Este archivo está vacío.
payout-file-encoding = Este archivo no está en UTF-8. Guárdalo como “CSV UTF-8” y súbelo de nuevo.
payout-file-not-text = Esto no es un archivo CSV ni Excel. Sube un archivo .csv o .xlsx.
payout-file-unreadable = Este archivo no se puede leer como CSV. Guárdalo como “CSV UTF-8” y súbelo de nuevo.
payout-file-no-columns = La primera línea debe nombrar las columnas: { $email }, { $amount } y { $reference }.
payout-file-repeated-column = Hay más de una columna para { $column }. Deja solo una.
payout-file-no-rows = Este archivo no tiene pagos debajo de la primera línea.
payout-file-too-many-rows = Este archivo tiene más de { $count } pagos. Divídelo en varios archivos.
payout-file-too-many-empty-lines = Este archivo tiene más de { $count } líneas vacías. Bórralas y súbelo de nuevo.
payout-file-too-many-columns = Una línea de este archivo tiene más de { $count } columnas. Quita las que no necesitas.
payout-line-too-many-columns = Esta línea tiene más columnas que la primera. Pon entre comillas el texto que contenga una coma o un punto y coma.
payout-line-split-amount = La coma de este monto inicia otra columna. Pon el monto entre comillas o escribe { $amount }.
payout-line-two-recipients = Usa un correo o un ID de destinatario, no ambos.

## The review

payout-review-lead = Todavía no se envió nada.
payout-review-language = Los destinatarios que no eligieron un idioma reciben el correo en este: { $language }. <a href="{ $href }">Cambiar el idioma</a>
payout-review-balance = Disponible ahora
payout-review-balance-after = Disponible después
payout-review-too-large = Demasiado grande
payout-review-without-mistakes = Sin contar los errores
payout-review-mistakes = Primero corrige los errores
payout-review-wrong-rows =
    { $count ->
        [one] { $count } fila tiene un error. No se puede enviar nada hasta corregirlo.
       *[other] { $count } filas tienen errores. No se puede enviar nada hasta corregirlos.
    }
payout-review-wrong-lines =
    { $count ->
        [one] { $count } línea tiene un error. No se puede enviar nada hasta corregirlo.
       *[other] { $count } líneas tienen errores. No se puede enviar nada hasta corregirlos.
    }
payout-review-correct-either = Corrige el archivo y súbelo de nuevo, o corrígelo aquí.
payout-review-short = El saldo no alcanza
payout-review-short-text = Te faltan { $amount }. <a href="{ $href }">Agrega dinero</a> o envía menos.
payout-review-refused = Este envío no se puede realizar
payout-review-repeated = Hay destinatarios repetidos
payout-review-repeated-rows =
    { $count ->
        [one] { $count } fila tiene un destinatario que ya está en una fila anterior. Se paga cada fila.
       *[other] { $count } filas tienen destinatarios que ya están en filas anteriores. Se paga cada fila.
    }
payout-review-repeated-lines =
    { $count ->
        [one] { $count } línea tiene un destinatario que ya está en una línea anterior. Se paga cada línea.
       *[other] { $count } líneas tienen destinatarios que ya están en líneas anteriores. Se paga cada línea.
    }
payout-review-same-row = El mismo destinatario que en la fila { $number }
payout-review-same-line = El mismo destinatario que en la línea { $number }
payout-review-row = Fila
payout-review-line = Línea
payout-review-outcome = Resultado
payout-review-correct-here = Corregir aquí
payout-review-upload-other = Subir otro archivo
payout-review-repeat = Pagar más de una vez a estos destinatarios
payout-review-repeat-missing = Marca esta casilla si quieres pagar más de una vez a estos destinatarios.
payout-send =
    { $count ->
        [one] Enviar { $amount } a { $count } destinatario
       *[other] Enviar { $amount } a { $count } destinatarios
    }

## What happens to a payment

payout-outcome-paid = Se paga de inmediato
# Whether the recipient has an account isn't shown before they're paid.
payout-outcome-paid-or-claim = Se paga de inmediato, o recibe un correo y tiene { $duration } para cobrarlo
payout-outcome-claim = Recibe un correo y tiene { $duration } para cobrarlo
payout-outcome-failed = Falla (simulado por esta dirección de prueba)
payout-outcome-processing = Se enviará
payout-outcome-cancelled = No se enviará

## Recipients

recipients-lead = Las personas a las que pagaste o quieres pagar.
recipients-none = Aún no hay destinatarios
recipients-none-text = Aquí aparecen las personas a las que pagas. También puedes agregarlas antes de pagarles.
recipients-not-found = Ningún destinatario tiene este correo
recipients-not-found-text = Busca un correo electrónico completo.
recipient-account = Cuenta
recipient-account-active = Activa
recipient-account-unknown = Sin pagos
recipient-account-text = Verás su nombre cuando haya recibido un pago tuyo. Si aún no tiene cuenta, recibirá un correo con un enlace para cobrarlo.
recipient-account-name = Nombre de la cuenta
recipient-added = Fecha de alta
recipient-pay = Enviar pago
recipient-payments = Pagos
recipient-payments-none = Aún no hay pagos
recipient-payments-none-text = Aquí aparecen tus pagos a este destinatario.
recipient-nickname = Apodo
recipient-nickname-hint = Solo tú lo ves.
recipient-add = Agregar destinatario
recipient-add-lead = No contactaremos al destinatario hasta que le pagues.
