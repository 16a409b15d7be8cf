### Lists: their order, filters and totals, and what is done to selected rows.

## Order

list-sort = Trier
list-sort-newest = Les plus récents d’abord
list-sort-oldest = Les plus anciens d’abord
list-sort-email = E-mail, de A à Z
list-sort-email-descending = E-mail, de Z à A
list-sort-requested = Dans l’ordre du versement
list-sort-largest = Montants les plus élevés d’abord
list-sort-smallest = Montants les plus faibles d’abord

## Filters

list-filters-active =
    { $count ->
        [one] { $count } filtre actif
       *[other] { $count } filtres actifs
    }

## Totals

list-total-page = Sur cette page : { $total }
list-total-all = Total : { $total }
list-total-payouts =
    { $count ->
        [one] { $count } versement, { $amount }
       *[other] { $count } versements, { $amount }
    }
list-total-payments =
    { $count ->
        [one] { $count } paiement, { $amount }
       *[other] { $count } paiements, { $amount }
    }
list-total-transactions =
    { $count ->
        [one] { $count } transaction, { $in } entrants, { $out } sortants
       *[other] { $count } transactions, { $in } entrants, { $out } sortants
    }

## Selected rows

selection-label = Sélectionner { $name }
selection-all = Tout sélectionner sur cette page
selection-actions = Actions sur la sélection
selection-button-archive = Archiver la sélection
selection-button-cancel = Annuler la sélection
selection-button-export = Exporter la sélection
selection-button-pay = Payer la sélection
selection-button-remind = Envoyer des rappels à la sélection
selection-button-resend = Renvoyer la sélection

## What is asked before it is done

selection-archive-bank-accounts =
    { $count ->
        [one] Archiver { $count } compte bancaire
       *[other] Archiver { $count } comptes bancaires
    }
selection-archive-wallets =
    { $count ->
        [one] Archiver { $count } portefeuille
       *[other] Archiver { $count } portefeuilles
    }
selection-cancel-payments =
    { $count ->
        [one] Annuler { $count } paiement
       *[other] Annuler { $count } paiements
    }
selection-cancel-payouts =
    { $count ->
        [one] Annuler { $count } versement
       *[other] Annuler { $count } versements
    }
selection-cancel-payouts-text = Les paiements qui ne sont pas terminés seront annulés et leur montant reviendra sur votre solde. Cette action est irréversible.
selection-remind =
    { $count ->
        [one] Envoyer { $count } rappel
       *[other] Envoyer { $count } rappels
    }
selection-remind-text = Les bénéficiaires qui n’ont pas récupéré leur paiement reçoivent un e-mail, au plus une fois par jour. Ceux qui ont désactivé les rappels n’en reçoivent pas.
selection-resend =
    { $count ->
        [one] Renvoyer { $count } événement
       *[other] Renvoyer { $count } événements
    }
selection-resend-text = Votre serveur recevra de nouveau ces événements, y compris ceux déjà livrés.

## What became of them

said-nothing-selected = Sélectionnez au moins une ligne.
said-nothing-changed = Rien n’a été modifié.
said-payments-cancelled =
    { $count ->
        [one] { $count } paiement annulé. L’argent est revenu sur votre solde.
       *[other] { $count } paiements annulés. L’argent est revenu sur votre solde.
    }
said-payouts-cancelled =
    { $count ->
        [one] { $count } versement annulé. L’argent est revenu sur votre solde.
       *[other] { $count } versements annulés. L’argent est revenu sur votre solde.
    }
said-not-cancelled =
    { $count ->
        [one] { $count } n’a plus pu être annulé.
       *[other] { $count } n’ont plus pu être annulés.
    }
said-selected-archived =
    { $count ->
        [one] { $count } archivé.
       *[other] { $count } archivés.
    }
said-not-archived =
    { $count ->
        [one] { $count } n’a pas pu être archivé.
       *[other] { $count } n’ont pas pu être archivés.
    }
said-events-resent =
    { $count ->
        [one] Nous renvoyons { $count } événement.
       *[other] Nous renvoyons { $count } événements.
    }
said-not-resent =
    { $count ->
        [one] { $count } n’a pas pu être renvoyé.
       *[other] { $count } n’ont pas pu être renvoyés.
    }
said-not-processed =
    { $count ->
        [one] { $count } n’a pas été traité. Réessayez.
       *[other] { $count } n’ont pas été traités. Réessayez.
    }
