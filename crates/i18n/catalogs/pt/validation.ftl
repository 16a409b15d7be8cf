### What is wrong with a form, and with what was typed.

## The form

form-rejected = Não foi possível concluir
form-mistakes =
    { $count ->
        [one] Corrija { $count } campo
       *[other] Corrija { $count } campos
    }
validation-too-many-attempts = Muitas tentativas. Tente de novo em { $wait }.

## Texts

validation-name-empty = Digite um nome.
validation-text-empty = Preencha este campo.
validation-text-too-short = Está curto demais. Digite mais caracteres.
validation-text-too-long = Está longo demais. Digite no máximo { $count } caracteres.
validation-text-unprintable = Remova quebras de linha, caracteres de controle e marcas de direção do texto.
validation-text-blank = Digite pelo menos um caractere visível.

## Passwords

validation-password-too-short = Esta senha é curta demais. Use pelo menos { $count } caracteres.
validation-password-too-long = Esta senha é longa demais. Use no máximo { $count } caracteres.
validation-password-easy = Esta senha é fácil demais de adivinhar. Use mais caracteres ou outros.

## Email addresses

validation-email-not-ascii = Digite um endereço sem acentos nem letras especiais.
validation-email-too-long = Este endereço é longo demais. Verifique se há erros.
validation-email-no-at = Digite um e-mail com @, como nome@example.com.
validation-email-local = Confira a parte antes do @. Ela não pode ter espaços, parênteses nem pontos nas pontas.
validation-email-domain = Confira a parte depois do @. Ela deve ser como example.com.
