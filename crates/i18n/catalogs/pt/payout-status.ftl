### What became of a payout, and what its sender can do about it.

## The only payment of a payout

payout-one-paid = Pago
payout-one-being-paid = Sendo pago
payout-one-waiting = Aguardando resgate
payout-one-failed = Falhou
payout-one-expired = Expirado e devolvido
payout-one-cancelled = Cancelado

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = Todos os { $count } pagos
payout-some-paid =
    { $count ->
        [one] { $count } de { $total } pago
       *[other] { $count } de { $total } pagos
    }
payout-some-being-paid =
    { $count ->
        [one] { $count } sendo pago
       *[other] { $count } sendo pagos
    }
payout-some-waiting = { $count } aguardando resgate
payout-some-failed =
    { $count ->
        [one] { $count } falhou
       *[other] { $count } falharam
    }
payout-some-expired =
    { $count ->
        [one] { $count } expirado e devolvido
       *[other] { $count } expirados e devolvidos
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } cancelado
       *[other] { $count } cancelados
    }
