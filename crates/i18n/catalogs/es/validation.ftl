### What is wrong with a form, and with what was typed.

## The form

form-rejected = No se pudo completar
form-mistakes =
    { $count ->
        [one] Corrige { $count } campo
       *[other] Corrige { $count } campos
    }
validation-too-many-attempts = Demasiados intentos. Inténtalo de nuevo en { $wait }.

## Texts

validation-name-empty = Ingresa un nombre.
validation-text-empty = Completa este campo.
validation-text-too-short = Es demasiado corto. Ingresa al menos { $count } caracteres.
validation-text-too-long = Es demasiado largo. Ingresa como máximo { $count } caracteres.
validation-text-unprintable = Quita los saltos de línea, los caracteres de control y las marcas de dirección del texto.
validation-text-blank = Ingresa al menos un carácter visible.

## Passwords

validation-password-too-short = Esta contraseña es demasiado corta. Usa al menos { $count } caracteres.
validation-password-too-long = Esta contraseña es demasiado larga. Usa como máximo { $count } caracteres.
validation-password-easy = Esta contraseña es demasiado fácil de adivinar. Agrega más caracteres o elige otra.
validation-password-common = Es una de las contraseñas más comunes, así que los atacantes la prueban primero. Elige otra.

## Email addresses

validation-email-not-ascii = Ingresa una dirección sin acentos ni letras especiales.
validation-email-too-long = Esta dirección es demasiado larga. Revisa si tiene errores.
validation-email-no-at = Ingresa un correo con @, como nombre@example.com.
validation-email-local = Revisa la parte antes de la @. No puede tener espacios ni paréntesis, ni empezar o terminar con un punto.
validation-email-domain = Revisa la parte después de la @. Debe ser como example.com.

## Fields of a form

validation-field-required = El campo “{ $label }” es obligatorio.
validation-field-not-chosen = Elige una opción en “{ $label }”.
validation-choose-one = Elige una de estas opciones.
validation-email-empty = Ingresa un correo electrónico.

## Amounts

validation-amount-empty = Ingresa un monto.
validation-amount-format = Ingresa el monto en números, como { $example }.
validation-amount-too-large = Este monto es demasiado grande. Ingresa como máximo { $limit }.
validation-amount-decimals = Los montos en { $currency } pueden tener como máximo { $count } decimales.
validation-amount-zero = Ingresa un monto mayor que cero.

## Addresses of wallets

validation-wallet-address-empty = Ingresa la dirección de una billetera.
validation-wallet-address-prefix = La dirección debe empezar con 0x.
validation-wallet-address-digits = La dirección debe ser 0x seguido de 40 dígitos o letras (a–f).
validation-wallet-address-zero = Esta es la dirección cero. Todo lo que se envía a ella se pierde. Ingresa otra dirección.
validation-wallet-address-checksum = La dirección tiene un error: la suma de verificación no coincide. Cópiala de nuevo.
validation-wallet-address-no-checksum = Copia la dirección con sus mayúsculas y minúsculas, tal como la muestra tu billetera.

## Bank accounts in the United States

validation-routing-number-length = Un número de ruta tiene exactamente 9 dígitos.
validation-routing-number-zeros = Un número de ruta no puede tener solo ceros. Cópialo de un estado de cuenta.
validation-routing-number-check-digit = Este número de ruta tiene un error. Compáralo con un estado de cuenta.
validation-us-account-length = Un número de cuenta tiene de 4 a 17 dígitos.

## Pix keys

validation-pix-key = Ingresa un CPF o CNPJ, un teléfono con código de área, un correo electrónico o una clave aleatoria.
validation-pix-email = Esta clave Pix no es un correo electrónico válido.
validation-pix-email-too-long = Un correo electrónico usado como clave Pix tiene como máximo 77 caracteres.
validation-pix-email-capitals = Ingresa el correo electrónico en minúsculas.
validation-pix-phone = Ingresa un teléfono de Brasil con código de área, como +55 11 98765-4321.
validation-cpf-length = Un CPF tiene exactamente 11 dígitos.
validation-cpf-repeated-digit = Un CPF no puede ser un solo dígito repetido. Cópialo del documento de la persona.
validation-cpf-check-digits = Este CPF tiene un error. Compáralo con el documento de la persona.
validation-cnpj-shape = Un CNPJ tiene 12 dígitos o letras y 2 dígitos verificadores.
validation-cnpj-zeros = Un CNPJ no puede tener solo ceros. Cópialo del registro de la empresa.
validation-cnpj-check-digits = Este CNPJ tiene un error. Compáralo con el registro de la empresa.

## Bank accounts in Argentina

validation-cbu-length = Un CBU o CVU tiene exactamente 22 dígitos.
validation-cbu-zeros = Un CBU o CVU no puede tener solo ceros. Cópialo del banco o de la billetera.
validation-cbu-first-check-digit = Los primeros 8 dígitos tienen un error. Compáralos con los del banco o la billetera.
validation-cbu-last-check-digit = Los últimos 14 dígitos tienen un error. Compáralos con los del banco o la billetera.
validation-cbu-is-cvu = Un número que empieza con 000 es un CVU. Elige CVU arriba.
validation-cvu-is-cbu = Un CVU empieza con 000. Para cualquier otro número, elige CBU arriba.
validation-alias-shape = Un alias tiene de 6 a 20 caracteres: letras sin tilde ni ñ, dígitos, puntos y guiones.

## Bank accounts in Colombia

validation-citizen-card-length = Una cédula de ciudadanía tiene de 5 a 10 dígitos.
validation-foreigner-card-length = Una cédula de extranjería tiene de 3 a 7 dígitos.
validation-stay-permit-length = Un número de PEP tiene de 5 a 15 dígitos.
validation-passport-shape = Un número de pasaporte tiene de 4 a 16 letras y dígitos.
validation-nit-shape = Un NIT tiene 9 dígitos, con o sin el dígito de verificación al final.
validation-nit-check-digit = Este NIT tiene un error. Compáralo con el RUT.
validation-bank-code-length = Un código de banco tiene 3 o 4 dígitos, con los ceros iniciales.
validation-colombian-account-length = Un número de cuenta tiene de 6 a 20 dígitos.

## Bank accounts in Mexico

validation-clabe-length = Una CLABE tiene exactamente 18 dígitos.
validation-clabe-zeros = Una CLABE no puede tener solo ceros. Cópiala de un estado de cuenta.
validation-clabe-check-digit = Esta CLABE tiene un error. Compárala con un estado de cuenta.

## Bank accounts in Canada

validation-transit-length = Un número de tránsito tiene exactamente 5 dígitos.
validation-institution-length = Un número de institución tiene exactamente 3 dígitos, con los ceros iniciales.
validation-canadian-account-length = Un número de cuenta tiene de 5 a 12 dígitos.

## IBANs

validation-iban-characters = Un IBAN tiene solo letras y dígitos.
validation-iban-too-short = Este IBAN es demasiado corto. Cópialo completo.
validation-iban-country = Un IBAN empieza con el código de un país de la zona SEPA, como DE o ES.
validation-iban-length = A este IBAN le faltan o le sobran caracteres para su país. Compáralo con un estado de cuenta.
validation-iban-structure = Este IBAN tiene una letra en lugar de un dígito, o un dígito en lugar de una letra. Compáralo con un estado de cuenta.
validation-iban-check-digits = Este IBAN tiene un error. Compáralo con un estado de cuenta.
