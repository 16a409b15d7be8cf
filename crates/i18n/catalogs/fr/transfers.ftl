### Deposits, withdrawals, bank accounts and external wallets.

## Lists

list-no-matches-on-page = Aucun résultat sur cette page
list-no-matches-on-page-text = Des entrées plus anciennes peuvent correspondre. Passez à la page suivante.
list-no-matches = Aucun résultat
list-no-matches-text = Aucun élément n’a ce statut pour le moment.

## Bank accounts and wallets

external-accounts-all = Tous
external-accounts-active = Actifs
external-accounts-archived = Archivés
external-account-added = Ajouté
external-account-added-by = Ajouté par
external-account-added-by-app = Une application que vous avez connectée
external-account-from-app = D’une application
external-account-rename = Renommer
external-account-archive = Archiver

## Bank accounts

bank-accounts-lead = Les comptes depuis lesquels vous déposez et vers lesquels vous retirez.
bank-account-add = Ajouter un compte bancaire
bank-accounts-none = Aucun compte bancaire pour le moment
bank-accounts-none-text = Ajoutez le compte bancaire depuis lequel vous voulez déposer ou vers lequel vous voulez retirer.
bank-account-method = Méthode
bank-account-shown-number = Numéro
bank-account-deposit = Déposer depuis ce compte
bank-account-withdraw = Retirer vers ce compte
bank-account-details-lead = Les numéros sont enregistrés chiffrés et affichés en partie seulement.
bank-account-transfers = Virements récents
bank-account-closed =
    { $what ->
        [deposits] Vous ne pouvez pas déposer depuis ce compte pour le moment.
        [withdrawals] Vous ne pouvez pas retirer vers ce compte pour le moment.
       *[both] Vous ne pouvez ni déposer depuis ce compte ni retirer vers celui-ci pour le moment.
    }
bank-account-name-hint = Pour vous y retrouver. Les virements n’en dépendent pas.
bank-account-archive = Archiver le compte bancaire
bank-account-archive-text = Un compte archivé ne sert plus aux nouveaux dépôts ni retraits. Les virements en cours se poursuivent.
bank-account-archive-warning = Cette action est irréversible. Pour réutiliser le compte, ajoutez-le à nouveau.

## Adding a bank account

bank-account-method-lead = Choisissez comment le compte reçoit de l’argent. Nous vous demanderons ensuite ses coordonnées.
bank-account-methods = Méthode et pays
bank-account-no-methods = Aucune méthode disponible
bank-account-no-methods-text = Ce service ne propose pas de virements bancaires pour le moment. Si vous en avez besoin, contactez l’assistance.
bank-account-other-method = Choisir une autre méthode
bank-account-name-example = Pour vous y retrouver, par exemple Salaires. S’il est vide, ce sera la méthode et la fin du numéro.
bank-account-part-account = Compte
bank-account-part-holder = Titulaire du compte
bank-account-part-address = Adresse du titulaire
select-placeholder = Choisissez une option

## Ways to move money: what each is good for

rail-pitch-ars-transfers = Pesos argentins, vers un CBU, CVU ou alias.
rail-pitch-brl-pix = Réaux brésiliens, vers une clé Pix.
rail-pitch-cad-eft = Dollars canadiens.
rail-pitch-cop-pse = Pesos colombiens.
rail-pitch-eur-sepa = Euros, dans tous les pays de l’espace SEPA.
rail-pitch-mxn-spei = Pesos mexicains, vers une CLABE.
rail-pitch-usd-ach = Dollars américains. Frais réduits.
rail-pitch-usd-fedwire = Dollars américains. Frais plus élevés.

## Details of a bank account

bank-account-number = Numéro de compte
bank-account-type = Type de compte
bank-account-type-checking = Courant
bank-account-type-savings = Épargne
bank-ars-account = CBU, CVU ou alias
bank-ars-account-hint = 22 chiffres, ou un alias comme mate.sol.luna.
bank-ars-account-type = Type d’identifiant
bank-ars-cbu = CBU (banque)
bank-ars-cvu = CVU (portefeuille)
bank-building = Appartement, étage ou bâtiment
bank-business-name = Nom de l’entreprise
bank-business-name-hint = Recommandé. Utilisez le nom enregistré auprès de la banque.
bank-city = Ville
bank-clabe-hint = 18 chiffres.
bank-code = Code banque
bank-code-hint = 3 ou 4 chiffres, comme 007.
bank-colombian-account-hint = De 6 à 20 chiffres.
bank-document-number = Numéro du document
bank-document-passport = Passeport
bank-document-type = Pièce d’identité
bank-first-name = Prénom
bank-holder-email = E-mail du titulaire
bank-holder-email-hint = La banque peut écrire à cette adresse.
bank-holder-first-name = Prénom du titulaire
bank-holder-last-name = Nom de famille du titulaire
bank-holder-name = Nom du titulaire
bank-holder-name-hint = Tel qu’il est enregistré auprès de la banque.
bank-holder-type = Type de titulaire
bank-holder-type-business = Entreprise
bank-holder-type-individual = Particulier
bank-iban-hint = Il commence par deux lettres pour le pays, comme DE ou ES.
bank-institution-number = Numéro d’institution
bank-institution-number-hint = Les 3 chiffres de la banque.
bank-last-name = Nom de famille
bank-pix-key = Clé Pix
bank-pix-key-hint = Un CPF ou un CNPJ, un numéro de téléphone avec indicatif régional, un e-mail ou une clé aléatoire.
bank-postal-code = Code postal
bank-recommended = Recommandé.
bank-routing-number = Numéro de routage
bank-routing-number-hint = 9 chiffres, en bas à gauche d’un chèque.
bank-state = État ou région
bank-street = Numéro et rue
bank-transit-number = Numéro de transit
bank-transit-number-hint = Les 5 chiffres de la succursale.

## External wallets

external-wallet = Portefeuille externe
external-wallets-lead = Les adresses blockchain vers lesquelles vous pouvez retirer des USDC.
external-wallet-add = Ajouter un portefeuille
external-wallets-none = Aucun portefeuille pour le moment
external-wallets-none-text = Ajoutez l’adresse du portefeuille vers lequel vous voulez retirer des USDC.
external-wallet-withdraw = Retirer vers ce portefeuille
external-wallet-new = Nouveau portefeuille
external-wallet-new-text = Vous pourrez y retirer à partir du { $date }. Ce délai protège votre solde si quelqu’un d’autre accède à votre compte.
external-wallet-name-hint = Pour vous y retrouver. L’adresse ne change pas.
external-wallet-archive = Archiver le portefeuille
external-wallet-archive-text = Un portefeuille archivé ne sert plus aux nouveaux retraits. Les retraits en cours se poursuivent.
external-wallet-archive-warning = Cette action est irréversible. Pour réutiliser le portefeuille, ajoutez-le à nouveau.
external-wallet-add-lead = Copiez et collez l’adresse. Les USDC envoyés à une mauvaise adresse sont perdus.
external-wallet-name-example = Pour vous y retrouver, par exemple Trésorerie.
external-wallet-address-hint = Ne changez pas les majuscules ni les minuscules : elles permettent de repérer les erreurs.
external-wallet-network-hint = Vos USDC sont sur ce réseau. Le portefeuille doit le prendre en charge.

## Deposits and withdrawals

transfers-all = Tous
transfer-from = De
transfer-to = Vers
transfer-you-send = Vous envoyez
transfer-you-sent = Vous avez envoyé
transfer-you-receive = Vous recevez
transfer-you-received = Vous avez reçu
transfer-you-would-have-received = Vous auriez reçu
transfer-price = Montant et frais
transfer-fee-fixed = Frais fixes
transfer-fee-percentage = Frais proportionnels
transfer-fee-spread = Marge sur le taux de change
transfer-fee-rounding = Arrondi
transfer-fees-total = Total des frais
transfer-valid-until = Valable jusqu’au
transfer-history = Historique
transfer-simulation = Simulation
transfer-simulation-lead = En mode test, c’est vous qui décidez de la suite.
transfer-simulate-received = Marquer comme reçu
transfer-simulate-completed = Marquer comme terminé
transfer-simulate-failed = Marquer comme échoué
transfer-simulate-expired = Marquer comme expiré
transfer-simulate-returned = Marquer comme retourné

## Why a deposit or a withdrawal can't be made

transfer-ask-support = Des questions ? Écrivez à { $email }.

## Deposits

deposits-lead = Envoyez de l’argent depuis votre compte bancaire pour ajouter des USDC à votre solde.
deposit-new = Nouveau dépôt
deposits-none = Aucun dépôt pour le moment
deposits-none-text = Dites-nous combien vous allez envoyer, et nous vous indiquerons où.
deposits-closed = Les dépôts depuis un compte bancaire ne sont pas disponibles
deposits-closed-text = Ce service n’accepte pas de dépôts depuis un compte bancaire pour le moment. Si vous en avez besoin, contactez l’assistance.
deposit-transfer-details = Coordonnées du virement
deposit-transfer-details-lead = Envoyez l’argent depuis votre banque avec exactement ces coordonnées. Cliquez sur une valeur pour la sélectionner.
deposit-beneficiary = Bénéficiaire
deposit-send-by = À envoyer avant le
deposit-reference-title = Indiquez la référence exactement telle qu’elle est affichée
deposit-reference-text = Elle nous permet d’associer le virement à votre compte.
deposit-rate-title = Votre taux de change est garanti
deposit-rate-text = Le taux ci-dessous s’applique à un virement de { $amount } au plus, reçu par notre banque avant le { $date }. Tout montant supérieur ou reçu plus tard est converti au taux du jour de son arrivée.
deposit-other-amount = Le montant envoyé diffère des { $amount } prévus.
deposit-announced = Montant prévu
deposit-cancel = Annuler le dépôt
deposit-cancel-text = Annulez le dépôt si vous ne voulez plus envoyer l’argent.
deposit-credited-anyway = Si vous avez déjà envoyé l’argent, nous l’ajouterons quand même à votre solde.

## What has happened to a deposit

deposit-step-created = Créé
deposit-step-waiting = En attente de votre virement
deposit-step-waiting-text = Envoyez-le avant le { $date }.
deposit-step-received = Argent reçu
deposit-step-credited = Ajouté à votre solde
deposit-step-credited-soon = Cela prend quelques instants.
deposit-step-failed-text = Votre virement n’arrivera pas : rien n’a été ajouté à votre solde. Demandez-en la raison à votre banque, puis créez un nouveau dépôt.
deposit-step-expired-text = Votre virement n’est pas arrivé à temps. S’il arrive plus tard, nous l’ajouterons quand même à votre solde.

## Making a deposit

deposit-new-lead = Indiquez combien vous allez envoyer. Vous verrez le taux de change et les frais avant de confirmer.
deposit-no-account = Ajoutez d’abord un compte bancaire
deposit-no-account-text = Les dépôts proviennent de l’un de vos comptes bancaires.
deposit-choose-account = Choisissez un compte bancaire
deposit-not-chosen = Choisissez le compte bancaire depuis lequel vous allez envoyer.
deposit-amount-hint = Dans la devise du compte bancaire.
deposit-review = Vérifier le dépôt
deposit-review-lead = Vérifiez les informations. Après avoir créé le dépôt, envoyez l’argent depuis votre banque.
deposit-price-expired = Le prix a expiré
deposit-price-expired-text = Aucun dépôt n’a été créé. Voici le prix actuel.
deposit-create = Créer le dépôt

## The address to receive USDC at

deposit-address = Recevoir des USDC
deposit-address-lead = Les USDC envoyés à votre adresse sont ajoutés à votre solde.
deposit-address-yours = Votre adresse
deposit-address-qr = Code QR de votre adresse
deposit-address-token = Jeton accepté
deposit-address-before = Avant d’envoyer
deposit-address-warning = Envoyez uniquement des USDC sur { $chain }. D’autres jetons, ou des USDC sur d’autres réseaux, sont perdus.
deposit-address-minimum = Les transferts inférieurs à { $minimum } ne sont pas crédités.
deposit-address-wait = Nous ajoutons les USDC à votre solde dès que le transfert est définitif, ce qui peut prendre jusqu’à une demi-heure.
deposit-address-lasting = L’adresse n’appartient qu’à vous et n’expire pas.
deposit-address-new = Nouvelle adresse
deposit-address-new-text = Utilisez une autre adresse si vous ne voulez pas qu’un payeur voie ce que d’autres vous ont payé.
deposit-address-create = Créer une nouvelle adresse
deposit-address-create-text = Votre ancienne adresse continue de fonctionner, mais nous n’afficherons que la nouvelle.
deposit-address-none-in-test = Pas d’adresse en mode test
deposit-address-none-in-test-text = Créez un dépôt et marquez-le comme reçu, ou ajoutez de l’argent de test depuis la vue d’ensemble.
deposit-address-none = Aucune adresse pour le moment
deposit-address-none-text = Ce service n’est pas encore connecté à une blockchain. Vous pouvez déposer depuis un compte bancaire.

## Withdrawals

withdrawals-lead = Envoyez des USDC de votre solde vers un compte bancaire ou un portefeuille.
withdrawal-new = Nouveau retrait
withdrawals-none = Aucun retrait pour le moment
withdrawals-none-text = Retirez de l’argent de votre solde vers un compte bancaire ou un portefeuille.
withdrawal-you-withdraw = Vous retirez
withdrawal-you-withdrew = Vous avez retiré
withdrawal-back = De retour sur votre solde
withdrawal-failed = Le retrait a échoué
withdrawal-rejected = Nous n’avons pas pu l’envoyer, ou la banque ou le réseau l’a rejeté. Le montant total est de retour sur votre solde. Vérifiez les coordonnées de la destination et réessayez, ou contactez l’assistance.
withdrawal-returned = L’argent est arrivé, mais la banque l’a retourné, souvent parce que le compte est clôturé ou appartient à quelqu’un d’autre. Le montant total, frais compris, est de retour sur votre solde.
withdrawal-simulated-failure = Vous avez simulé un échec. Le montant total est de retour sur votre solde.
withdrawal-bank-reference = Référence bancaire
withdrawal-hash = Hash de la transaction
withdrawal-cancel = Annuler le retrait
withdrawal-cancel-text = Vous pouvez annuler le retrait tant qu’il est en file d’attente.
withdrawal-cancel-warning = Le montant total reviendra sur votre solde.

## When a withdrawal arrives. Each label has a date behind it.

arrival-within = Arrive généralement sous { $time }.
arrival-by = Devrait arriver au plus tard le
arrival-expected = Attendu le
arrival-late = { $date } (plus long que d’habitude)
arrival-done = Arrivé le

## What has happened to a withdrawal

withdrawal-step-created = Créé
withdrawal-step-created-text = Le montant est réservé.
withdrawal-step-sent = Envoyé
withdrawal-step-queued-text = Nous attendons { $duration } avant de l’envoyer. D’ici là, vous pouvez l’annuler.
withdrawal-step-waiting = En attente d’envoi
withdrawal-step-waiting-text = Nous préparons votre retrait. Il ne peut plus être annulé.
withdrawal-step-under-way = En cours d’acheminement
withdrawal-step-under-way-text = Il ne peut plus être annulé.
withdrawal-step-unclear-text = Nous attendons la confirmation et continuons à vérifier. Il ne sera pas envoyé deux fois.
withdrawal-step-arrived = Arrivé
withdrawal-step-returned = Retourné
withdrawal-step-cancelled-text = Le montant total est de retour sur votre solde.

## Making a withdrawal

withdrawal-new-lead = Vous verrez les frais et le montant que vous recevez avant de confirmer.
withdrawal-new-bank-account = Ajouter un compte bancaire
withdrawal-to-new-wallet = Vous voulez retirer des USDC vers votre propre portefeuille ? <a href="{ $href }">Ajoutez d’abord son adresse</a>.
withdrawal-choose-destination = Choisissez une destination
withdrawal-not-chosen = Choisissez où envoyer l’argent.
withdrawal-amount-hint = Le montant prélevé sur votre solde, frais compris.
withdrawal-review = Vérifier le retrait
withdrawal-review-lead = Vous pouvez annuler le retrait pendant { $duration } après l’avoir confirmé.
withdrawal-price-changed = Le prix a changé
withdrawal-price-changed-text = Rien n’a été envoyé. Voici le prix actuel.
withdrawal-confirm = Confirmer le retrait
