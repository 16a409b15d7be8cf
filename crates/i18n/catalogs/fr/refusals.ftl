### Why a request was refused.

## Accounts and access

refusal-email-taken = Un compte existe déjà avec cette adresse e-mail. Connectez-vous ou réinitialisez votre mot de passe.
refusal-sign-in-failed = L’adresse e-mail, le mot de passe ou le code est incorrect.
refusal-user-locked = Votre compte est bloqué. Contactez l’assistance.
refusal-confirmation-required = Confirmez votre mot de passe pour continuer.
refusal-renamed-too-often = Vous avez changé de nom trop souvent. Réessayez dans { $wait }.
refusal-link-dead = Ce lien a expiré, a déjà été utilisé ou est incomplet. Demandez-en un nouveau.
refusal-form-reused = Ce formulaire a déjà été envoyé avec d’autres informations. Avant de réessayer, vérifiez si cette demande a abouti.

## Payouts and claims

refusal-unknown-recipient = Ce versement comporte un bénéficiaire absent de votre compte. Choisissez-en un autre ou saisissez une adresse e-mail.
refusal-item-too-large = Un paiement ne peut pas dépasser { $amount }.
refusal-item-too-small = Un paiement doit être d’au moins { $amount }.
refusal-payout-too-large = Un versement ne peut pas dépasser { $amount } au total.
refusal-nothing-to-claim = Il n’y a plus rien à récupérer. Tout a été récupéré, a été annulé ou a expiré.

## Balance, deposits and withdrawals

refusal-insufficient-funds = Il vous faut { $needed }, mais seuls { $available } sont disponibles. Ajoutez de l’argent ou choisissez un montant plus petit.
refusal-below-fees = Ce montant ne couvre pas les frais. Choisissez un montant plus élevé.
refusal-transfer-too-large = Un dépôt ou un retrait ne peut pas dépasser l’équivalent de { $amount }.
refusal-too-many-transfers = Votre compte a atteint sa limite de { $limit } dépôts et retraits en cours. Annulez-en ou réessayez quand certains seront terminés.
refusal-balance-full = Ce montant dépasse ce qu’un solde peut contenir. Choisissez un montant plus petit.
refusal-test-money = Un environnement de test peut créer au plus { $amount } d’argent de test au total.
refusal-clock-ahead = L’horloge de cet environnement de test ne peut pas être avancée davantage.
refusal-state =
    { $object ->
        [payout] Le statut de ce versement a changé et cette action n’est plus possible. Rechargez la page pour voir le statut actuel.
        [payout_item] Le statut de ce paiement a changé et cette action n’est plus possible. Rechargez la page pour voir le statut actuel.
        [deposit] Le statut de ce dépôt a changé et cette action n’est plus possible. Rechargez la page pour voir le statut actuel.
       *[withdrawal] Le statut de ce retrait a changé et cette action n’est plus possible. Rechargez la page pour voir le statut actuel.
    }
refusal-unknown-bank-account = Ce compte bancaire n’est pas dans votre compte. Choisissez-en un autre ou ajoutez-le.
refusal-unknown-external-wallet = Ce portefeuille n’est pas dans votre compte. Choisissez-en un autre ou ajoutez-le.
refusal-bank-account-archived = Ce compte bancaire est archivé. Choisissez-en un autre ou ajoutez-le de nouveau.
refusal-external-wallet-archived = Ce portefeuille est archivé. Choisissez-en un autre ou ajoutez-le de nouveau.
refusal-address-of-service = Cette adresse appartient à un compte de ce service. Choisissez un autre portefeuille.
refusal-wallet-too-new = Ce portefeuille est nouveau. Vous pourrez y faire un retrait à partir du { $date }.
refusal-other-chain = Vos USDC sont sur le réseau { $network }. Ils ne peuvent pas être envoyés vers un autre réseau.
refusal-quote =
    { $problem ->
        [unknown] Ce prix n’existe pas. Demandez-en un nouveau.
        [used] Ce prix a déjà été utilisé. Demandez-en un nouveau.
       *[expired] Ce prix a expiré. Demandez-en un nouveau.
    }
refusal-other-quote = Ce prix concerne un autre virement. Demandez-en un nouveau.
refusal-price-changed = Le prix a changé. Vérifiez le nouveau prix avant de continuer.
refusal-deposits-closed = Les dépôts ne sont pas disponibles pour le moment ({ $rail }). Choisissez un autre compte bancaire ou réessayez plus tard.
refusal-withdrawals-closed = Les retraits ne sont pas disponibles pour le moment ({ $rail }). Choisissez un autre compte bancaire ou réessayez plus tard.
refusal-wallets-closed = Les retraits vers des portefeuilles ne sont pas disponibles pour le moment. Choisissez un compte bancaire ou réessayez plus tard.
refusal-money-stopped = Les paiements sortants sont suspendus pour le moment. Votre solde n’est pas concerné. Réessayez plus tard.
refusal-chain-busy = Ce retrait ne peut pas être modifié pour le moment. Réessayez dans quelques minutes.
refusal-chain-decides = Ce retrait a déjà été autorisé sur le réseau et ne peut plus être modifié.

## For developers

refusal-endpoint-exists = Un endpoint existe déjà avec cette URL. Modifiez-le ou supprimez-le d’abord.
refusal-too-many-endpoints = Vous avez atteint la limite de { $limit } endpoints, y compris ceux des personnes simulées. Supprimez-en un d’abord.
refusal-too-many-unverified = Vous avez atteint la limite de { $limit } endpoints non vérifiés, y compris ceux des personnes simulées. Vérifiez-en ou supprimez-en un d’abord.
refusal-too-many-unverified-at-host = Vous avez atteint la limite de { $limit } endpoints non vérifiés sur cet hôte, y compris ceux des personnes simulées. Vérifiez-en ou supprimez-en un d’abord.
refusal-too-many-api-keys = Vous avez atteint la limite de { $limit } clés API actives. Révoquez-en une d’abord.
refusal-too-many-connect-apps = Vous avez atteint la limite de { $limit } applications Connect. Archivez-en une d’abord.
