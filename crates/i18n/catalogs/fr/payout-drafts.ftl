### Drafts of payouts, and warnings before a payment is repeated.

## Drafts

payout-drafts = Brouillons
payout-drafts-lead = Versements que vous n’avez pas envoyés. Ils sont supprimés 30 jours après leur dernière modification.
payout-draft-title =
    { $count ->
        [one] Brouillon avec { $count } bénéficiaire
       *[other] Brouillon avec { $count } bénéficiaires
    }
payout-draft-updated = Dernière modification : { $time }
# While a draft is typed.
payout-draft-saved = Enregistré
payout-draft-sent-elsewhere = Ce versement a déjà été envoyé.
payout-draft-deleted-title = Ce brouillon a été supprimé ailleurs
payout-save-draft = Enregistrer le brouillon
payout-delete-draft = Supprimer le brouillon
payout-remove-row = Supprimer la ligne
payout-paste = Coller depuis un tableur
payout-paste-cells = Cellules du tableur
payout-paste-hint = Copiez les cellules avec les e-mails, les montants et les références, puis collez-les ici.
payout-paste-add = Ajouter comme lignes
payout-draft-changed-title = Ce brouillon a été modifié ailleurs
payout-draft-changed = Rien n’a été envoyé. Voici ce qui a été enregistré en dernier : vérifiez-le avant de l’envoyer.
payout-draft-conflict = Votre saisie ci-dessous n’est pas encore enregistrée. Comparez-la avec <a href="{ $href }">le brouillon enregistré</a>. Si vous continuez ici, elle le remplace.
payout-draft-deleted-elsewhere = Ce brouillon a été supprimé ailleurs. Continuez ici pour l’enregistrer comme nouveau brouillon.
payout-draft-too-many = Vous pouvez avoir jusqu’à { $limit } brouillons. Envoyez-en ou supprimez-en un d’abord.

## Payments that may be repeated by mistake

payout-review-earlier = Vous avez peut-être déjà payé ceci
payout-review-earlier-file = Vous avez envoyé <a href="{ $href }">un versement avec le même fichier</a> ces { $days } derniers jours.
payout-review-earlier-payments =
    { $count ->
        [one] { $count } paiement a le même bénéficiaire, le même montant et la même référence qu’un paiement envoyé ces { $days } derniers jours.
       *[other] { $count } paiements ont le même bénéficiaire, le même montant et la même référence que des paiements envoyés ces { $days } derniers jours.
    }
payout-review-earlier-link = Identique à un paiement antérieur
payout-review-earlier-confirm = Envoyer même si cela a déjà été payé
payout-review-earlier-missing = Cochez cette case si vous voulez payer à nouveau.
