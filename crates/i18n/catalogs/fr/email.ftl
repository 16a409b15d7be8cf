### What every email has around its own texts.

## Links

email-copy-link = Ou copiez ce lien dans votre navigateur :
# Above a link, on a line of its own.
email-link-label = { $label } :
# In place of a link or an address that a sender wrote.
email-link-removed = [lien supprimé]

## Facts: a line of the text part

email-fact = { $name } : { $value }

## At the end

email-because-account = Vous recevez cet e-mail parce que { $email } a un compte chez { $brand }.
email-because-entered = Vous recevez cet e-mail parce que quelqu’un a saisi { $email } chez { $brand }.
# Before the support address.
email-questions = Des questions ?
