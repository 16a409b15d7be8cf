### What is wrong with a form, and with what was typed.

## The form

form-rejected = There's a problem
form-mistakes =
    { $count ->
        [one] Correct { $count } field
       *[other] Correct { $count } fields
    }
validation-too-many-attempts = Too many attempts. Try again in { $wait }.

## Texts

validation-name-empty = Enter a name.
validation-text-empty = Fill in this field.
validation-text-too-short = This is too short. Enter at least { $count } characters.
validation-text-too-long = This is too long. Enter at most { $count } characters.
validation-text-unprintable = Remove line breaks, control characters and text-direction marks.
validation-text-blank = Enter at least one visible character.

## Passwords

validation-password-too-short = This password is too short. Use at least { $count } characters.
validation-password-too-long = This password is too long. Use at most { $count } characters.
validation-password-easy = This password is too easy to guess. Add more characters, or choose another password.
validation-password-common = This is one of the most common passwords, so attackers try it first. Choose another password.

## Email addresses

validation-email-not-ascii = Enter an address without accents or special letters.
validation-email-too-long = This address is too long. Check it for mistakes.
validation-email-no-at = Enter an email address with an @, such as name@example.com.
validation-email-local = Check the part before the @. It can't contain spaces or brackets, or start or end with a dot.
validation-email-domain = Check the part after the @. It should look like example.com.

## Fields of a form

validation-field-required = { $label } is required.
validation-field-not-chosen = Choose an option for “{ $label }”.
validation-choose-one = Choose one of these options.
validation-email-empty = Enter an email address.

## Amounts

validation-amount-empty = Enter an amount.
validation-amount-format = Enter the amount in digits, such as { $example }.
validation-amount-too-large = This amount is too large. Enter at most { $limit }.
validation-amount-decimals = Amounts in { $currency } can have at most { $count } decimals.
validation-amount-zero = Enter an amount greater than zero.

## Addresses of wallets

validation-wallet-address-empty = Enter a wallet address.
validation-wallet-address-prefix = The address must start with 0x.
validation-wallet-address-digits = The address must be 0x followed by 40 digits or letters (a–f).
validation-wallet-address-zero = This is the zero address. Anything sent to it is lost. Enter another address.
validation-wallet-address-checksum = The address has a mistake: its checksum doesn't match. Copy it again.
validation-wallet-address-no-checksum = Copy the address with its uppercase and lowercase letters, as your wallet shows it.

## Bank accounts in the United States

validation-routing-number-length = A routing number has exactly 9 digits.
validation-routing-number-zeros = A routing number can't be all zeros. Copy it from a bank statement.
validation-routing-number-check-digit = This routing number has a mistake. Compare it with a bank statement.
validation-us-account-length = An account number has 4 to 17 digits.

## Pix keys

validation-pix-key = Enter a CPF or CNPJ, a phone number with its area code, an email address or a random key.
validation-pix-email = This Pix key isn't a valid email address.
validation-pix-email-too-long = An email address used as a Pix key has at most 77 characters.
validation-pix-email-capitals = Enter the email address in lower case.
validation-pix-phone = Enter a phone number in Brazil with its area code, such as +55 11 98765-4321.
validation-cpf-length = A CPF has exactly 11 digits.
validation-cpf-repeated-digit = A CPF can't be one repeated digit. Copy it from the person's document.
validation-cpf-check-digits = This CPF has a mistake. Compare it with the person's document.
validation-cnpj-shape = A CNPJ has 12 digits or letters and 2 check digits.
validation-cnpj-zeros = A CNPJ can't be all zeros. Copy it from the company's registration.
validation-cnpj-check-digits = This CNPJ has a mistake. Compare it with the company's registration.

## Bank accounts in Argentina

validation-cbu-length = A CBU or CVU has exactly 22 digits.
validation-cbu-zeros = A CBU or CVU can't be all zeros. Copy it from the bank or wallet.
validation-cbu-first-check-digit = The first 8 digits have a mistake. Compare them with the bank or wallet.
validation-cbu-last-check-digit = The last 14 digits have a mistake. Compare them with the bank or wallet.
validation-cbu-is-cvu = A number that begins with 000 is a CVU. Choose CVU above.
validation-cvu-is-cbu = A CVU begins with 000. For any other number, choose CBU above.
validation-alias-shape = An alias has 6 to 20 characters: letters without accents, digits, dots and hyphens.

## Bank accounts in Colombia

validation-citizen-card-length = A cédula de ciudadanía has 5 to 10 digits.
validation-foreigner-card-length = A cédula de extranjería has 3 to 7 digits.
validation-stay-permit-length = A PEP number has 5 to 15 digits.
validation-passport-shape = A passport number has 4 to 16 letters and digits.
validation-nit-shape = A NIT has 9 digits, with or without its check digit at the end.
validation-nit-check-digit = This NIT has a mistake. Compare it with the RUT.
validation-bank-code-length = A bank code has 3 or 4 digits, including leading zeros.
validation-colombian-account-length = An account number has 6 to 20 digits.

## Bank accounts in Mexico

validation-clabe-length = A CLABE has exactly 18 digits.
validation-clabe-zeros = A CLABE can't be all zeros. Copy it from a bank statement.
validation-clabe-check-digit = This CLABE has a mistake. Compare it with a bank statement.

## Bank accounts in Canada

validation-transit-length = A transit number has exactly 5 digits.
validation-institution-length = An institution number has exactly 3 digits, including leading zeros.
validation-canadian-account-length = An account number has 5 to 12 digits.

## IBANs

validation-iban-characters = An IBAN has only letters and digits.
validation-iban-too-short = This IBAN is too short. Copy all of it.
validation-iban-country = An IBAN begins with the code of a SEPA country, such as DE or ES.
validation-iban-length = This IBAN has too many or too few characters for its country. Compare it with a bank statement.
validation-iban-structure = This IBAN has a letter where a digit should be, or a digit where a letter should be. Compare it with a bank statement.
validation-iban-check-digits = This IBAN has a mistake. Compare it with a bank statement.
