### Amounts that were typed: questions about them, and what they were read as.

amount-ambiguous = Voulez-vous dire { $one } ou { $other } ?
amount-other-currency = Ce montant est en { $written }. Saisissez un montant en { $currency }.
amount-to-withdraw = Retrait de { $amount }
