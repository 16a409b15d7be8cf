### What every email has around its own texts.

## Links

email-copy-link = Or copy this link into your browser:
# Above a link, on a line of its own.
email-link-label = { $label }:
# In place of a link or an address that a sender wrote.
email-link-removed = [link removed]
# Above the link that turns off emails of this kind.
email-unsubscribe = Stop these emails

## Facts: a line of the text part

email-fact = { $name }: { $value }

## At the end

email-because-account = You're receiving this email because { $email } has an account at { $brand }.
email-because-entered = You're receiving this email because someone entered { $email } at { $brand }.
email-because-invited = You're receiving this email because { $brand } invited { $email }.
# Before the support address.
email-questions = Questions?
