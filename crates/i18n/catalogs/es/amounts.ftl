### Amounts that were typed: questions about them, and what they were read as.

amount-ambiguous = ¿Quieres decir { $one } o { $other }?
amount-other-currency = Este monto está en { $written }. Ingresa un monto en { $currency }.
amount-to-withdraw = Retiro de { $amount }
