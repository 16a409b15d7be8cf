### What every email has around its own texts.

## Links

email-copy-link = O copia este enlace en tu navegador:
# Above a link, on a line of its own.
email-link-label = { $label }:
# In place of a link or an address that a sender wrote.
email-link-removed = [enlace eliminado]
# Above the link that turns off emails of this kind.
email-unsubscribe = Dejar de recibir estos correos

## Facts: a line of the text part

email-fact = { $name }: { $value }

## At the end

email-because-account = Recibes este correo porque { $email } tiene una cuenta en { $brand }.
email-because-entered = Recibes este correo porque alguien ingresó { $email } en { $brand }.
email-because-invited = Recibes este correo porque { $brand } invitó a { $email }.
# Before the support address.
email-questions = ¿Tienes preguntas?
