### Files of payments: how they are read, and what is wrong with them.

## The names of columns in a file. Any language's names are read.

payout-file-column-currency = moneda
# In the file of the lines that can't be paid: why not.
payout-file-column-reason = motivo

## Which columns were found

payout-file-found = { $column }: “{ $name }”
# In a file that doesn't name its columns.
payout-file-found-place = { $column }: columna { $number }
payout-review-columns = Columnas encontradas
payout-review-ignored = Se ignoran: { $columns }.
payout-review-sheet = Solo se leyó la hoja “{ $sheet }”.
payout-review-hidden = { $count ->
        [one] Se incluye una fila que está oculta en la hoja.
       *[other] Se incluyen { $count } filas que están ocultas en la hoja.
    }

## Lines

payout-line = Línea { $number }
payout-line-mistake = Línea { $number }: { $mistake }
payout-line-currency = Los montos deben estar en USDC, no en { $currency }.
payout-line-ambiguous = En este archivo, { $amount } puede tener decimales o un separador de miles. Ingrésalo sin separador de miles.
payout-review-rejected = Descargar líneas con errores

## What is wrong with a file

payout-file-old-spreadsheet = Este es un archivo de Excel antiguo. Guárdalo como .xlsx o como “CSV UTF-8” y súbelo de nuevo.
payout-file-workbook = Este archivo no se puede leer como libro de Excel. Guárdalo como .xlsx sin contraseña o como “CSV UTF-8”, y súbelo de nuevo.
payout-file-workbook-too-large = Este libro contiene demasiados datos. Copia los pagos en un libro nuevo y súbelo.
payout-file-ambiguous-columns = No está claro qué columna tiene los montos. Agrega una primera línea que nombre las columnas: { $email }, { $amount } y { $reference }.
payout-file-open-quote = En la línea { $number } hay comillas que se abren y no se cierran. Quítalas o ciérralas y sube el archivo de nuevo.
payout-file-currency = Los montos de este archivo están en { $currency }. Los envíos se hacen en USDC: convierte los montos y cambia el nombre de la columna.
