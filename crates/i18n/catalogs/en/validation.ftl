### What is wrong with a form, and with what was typed.

## The form

form-rejected = That didn't work
form-mistakes =
    { $count ->
        [one] Correct { $count } field
       *[other] Correct { $count } fields
    }
validation-too-many-attempts = Too many attempts. Try again in { $wait }.

## Texts

validation-name-empty = Enter a name.
validation-text-empty = Fill in this field.
validation-text-too-short = This is too short. Enter more characters.
validation-text-too-long = This is too long. Enter at most { $count } characters.
validation-text-unprintable = Remove line breaks, control characters and text-direction marks.
validation-text-blank = Enter at least one visible character.

## Passwords

validation-password-too-short = This password is too short. Use at least { $count } characters.
validation-password-too-long = This password is too long. Use at most { $count } characters.
validation-password-easy = This password is too easy to guess. Use more or other characters.

## Email addresses

validation-email-not-ascii = Enter an address without accents or special letters.
validation-email-too-long = This address is too long. Check it for mistakes.
validation-email-no-at = Enter an email address with an @, such as name@example.com.
validation-email-local = Check the part before the @. It can't have spaces, brackets or dots at its ends.
validation-email-domain = Check the part after the @. It should look like example.com.
