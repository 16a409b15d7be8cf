### The outcome of a payout, and the actions of its sender.

## The only payment of a payout

payout-one-paid = Payé
payout-one-being-paid = En cours de paiement
payout-one-waiting = À récupérer
payout-one-failed = Échoué
payout-one-expired = Expiré et retourné
payout-one-cancelled = Annulé

## Several payments, as parts of a sentence: "5 of 7 paid, 2 waiting to be claimed"

payout-all-paid = { $count } sur { $count } payés
payout-some-paid =
    { $count ->
        [one] { $count } sur { $total } payé
       *[other] { $count } sur { $total } payés
    }
payout-some-being-paid =
    { $count ->
        [one] { $count } en cours de paiement
       *[other] { $count } en cours de paiement
    }
payout-some-waiting = { $count } à récupérer
payout-some-failed =
    { $count ->
        [one] { $count } échoué
       *[other] { $count } échoués
    }
payout-some-expired =
    { $count ->
        [one] { $count } expiré et retourné
       *[other] { $count } expirés et retournés
    }
payout-some-cancelled =
    { $count ->
        [one] { $count } annulé
       *[other] { $count } annulés
    }

## What its sender can do

payout-repeat = Répéter le versement
payout-retry =
    { $count ->
        [one] Réessayer { $count } paiement
       *[other] Réessayer { $count } paiements
    }
said-draft-created = Brouillon créé. Rien n’est envoyé avant que vous l’ayez vérifié et confirmé.
payout-remind-all = Envoyer un rappel à tous
payout-remind-hint = Envoie un e-mail à tous ceux qui n’ont pas encore récupéré leur paiement, au plus une fois par jour. Ceux qui ont désactivé les rappels n’en reçoivent pas.
transaction-last-reminder = Dernier rappel
payout-item-reminded = Dernier rappel : { $time }
refusal-reminded-recently = Vous avez envoyé un rappel à ce bénéficiaire au cours des dernières 24 heures. Vous pourrez envoyer le suivant dans { $wait }.
said-reminded-all =
    { $count ->
        [one] Rappel envoyé à { $count } bénéficiaire.
       *[other] Rappel envoyé à { $count } bénéficiaires.
    }
said-reminded-none = Aucun rappel n’a été envoyé.
said-reminded-recent =
    { $count ->
        [one] { $count } bénéficiaire en a déjà reçu un au cours des dernières 24 heures.
       *[other] { $count } bénéficiaires en ont déjà reçu un au cours des dernières 24 heures.
    }
said-reminded-limited =
    { $count ->
        [one] { $count } bénéficiaire ne peut pas recevoir d’autres e-mails pour le moment.
       *[other] { $count } bénéficiaires ne peuvent pas recevoir d’autres e-mails pour le moment.
    }
said-reminded-closed =
    { $count ->
        [one] { $count } paiement n’est plus à récupérer.
       *[other] { $count } paiements ne sont plus à récupérer.
    }

## Test mode

payout-item-claim = Récupérer comme ce bénéficiaire
payout-item-claim-text = Récupère ce paiement dans un portefeuille de test, comme le ferait son bénéficiaire. Votre session reste ouverte.
said-claimed-as-recipient = Vous avez récupéré le paiement à la place de son bénéficiaire. L’argent est dans un portefeuille de test.
