### Amounts that were typed: questions about them, and what they were read as.

amount-ambiguous = Você quis dizer { $one } ou { $other }?
amount-other-currency = Este valor está em { $written }. Digite um valor em { $currency }.
amount-to-withdraw = Saque de { $amount }
