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
validation-text-too-short = Es demasiado corto. Ingresa más caracteres.
validation-text-too-long = Es demasiado largo. Ingresa como máximo { $count } caracteres.
validation-text-unprintable = Quita los saltos de línea, los caracteres de control y las marcas de dirección del texto.
validation-text-blank = Ingresa al menos un carácter visible.

## Passwords

validation-password-too-short = Esta contraseña es demasiado corta. Usa al menos { $count } caracteres.
validation-password-too-long = Esta contraseña es demasiado larga. Usa como máximo { $count } caracteres.
validation-password-easy = Esta contraseña es demasiado fácil de adivinar. Usa más caracteres u otros.

## Email addresses

validation-email-not-ascii = Ingresa una dirección sin acentos ni letras especiales.
validation-email-too-long = Esta dirección es demasiado larga. Revisa si tiene errores.
validation-email-no-at = Ingresa un correo con @, como nombre@example.com.
validation-email-local = Revisa la parte antes de la @. No puede tener espacios, paréntesis ni puntos en los extremos.
validation-email-domain = Revisa la parte después de la @. Debe ser como example.com.
