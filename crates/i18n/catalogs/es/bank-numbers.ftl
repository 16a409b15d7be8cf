### What numbers of bank accounts were taken for.

bank-number-pix-key =
    { $kind ->
        [cpf] CPF que termina en { $end }
        [cnpj] CNPJ que termina en { $end }
        [phone] Teléfono que termina en { $end }
        [email] Correo { $end }
       *[random] Clave aleatoria que termina en { $end }
    }
bank-number-read-as = Se leerá como { $number }
bank-number-either = Puede ser un número de documento o un teléfono. Ingresa { $document } o { $phone }.
