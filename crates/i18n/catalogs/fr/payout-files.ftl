### Files of payments: how they are read, and what is wrong with them.

## The names of columns in a file. Any language's names are read.

payout-file-column-currency = devise
# In the file of the lines that can't be paid: why not.
payout-file-column-reason = motif

## Which columns were found

payout-file-found = { $column } : « { $name } »
# In a file that doesn't name its columns.
payout-file-found-place = { $column } : colonne { $number }
payout-review-columns = Colonnes trouvées
payout-review-ignored = Ignorées : { $columns }.
payout-review-sheet = Seule la feuille « { $sheet } » a été lue.
payout-review-hidden = { $count ->
        [one] Une ligne masquée dans la feuille est incluse.
       *[other] { $count } lignes masquées dans la feuille sont incluses.
    }

## Lines

payout-line = Ligne { $number }
payout-line-mistake = Ligne { $number } : { $mistake }
payout-line-currency = Les montants doivent être en USDC, pas en { $currency }.
payout-line-ambiguous = Dans ce fichier, { $amount } peut contenir des décimales ou un séparateur de milliers. Saisissez-le sans séparateur de milliers.
payout-review-rejected = Télécharger les lignes avec erreurs

## What is wrong with a file

payout-file-old-spreadsheet = Ceci est un ancien fichier Excel. Enregistrez-le au format .xlsx ou « CSV UTF-8 » et importez-le à nouveau.
payout-file-workbook = Ce fichier ne peut pas être lu comme classeur Excel. Enregistrez-le au format .xlsx sans mot de passe, ou « CSV UTF-8 », et importez-le à nouveau.
payout-file-workbook-too-large = Ce classeur contient trop de données. Copiez les paiements dans un nouveau classeur et importez-le.
payout-file-ambiguous-columns = Impossible de savoir quelle colonne contient les montants. Ajoutez une première ligne qui nomme les colonnes : { $email }, { $amount } et { $reference }.
payout-file-open-quote = À la ligne { $number }, un guillemet est ouvert et jamais fermé. Supprimez-le ou fermez-le, puis importez à nouveau le fichier.
payout-file-currency = Les montants de ce fichier sont en { $currency }. Les versements sont en USDC : convertissez les montants et renommez la colonne.
