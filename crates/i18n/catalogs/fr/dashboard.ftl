### The frame of the dashboard and its overview.

## The frame: the menu and the mode

frame-main-menu = Menu principal
frame-menu = Menu
frame-group-payments = Paiements
frame-group-funding = Fonds
frame-group-developers = Développeurs
frame-documentation = Documentation
frame-group-account = Compte
frame-test = Test
frame-live = Réel
frame-switch-to-live = Passer en mode réel
frame-switch-to-test = Passer en mode test

## What was just done, on the next page

said-archived = Archivage effectué.
said-cancelled = Annulation effectuée. L’argent est de retour sur votre solde.
said-changed = Modifications enregistrées.
said-claimed = L’argent est sur votre solde.
said-created = Ajout effectué.
said-deposit-cancelled = Dépôt annulé. N’envoyez pas l’argent.
said-deposit-created = Dépôt créé. Envoyez l’argent avec les informations ci-dessous.
said-disconnected = Application déconnectée. Elle n’a plus accès à votre compte.
said-endpoint-added = Endpoint ajouté. Nous lui avons envoyé un événement de test. Affichez le secret pour vérifier sa signature.
said-endpoint-off = Endpoint désactivé. Nous enverrons les événements en attente quand vous le réactiverez.
said-endpoint-on = Endpoint activé. Les événements en attente sont en cours d’envoi.
said-endpoint-removed = Endpoint supprimé. Il ne reçoit plus d’événements.
said-funded = Argent ajouté.
said-key-revoked = Clé révoquée. Elle cesse de fonctionner dans la seconde.
said-language-saved = Langue enregistrée.
said-emails-saved = Notifications enregistrées.
said-password-changed = Mot de passe modifié. Vos autres sessions sont fermées.
said-payout-sent = Versement créé.
said-reminded = Rappel envoyé.
said-renamed = Nom modifié.
said-replayed = L’événement est en cours de renvoi.
said-replaying = Les événements sont en cours de renvoi. Suivez leur progression ici.
said-second-factor-off = La validation en deux étapes est désactivée.
said-signed-out = Vos autres sessions sont fermées.
said-simulated = Simulation effectuée dans l’environnement de test.
said-skipping = Les événements en attente sont ignorés. Vous pouvez toujours les renvoyer.
said-tested = Un événement de test est en cours d’envoi.
said-withdrawal-created = Retrait créé. Vous pouvez l’annuler pendant 30 secondes.

## The overview

overview-lead = Votre solde et votre activité.
overview-add-money = Ajouter de l’argent
overview-new-payout = Nouveau versement
overview-available-note = Prêt à être envoyé
overview-reserved-note = Pour les versements et retraits en attente
overview-in-progress = En cours
overview-payouts = Versements en cours
overview-unclaimed = Paiements non récupérés
overview-deposits = Dépôts en cours
overview-withdrawals = Retraits en cours
overview-count-or-more = { $count } ou plus
overview-chart = Entrées et sorties
overview-today = Aujourd’hui
overview-last-days =
    { $count ->
        [one] { $count } dernier jour
       *[other] { $count } derniers jours
    }
overview-cut = Vous avez tellement de transactions que seuls les derniers jours sont affichés. Exportez vos transactions pour en voir plus.
overview-recent = Activité récente
overview-all = Voir toutes les transactions

## First steps, until money has left the account

overview-next-steps = Prochaines étapes
overview-pay = Payer quelqu’un
overview-pay-test = Envoyez de l’argent de test à n’importe quelle adresse e-mail. Le message n’est pas distribué : lisez-le dans E-mails.
overview-pay-live = Il vous suffit de son adresse e-mail.
overview-api-key = Créer une clé API
overview-api-key-text = Effectuez le même versement depuis votre propre code.
overview-fund-text = Ajoutez le compte bancaire depuis lequel vous paierez, puis créez un dépôt. Nous vous indiquerons où envoyer l’argent.

## Money for the account

overview-test-money = Ajouter de l’argent de test
overview-test-money-hint = Il est ajouté immédiatement, comme si quelqu’un vous l’avait envoyé.
overview-deposit-text = Créez un dépôt et envoyez l’argent depuis votre compte bancaire. Nous l’ajouterons à votre solde à son arrivée.

## While no money leaves

overview-stopped = Les paiements sortants sont suspendus
overview-stopped-since = Aucun argent n’est sorti depuis le { $date }.
overview-stopped-books = Un contrôle de la comptabilité a échoué.
overview-stopped-audit-missing = La comptabilité n’a pas été contrôlée depuis une heure.
overview-stopped-chain-differs = Le solde sur la blockchain diffère de la comptabilité.
overview-stopped-unexplained = La blockchain contient un transfert que la comptabilité n’explique pas.
overview-stopped-token-changed = Le contrat USDC sur la blockchain a changé.
overview-stopped-chain-rewritten = La blockchain a remplacé des blocs définitifs.
overview-stopped-settings = Le réseau ou les clés configurés diffèrent de ceux de la comptabilité.
overview-stopped-commits-lost = La base de données a basculé vers un autre serveur et a perdu des changements récents.
overview-stopped-operator = Un opérateur les a suspendus.
overview-stopped-text = Votre solde n’est pas concerné. Un opérateur doit rétablir les paiements. Les versements et retraits demandés se poursuivront alors ou reviendront sur votre solde. Une partie de l’argent reçu n’est créditée qu’au rétablissement des paiements.

## Emails of a test account, and those of florin dev

emails-lead = Les e-mails de votre compte de test. Ils ne sont pas distribués : lisez-les ici.
emails-none = Aucun e-mail pour le moment
emails-none-text = Payez quelqu’un qui n’a pas de compte ici. L’e-mail qui lui est destiné apparaît sur cette page.
emails-to = À
emails-about = Objet
emails-open-claim = Ouvrir la page de récupération
emails-open-endpoint = Voir l’endpoint
emails-format = Format
emails-text = Texte
emails-content = Contenu de l’e-mail
emails-links = Liens de cet e-mail
emails-dev-lead = Les e-mails de ce serveur. <code>florin dev</code> ne les envoie pas. Les fichiers sont dans le dossier <code>emails</code> du dossier de données.
emails-dev-none-text = Créez un compte, ou payez une adresse e-mail sans compte.
