### What every email has around its own texts.

## Links

email-copy-link = Ou copie este link no navegador:
# Above a link, on a line of its own.
email-link-label = { $label }:
# In place of a link or an address that a sender wrote.
email-link-removed = [link removido]
# Above the link that turns off emails of this kind.
email-unsubscribe = Parar de receber estes e-mails

## Facts: a line of the text part

email-fact = { $name }: { $value }

## At the end

email-because-account = Você recebeu este e-mail porque { $email } tem uma conta em { $brand }.
email-because-entered = Você recebeu este e-mail porque alguém informou { $email } em { $brand }.
email-because-invited = Você recebeu este e-mail porque { $brand } convidou { $email }.
# Before the support address.
email-questions = Dúvidas?
