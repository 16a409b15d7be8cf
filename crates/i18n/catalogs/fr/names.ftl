### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = En attente du virement
status-cancelled = Annulé
status-completed = Terminé
status-expired = Expiré
status-failed = Échoué
status-pending-claim = À récupérer
status-processing = En cours
status-queued = En file d’attente
# Of bank accounts and external wallets.
status-active = Actif
status-archived = Archivé

## Statuses of emails

email-status-queued = En file d’attente
# Written in test mode, where no email is sent.
email-status-kept = Enregistré
email-status-sending = Envoi en cours
email-status-sent = Envoyé
email-status-failed = Échec de l’envoi
email-status-unclear = Non confirmé
# Another email to the address says the same.
email-status-combined = Regroupé
email-status-obsolete = Devenu inutile
email-status-delayed = Différé

## What emails are about

email-about-claim = Paiement à récupérer
email-about-reminder = Rappel de récupération
email-about-join = Inscription
email-about-known = Inscription avec un compte existant
email-about-reset = Réinitialisation du mot de passe
email-about-security = Sécurité
email-about-webhook-off = Endpoint de webhook désactivé
email-about-operator-alert = Alerte pour l’opérateur

## Types of transactions

transaction-deposit = Dépôt
transaction-inbound-transfer = Virement reçu
transaction-payout = Versement
transaction-withdrawal = Retrait

## Why a transaction failed

failure-claim-expired = Il n’a pas été récupéré à temps.
failure-rejected = Non envoyé, ou rejeté par la banque ou le réseau.
failure-returned-by-bank = La banque l’a retourné.
failure-simulated = L’environnement de test a simulé un échec.

## Currencies

currency-ars = Peso argentin
currency-brl = Réal brésilien
currency-cad = Dollar canadien
currency-cop = Peso colombien
currency-eur = Euro
currency-mxn = Peso mexicain
currency-usd = Dollar américain
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Virement, Argentine
rail-brl-pix = Pix, Brésil
rail-cad-eft = TEF, Canada
rail-cop-pse = ACH, Colombie
rail-eur-sepa = SEPA, Europe
rail-mxn-spei = SPEI, Mexique
rail-usd-ach = ACH, États-Unis
rail-usd-fedwire = Fedwire, États-Unis

## Permissions: what a scope allows

permission-balance-read = Consulter votre solde
permission-bank-accounts-read = Consulter vos comptes bancaires
permission-bank-accounts-write = Ajouter, renommer et archiver des comptes bancaires
permission-external-wallets-read = Consulter vos portefeuilles externes
permission-external-wallets-write = Ajouter, renommer et archiver des portefeuilles externes
permission-recipients-read = Consulter les personnes que vous payez
permission-recipients-write = Ajouter et renommer des personnes que vous payez
permission-transactions-read = Consulter toutes vos transactions
permission-deposits-read = Consulter vos dépôts
permission-deposits-write = Créer et annuler des dépôts
permission-withdrawals-read = Consulter vos retraits
permission-withdrawals-write = Retirer votre argent vers un compte bancaire ou un portefeuille
permission-payouts-read = Consulter vos versements
permission-payouts-write = Payer des personnes avec votre argent
# An app sees and changes only what it has added itself.
app-permission-bank-accounts-read = Consulter les comptes bancaires qu’elle a ajoutés
app-permission-bank-accounts-write = Ajouter des comptes bancaires pour vous
app-permission-external-wallets-read = Consulter les portefeuilles externes qu’elle a ajoutés
app-permission-external-wallets-write = Ajouter des portefeuilles externes pour vous

## Events that webhooks report

event-payout-created = Un versement a été créé.
event-payout-completed = Un versement s’est terminé et au moins un bénéficiaire a reçu de l’argent.
event-payout-failed = Un versement s’est terminé sans qu’aucun bénéficiaire reçoive d’argent.
event-payout-cancelled = Un versement s’est terminé car tous ses paiements restants ont été annulés.
event-payout-item-pending-claim = Un paiement attend que son bénéficiaire le récupère.
event-payout-item-completed = Un bénéficiaire a reçu un paiement.
event-payout-item-failed = Un paiement a échoué et son montant est revenu sur votre solde.
event-payout-item-cancelled = Un paiement a été annulé ou a expiré et son montant est revenu sur votre solde.
event-deposit-created = Un dépôt a été créé.
event-deposit-processing = L’argent d’un dépôt est arrivé.
event-deposit-completed = Un dépôt a été ajouté à votre solde.
event-deposit-failed = Un dépôt a échoué.
event-deposit-cancelled = Un dépôt a été annulé.
event-deposit-expired = L’argent d’un dépôt n’est pas arrivé à temps.
event-withdrawal-created = Un retrait a été créé.
event-withdrawal-processing = Un retrait ne peut plus être annulé et va être envoyé.
event-withdrawal-completed = Un retrait est arrivé.
event-withdrawal-failed = Un retrait a échoué et son montant est revenu sur votre solde.
event-withdrawal-returned = La banque a retourné un retrait terminé.
event-withdrawal-cancelled = Un retrait a été annulé.
event-inbound-transfer-completed = Un virement a été reçu.
event-inbound-transfer-failed = Un virement attendu n’est pas arrivé.
event-recipient-created = Un bénéficiaire a été ajouté.
event-recipient-updated = Le nom ou le surnom d’un bénéficiaire a changé.
event-recipient-joined = Un bénéficiaire a reçu votre argent sur son propre compte pour la première fois.
event-bank-account-created = Un compte bancaire a été ajouté.
event-bank-account-updated = Un compte bancaire a été renommé.
event-bank-account-archived = Un compte bancaire a été archivé.
event-external-wallet-created = Un portefeuille externe a été ajouté.
event-external-wallet-updated = Un portefeuille externe a été renommé.
event-external-wallet-archived = Un portefeuille externe a été archivé.
event-webhook-test = Un événement de test a été demandé dans le tableau de bord.

## Events in the security log

security-joined = Compte créé
security-signed-in = Connexion
security-signed-in-anew = Connexion depuis un nouvel appareil
security-sign-in-failed = Échec de connexion
security-codes-guessed = Codes de validation incorrects avec votre mot de passe
security-signed-out = Déconnexion
security-signed-out-everywhere = Fermeture des autres sessions
security-password-changed = Mot de passe modifié
security-name-changed = Nom modifié
security-language-changed = Langue modifiée
security-recipient-language-changed = Langue des personnes que je paie modifiée
security-time-zone-changed = Fuseau horaire modifié
security-upgraded-to-business = Passage à un compte professionnel
security-second-factor-on = Validation en deux étapes activée
security-second-factor-off = Validation en deux étapes désactivée
security-recovery-codes-made = Nouveaux codes de récupération créés
security-recovery-code-used = Code de récupération utilisé
security-key-created = Clé API créée
security-key-revoked = Clé API révoquée
security-bank-account-added = Compte bancaire ajouté
security-external-wallet-added = Portefeuille externe ajouté
security-automatic-withdrawals-on = Retraits automatiques activés ou modifiés
security-automatic-withdrawals-off = Retraits automatiques désactivés
security-app-created = Application Connect créée
security-app-changed = Application Connect modifiée
security-app-secret-rotated = Secret d’une application Connect renouvelé
security-app-archived = Application Connect archivée
security-app-authorized = Application connectée
security-app-disconnected = Application déconnectée
security-webhook-added = Endpoint de webhook ajouté
security-webhook-changed = Endpoint de webhook modifié
security-webhook-secret-shown = Secret de webhook affiché
security-webhook-secret-rotated = Secret de webhook renouvelé
security-webhook-removed = Endpoint de webhook supprimé
security-app-replayed = Application déconnectée car un identifiant a été utilisé deux fois
security-locked = Blocage par l’opérateur de ce service
security-unlocked = Déblocage par l’opérateur de ce service

# The device of a session or a sign-in.
device-browser-on-system = { $browser } sur { $system }
device-unknown = Inconnu
# In place of the email address of a recipient that a test account simulates.
person-simulated = Personne simulée
