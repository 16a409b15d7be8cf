### What became of a payout, and what its sender can do about it.

## The only payment of a payout

payout-one-paid = Payé
payout-one-being-paid = En cours de paiement
payout-one-waiting = À récupérer
payout-one-failed = Échoué
payout-one-expired = Expiré et remboursé
payout-one-cancelled = Annulé

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = Les { $count } payés
payout-some-paid =
    { $count ->
        [one] { $count } sur { $total } payé
       *[other] { $count } sur { $total } payés
    }
payout-some-being-paid = { $count } en cours de paiement
payout-some-waiting = { $count } à récupérer
payout-some-failed =
    { $count ->
        [one] { $count } échoué
       *[other] { $count } échoués
    }
payout-some-expired =
    { $count ->
        [one] { $count } expiré et remboursé
       *[other] { $count } expirés et remboursés
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } annulé
       *[other] { $count } annulés
    }
