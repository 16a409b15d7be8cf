### What every page needs: buttons, labels, the names of the sections.

## Buttons and links

action-add = Ajouter
action-back = Retour
action-cancel = Annuler
action-change = Modifier
action-clear-filters = Effacer les filtres
action-close = Fermer
action-confirm = Confirmer
action-continue = Continuer
action-copy = Copier
action-copy-what = Copier { $what }
action-copied = Copié
action-create-account = Créer un compte
action-download = Télécharger
action-edit = Modifier
action-filter = Filtrer
action-go-to-dashboard = Aller au tableau de bord
action-remove = Supprimer
action-save = Enregistrer
action-search = Rechercher
action-send = Envoyer
action-show-all = Tout afficher
action-sign-in = Se connecter
action-sign-out = Se déconnecter
action-skip-to-content = Aller au contenu
action-try-again = Réessayer
action-upload-file = Importer un fichier

## Fields and columns

label-address = Adresse
label-amount = Montant
label-available = Disponible
label-balance = Solde
label-bank-account = Compte bancaire
label-country = Pays
label-created = Date de création
label-currency = Devise
label-date = Date
label-details = Détails
label-email = E-mail
label-exchange-rate = Taux de change
label-fee = Frais
label-id = ID
label-language = Langue
label-last-used = Dernière utilisation
label-name = Nom
label-network = Réseau
label-never = Jamais
label-new-password = Nouveau mot de passe
label-optional = Facultatif
label-password = Mot de passe
label-permissions = Autorisations
label-recipient = Bénéficiaire
label-reference = Référence
label-reserved = Réservé
label-sender = Expéditeur
label-status = Statut
label-total = Total
label-type = Type
label-wallet = Portefeuille

## Sections of the dashboard

section-api-keys = Clés API
section-api-requests = Requêtes API
section-authorized-apps = Applications connectées
section-bank-accounts = Comptes bancaires
section-connect = Connect
section-deposits = Dépôts
section-email = E-mails
section-external-wallets = Portefeuilles externes
section-overview = Vue d’ensemble
section-payouts = Versements
section-recipients = Bénéficiaires
section-search = Recherche
section-security-log = Journal de sécurité
section-settings = Paramètres
section-statements = Relevés
section-transactions = Transactions
section-webhooks = Webhooks
section-withdrawals = Retraits

## Search

search-everything = Rechercher partout
search-label = Nom, e-mail, référence, montant ou ID
search-lead = Trouvez des bénéficiaires, des versements, des transactions, des comptes bancaires et des portefeuilles par nom, e-mail, référence, montant ou ID.
search-none = Aucun résultat
search-none-text = Vérifiez l’orthographe, ou cherchez une partie d’un nom, d’un e-mail ou d’une référence, un montant exact ou un ID complet.
search-more = Voici les résultats les plus récents.
search-newest-only = Cette recherche porte sur les { $count } entrées les plus récentes de chaque liste. Pour en retrouver de plus anciennes, utilisez les filtres de la liste.
search-all-recipients = Afficher tous les bénéficiaires
search-all-payouts = Afficher tous les versements
search-all-transactions = Afficher toutes les transactions

## Pages of a list

list-filters = Filtres
page-first = Première page
page-next = Page suivante
page-navigation = Pages
page-previous = Page précédente
page-rows = Lignes par page :

## Steps, for screen readers

step-done = Fait
step-now = En cours
step-later = À venir
step-failed = En échec

## Charts

chart-by-day = Entrées et sorties par jour
chart-day = { $day } : entrées { $in }, sorties { $out }
chart-quiet = Aucun mouvement d’argent sur cette période.
chart-table = Afficher sous forme de tableau
# Round numbers on the scale of a chart, as short as possible.
chart-thousands = { $number } k
chart-millions = { $number } M
chart-billions = { $number } Md

## Numbers of things

count-payments =
    { $count ->
        [one] { $count } paiement
       *[other] { $count } paiements
    }
count-recipients =
    { $count ->
        [one] { $count } bénéficiaire
       *[other] { $count } bénéficiaires
    }

## Everywhere

# Each language calls itself by its own name.
language-name = Français
mode-live = Mode réel
mode-test = Mode test
mode-test-bar = <b>Mode test.</b> Aucun argent réel ne circule.
signed-in-as = Votre session est ouverte avec <b>{ $email }</b>
support-contact = Des questions ? Écrivez à <a href="{ $href }">{ $email }</a>.
