### What numbers of bank accounts were taken for.

bank-number-pix-key =
    { $kind ->
        [cpf] CPF se terminant par { $end }
        [cnpj] CNPJ se terminant par { $end }
        [phone] Téléphone se terminant par { $end }
        [email] E-mail { $end }
       *[random] Clé aléatoire se terminant par { $end }
    }
bank-number-read-as = Lu comme { $number }
bank-number-either = Il peut s’agir d’un numéro de document ou de téléphone. Saisissez { $document } ou { $phone }.
