### What every email has around its own texts.

## Links

email-copy-link = Ou copiez ce lien dans votre navigateur :
# Above a link, on a line of its own.
email-link-label = { $label } :
# In place of a link or an address that a sender wrote.
email-link-removed = [lien supprimé]
# Above the link that turns off emails of this kind.
email-unsubscribe = Ne plus recevoir ces e-mails

## Facts: a line of the text part

email-fact = { $name } : { $value }

## At the end

email-because-account = Vous recevez cet e-mail parce que { $email } a un compte chez { $brand }.
email-because-entered = Vous recevez cet e-mail parce que quelqu’un a saisi { $email } chez { $brand }.
email-because-invited = Vous recevez cet e-mail parce que { $brand } a invité { $email }.
# Before the support address.
email-questions = Des questions ?
