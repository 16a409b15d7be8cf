### What numbers of bank accounts were taken for.

bank-number-pix-key =
    { $kind ->
        [cpf] CPF ending in { $end }
        [cnpj] CNPJ ending in { $end }
        [phone] Phone ending in { $end }
        [email] Email { $end }
       *[random] Random key ending in { $end }
    }
bank-number-read-as = Read as { $number }
bank-number-either = This could be a document number or a phone number. Enter { $document } or { $phone }.
