### What became of a payout, and what its sender can do about it.

## The only payment of a payout

payout-one-paid = Pagado
payout-one-being-paid = En proceso de pago
payout-one-waiting = Por cobrar
payout-one-failed = Fallido
payout-one-expired = Vencido y devuelto
payout-one-cancelled = Cancelado

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = Los { $count } pagados
payout-some-paid =
    { $count ->
        [one] { $count } de { $total } pagado
       *[other] { $count } de { $total } pagados
    }
payout-some-being-paid = { $count } en proceso de pago
payout-some-waiting = { $count } por cobrar
payout-some-failed =
    { $count ->
        [one] { $count } fallido
       *[other] { $count } fallidos
    }
payout-some-expired =
    { $count ->
        [one] { $count } vencido y devuelto
       *[other] { $count } vencidos y devueltos
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } cancelado
       *[other] { $count } cancelados
    }
