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
validation-text-too-short = C’est trop court. Saisissez plus de caractères.
validation-text-too-long = C’est trop long. Saisissez au plus { $count } caractères.
validation-text-unprintable = Supprimez les sauts de ligne, les caractères de contrôle et les marques de direction du texte.
validation-text-blank = Saisissez au moins un caractère visible.

## Passwords

validation-password-too-short = Ce mot de passe est trop court. Utilisez au moins { $count } caractères.
validation-password-too-long = Ce mot de passe est trop long. Utilisez au plus { $count } caractères.
validation-password-easy = Ce mot de passe est trop facile à deviner. Utilisez plus de caractères ou d’autres.

## Email addresses

validation-email-not-ascii = Saisissez une adresse sans accents ni lettres spéciales.
validation-email-too-long = Cette adresse est trop longue. Vérifiez qu’elle ne contient pas d’erreur.
validation-email-no-at = Saisissez un e-mail avec un @, comme nom@example.com.
validation-email-local = Vérifiez la partie avant le @. Elle ne peut pas contenir d’espaces, de parenthèses ni de points aux extrémités.
validation-email-domain = Vérifiez la partie après le @. Elle doit ressembler à example.com.
