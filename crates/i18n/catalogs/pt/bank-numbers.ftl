### What numbers of bank accounts were taken for.

bank-number-pix-key =
    { $kind ->
        [cpf] CPF com final { $end }
        [cnpj] CNPJ com final { $end }
        [phone] Telefone com final { $end }
        [email] E-mail { $end }
       *[random] Chave aleatória com final { $end }
    }
bank-number-read-as = Entendido como { $number }
bank-number-either = Pode ser um número de documento ou um telefone. Digite { $document } ou { $phone }.
