### Files of payments: how they are read, and what is wrong with them.

## The names of columns in a file. Any language's names are read.

payout-file-column-currency = moeda
# In the file of the lines that can't be paid: why not.
payout-file-column-reason = motivo

## Which columns were found

payout-file-found = { $column }: “{ $name }”
# In a file that doesn't name its columns.
payout-file-found-place = { $column }: coluna { $number }
payout-review-columns = Colunas encontradas
payout-review-ignored = Ignoradas: { $columns }.
payout-review-sheet = Só a planilha “{ $sheet }” foi lida.
payout-review-hidden = { $count ->
        [one] Uma linha oculta na planilha está incluída.
       *[other] { $count } linhas ocultas na planilha estão incluídas.
    }

## Lines

payout-line = Linha { $number }
payout-line-mistake = Linha { $number }: { $mistake }
payout-line-currency = Os valores devem estar em USDC, não em { $currency }.
payout-line-ambiguous = Neste arquivo, { $amount } pode ter decimais ou um separador de milhar. Digite sem separador de milhar.
payout-review-rejected = Baixar linhas com erros

## What is wrong with a file

payout-file-old-spreadsheet = Este é um arquivo antigo do Excel. Salve-o como .xlsx ou como “CSV UTF-8” e envie de novo.
payout-file-workbook = Não é possível ler este arquivo como pasta de trabalho do Excel. Salve-o como .xlsx sem senha ou como “CSV UTF-8” e envie de novo.
payout-file-workbook-too-large = Esta pasta de trabalho tem dados demais. Copie os pagamentos para uma nova e envie-a.
payout-file-ambiguous-columns = Não está claro qual coluna tem os valores. Adicione uma primeira linha que nomeie as colunas: { $email }, { $amount } e { $reference }.
payout-file-open-quote = Na linha { $number }, há aspas que abrem e não fecham. Remova-as ou feche-as e envie o arquivo de novo.
payout-file-currency = Os valores deste arquivo estão em { $currency }. Os envios são feitos em USDC: converta os valores e renomeie a coluna.
