### Amounts that were typed: questions about them, and what they were read as.

amount-ambiguous = Did you mean { $one } or { $other }?
amount-other-currency = This amount is in { $written }. Enter an amount in { $currency }.
amount-to-withdraw = Withdrawal of { $amount }
