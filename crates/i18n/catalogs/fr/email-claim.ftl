### The email that says that money waits, and its reminder.

## Subjects and titles

email-claim-title = { $sender } vous a envoyé { $amount }
email-claim-title-several = Vous avez { $amount } à récupérer
email-claim-reminder = Rappel : { $subject }
email-claim-preview = L’argent vous attend. Récupérez-le au plus tard le { $date }.
email-claim-reminder-preview = L’argent vous attend toujours. Récupérez-le au plus tard le { $date }.

## What it says

email-claim-opening = L’argent vous attend chez { $brand }. Si vous ne le récupérez pas au plus tard le { $date }, il sera retourné à l’expéditeur.
email-claim-opening-several = L’argent vous attend chez { $brand }. Si vous ne le récupérez pas au plus tard le { $date }, il sera retourné aux expéditeurs.
email-claim-button = Récupérer { $amount }
email-claim-usdc = L’USDC est un dollar numérique, conçu pour garder la valeur d’un dollar américain.
email-claim-next = Le lien montre ce qui vous attend. Créez un compte avec cette adresse e-mail ou connectez-vous, et l’argent sera ajouté à votre solde. Vous pouvez l’y laisser ou le retirer.
email-claim-keep-private = Toute personne qui a ce lien peut récupérer l’argent. Ne transférez pas cet e-mail.
email-claim-unverified = Les expéditeurs choisissent les noms et les références de cet e-mail, et { $brand } ne les vérifie pas. Si vous ne connaissez pas l’expéditeur, ignorez cet e-mail. Vous n’avez rien à faire.
email-claim-because = Vous recevez cet e-mail parce que quelqu’un a envoyé de l’argent à { $email } par l’intermédiaire de { $brand }.

## Facts

email-claim-until = Date limite
email-claim-payments = Paiements
# An amount, or a number of payments, if more wait than are counted.
email-claim-more-than = plus de { $value }
# One of several senders, with one payment or with several.
email-claim-sender-amount = { $sender } · { $amount }
email-claim-sender-payments = { $sender } · { $amount } ({ $payments })
email-claim-other-senders = et d’autres expéditeurs
email-claim-total = { $amount } ({ $payments })
