### What is wrong with a form, and with what was typed.

## The form

form-rejected = L’opération n’a pas abouti
form-mistakes =
    { $count ->
        [one] Corrigez { $count } champ
       *[other] Corrigez { $count } champs
    }
validation-too-many-attempts = Trop de tentatives. Réessayez dans { $wait }.

## Texts

validation-name-empty = Saisissez un nom.
validation-text-empty = Remplissez ce champ.
validation-text-too-short = C’est trop court. Saisissez au moins { $count } caractères.
validation-text-too-long = C’est trop long. Saisissez au plus { $count } caractères.
validation-text-unprintable = Supprimez les sauts de ligne, les caractères de contrôle et les marques de direction du texte.
validation-text-blank = Saisissez au moins un caractère visible.

## Passwords

validation-password-too-short = Ce mot de passe est trop court. Utilisez au moins { $count } caractères.
validation-password-too-long = Ce mot de passe est trop long. Utilisez au plus { $count } caractères.
validation-password-easy = Ce mot de passe est trop facile à deviner. Ajoutez des caractères ou choisissez-en un autre.
validation-password-common = C’est l’un des mots de passe les plus courants : les pirates l’essaient en premier. Choisissez-en un autre.

## Email addresses

validation-email-not-ascii = Saisissez une adresse sans accents ni lettres spéciales.
validation-email-too-long = Cette adresse est trop longue. Vérifiez qu’elle ne contient pas d’erreur.
validation-email-no-at = Saisissez un e-mail avec un @, comme nom@example.com.
validation-email-local = Vérifiez la partie avant le @. Elle ne peut contenir ni espaces ni parenthèses, et ne peut pas commencer ou finir par un point.
validation-email-domain = Vérifiez la partie après le @. Elle doit ressembler à example.com.

## Fields of a form

validation-field-required = Le champ « { $label } » est obligatoire.
validation-field-not-chosen = Choisissez une option pour « { $label } ».
validation-choose-one = Choisissez une de ces options.
validation-email-empty = Saisissez une adresse e-mail.

## Amounts

validation-amount-empty = Saisissez un montant.
validation-amount-format = Saisissez le montant en chiffres, comme { $example }.
validation-amount-too-large = Ce montant est trop élevé. Saisissez au plus { $limit }.
validation-amount-decimals = Un montant en { $currency } a au plus { $count } décimales.
validation-amount-zero = Saisissez un montant supérieur à zéro.

## Addresses of wallets

validation-wallet-address-empty = Saisissez l’adresse d’un portefeuille.
validation-wallet-address-prefix = L’adresse doit commencer par 0x.
validation-wallet-address-digits = L’adresse doit être composée de 0x suivi de 40 chiffres ou lettres (a–f).
validation-wallet-address-zero = C’est l’adresse zéro. Tout ce qui y est envoyé est perdu. Saisissez une autre adresse.
validation-wallet-address-checksum = L’adresse contient une erreur : sa somme de contrôle ne correspond pas. Copiez-la à nouveau.
validation-wallet-address-no-checksum = Copiez l’adresse avec ses majuscules et minuscules, telle que votre portefeuille l’affiche.

## Bank accounts in the United States

validation-routing-number-length = Un numéro de routage a exactement 9 chiffres.
validation-routing-number-zeros = Un numéro de routage ne peut pas contenir que des zéros. Copiez-le depuis un relevé bancaire.
validation-routing-number-check-digit = Ce numéro de routage contient une erreur. Comparez-le à un relevé bancaire.
validation-us-account-length = Un numéro de compte a de 4 à 17 chiffres.

## Pix keys

validation-pix-key = Saisissez un CPF ou un CNPJ, un numéro de téléphone avec indicatif régional, un e-mail ou une clé aléatoire.
validation-pix-email = Cette clé Pix n’est pas une adresse e-mail valide.
validation-pix-email-too-long = Une adresse e-mail utilisée comme clé Pix a au plus 77 caractères.
validation-pix-email-capitals = Saisissez l’adresse e-mail en minuscules.
validation-pix-phone = Saisissez un numéro de téléphone brésilien avec indicatif régional, comme +55 11 98765-4321.
validation-cpf-length = Un CPF a exactement 11 chiffres.
validation-cpf-repeated-digit = Un CPF ne peut pas être un seul chiffre répété. Copiez-le depuis le document de la personne.
validation-cpf-check-digits = Ce CPF contient une erreur. Comparez-le au document de la personne.
validation-cnpj-shape = Un CNPJ a 12 chiffres ou lettres et 2 chiffres de contrôle.
validation-cnpj-zeros = Un CNPJ ne peut pas contenir que des zéros. Copiez-le depuis l’immatriculation de l’entreprise.
validation-cnpj-check-digits = Ce CNPJ contient une erreur. Comparez-le à l’immatriculation de l’entreprise.

## Bank accounts in Argentina

validation-cbu-length = Un CBU ou CVU a exactement 22 chiffres.
validation-cbu-zeros = Un CBU ou CVU ne peut pas contenir que des zéros. Copiez-le depuis la banque ou le portefeuille.
validation-cbu-first-check-digit = Les 8 premiers chiffres contiennent une erreur. Comparez-les à ceux de la banque ou du portefeuille.
validation-cbu-last-check-digit = Les 14 derniers chiffres contiennent une erreur. Comparez-les à ceux de la banque ou du portefeuille.
validation-cbu-is-cvu = Un numéro qui commence par 000 est un CVU. Choisissez CVU ci-dessus.
validation-cvu-is-cbu = Un CVU commence par 000. Pour tout autre numéro, choisissez CBU ci-dessus.
validation-alias-shape = Un alias a de 6 à 20 caractères : lettres sans accent, chiffres, points et tirets.

## Bank accounts in Colombia

validation-citizen-card-length = Une cédula de ciudadanía a de 5 à 10 chiffres.
validation-foreigner-card-length = Une cédula de extranjería a de 3 à 7 chiffres.
validation-stay-permit-length = Un numéro de PEP a de 5 à 15 chiffres.
validation-passport-shape = Un numéro de passeport a de 4 à 16 lettres et chiffres.
validation-nit-shape = Un NIT a 9 chiffres, avec ou sans le chiffre de contrôle à la fin.
validation-nit-check-digit = Ce NIT contient une erreur. Comparez-le au RUT.
validation-bank-code-length = Un code banque a 3 ou 4 chiffres, zéros initiaux compris.
validation-colombian-account-length = Un numéro de compte a de 6 à 20 chiffres.

## Bank accounts in Mexico

validation-clabe-length = Une CLABE a exactement 18 chiffres.
validation-clabe-zeros = Une CLABE ne peut pas contenir que des zéros. Copiez-la depuis un relevé bancaire.
validation-clabe-check-digit = Cette CLABE contient une erreur. Comparez-la à un relevé bancaire.

## Bank accounts in Canada

validation-transit-length = Un numéro de transit a exactement 5 chiffres.
validation-institution-length = Un numéro d’institution a exactement 3 chiffres, zéros initiaux compris.
validation-canadian-account-length = Un numéro de compte a de 5 à 12 chiffres.

## IBANs

validation-iban-characters = Un IBAN ne contient que des lettres et des chiffres.
validation-iban-too-short = Cet IBAN est trop court. Copiez-le en entier.
validation-iban-country = Un IBAN commence par le code d’un pays de l’espace SEPA, comme DE ou ES.
validation-iban-length = Cet IBAN a trop ou trop peu de caractères pour son pays. Comparez-le à un relevé bancaire.
validation-iban-structure = Cet IBAN a une lettre à la place d’un chiffre, ou un chiffre à la place d’une lettre. Comparez-le à un relevé bancaire.
validation-iban-check-digits = Cet IBAN contient une erreur. Comparez-le à un relevé bancaire.
