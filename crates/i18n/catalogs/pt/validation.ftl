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
validation-text-too-short = Está curto demais. Digite pelo menos { $count } caracteres.
validation-text-too-long = Está longo demais. Digite no máximo { $count } caracteres.
validation-text-unprintable = Remova quebras de linha, caracteres de controle e marcas de direção do texto.
validation-text-blank = Digite pelo menos um caractere visível.

## Passwords

validation-password-too-short = Esta senha é curta demais. Use pelo menos { $count } caracteres.
validation-password-too-long = Esta senha é longa demais. Use no máximo { $count } caracteres.
validation-password-easy = Esta senha é fácil demais de adivinhar. Adicione mais caracteres ou escolha outra.
validation-password-common = Esta é uma das senhas mais comuns, por isso os invasores a testam primeiro. Escolha outra.

## Email addresses

validation-email-not-ascii = Digite um endereço sem acentos nem letras especiais.
validation-email-too-long = Este endereço é longo demais. Verifique se há erros.
validation-email-no-at = Digite um e-mail com @, como nome@example.com.
validation-email-local = Confira a parte antes do @. Ela não pode ter espaços nem parênteses, nem começar ou terminar com ponto.
validation-email-domain = Confira a parte depois do @. Ela deve ser como example.com.

## Fields of a form

validation-field-required = O campo “{ $label }” é obrigatório.
validation-field-not-chosen = Escolha uma opção em “{ $label }”.
validation-choose-one = Escolha uma destas opções.
validation-email-empty = Digite um e-mail.

## Amounts

validation-amount-empty = Digite um valor.
validation-amount-format = Digite o valor em números, como { $example }.
validation-amount-too-large = Este valor é alto demais. Digite no máximo { $limit }.
validation-amount-decimals = Valores em { $currency } podem ter no máximo { $count } casas decimais.
validation-amount-zero = Digite um valor maior que zero.

## Addresses of wallets

validation-wallet-address-empty = Digite o endereço de uma carteira.
validation-wallet-address-prefix = O endereço deve começar com 0x.
validation-wallet-address-digits = O endereço deve ser 0x seguido de 40 dígitos ou letras (a–f).
validation-wallet-address-zero = Este é o endereço zero. Tudo o que é enviado para ele se perde. Digite outro endereço.
validation-wallet-address-checksum = O endereço tem um erro: a soma de verificação não confere. Copie-o novamente.
validation-wallet-address-no-checksum = Copie o endereço com as letras maiúsculas e minúsculas, como sua carteira mostra.

## Bank accounts in the United States

validation-routing-number-length = Um routing number tem exatamente 9 dígitos.
validation-routing-number-zeros = Um routing number não pode ter só zeros. Copie-o de um extrato bancário.
validation-routing-number-check-digit = Este routing number tem um erro. Compare-o com um extrato bancário.
validation-us-account-length = Um número de conta tem de 4 a 17 dígitos.

## Pix keys

validation-pix-key = Digite um CPF ou CNPJ, um telefone com DDD, um e-mail ou uma chave aleatória.
validation-pix-email = Esta chave Pix não é um e-mail válido.
validation-pix-email-too-long = Um e-mail usado como chave Pix tem no máximo 77 caracteres.
validation-pix-email-capitals = Digite o e-mail em letras minúsculas.
validation-pix-phone = Digite um telefone do Brasil com DDD, como +55 11 98765-4321.
validation-cpf-length = Um CPF tem exatamente 11 dígitos.
validation-cpf-repeated-digit = Um CPF não pode ser um único dígito repetido. Copie-o do documento da pessoa.
validation-cpf-check-digits = Este CPF tem um erro. Compare-o com o documento da pessoa.
validation-cnpj-shape = Um CNPJ tem 12 dígitos ou letras e 2 dígitos verificadores.
validation-cnpj-zeros = Um CNPJ não pode ter só zeros. Copie-o do cartão CNPJ da empresa.
validation-cnpj-check-digits = Este CNPJ tem um erro. Compare-o com o cartão CNPJ da empresa.

## Bank accounts in Argentina

validation-cbu-length = Um CBU ou CVU tem exatamente 22 dígitos.
validation-cbu-zeros = Um CBU ou CVU não pode ter só zeros. Copie-o do banco ou da carteira.
validation-cbu-first-check-digit = Os primeiros 8 dígitos têm um erro. Compare-os com os do banco ou da carteira.
validation-cbu-last-check-digit = Os últimos 14 dígitos têm um erro. Compare-os com os do banco ou da carteira.
validation-cbu-is-cvu = Um número que começa com 000 é um CVU. Escolha CVU acima.
validation-cvu-is-cbu = Um CVU começa com 000. Para qualquer outro número, escolha CBU acima.
validation-alias-shape = Um alias tem de 6 a 20 caracteres: letras sem acento, dígitos, pontos e hifens.

## Bank accounts in Colombia

validation-citizen-card-length = Uma cédula de ciudadanía tem de 5 a 10 dígitos.
validation-foreigner-card-length = Uma cédula de extranjería tem de 3 a 7 dígitos.
validation-stay-permit-length = Um número de PEP tem de 5 a 15 dígitos.
validation-passport-shape = Um número de passaporte tem de 4 a 16 letras e dígitos.
validation-nit-shape = Um NIT tem 9 dígitos, com ou sem o dígito verificador no final.
validation-nit-check-digit = Este NIT tem um erro. Compare-o com o RUT.
validation-bank-code-length = Um código de banco tem 3 ou 4 dígitos, com os zeros à esquerda.
validation-colombian-account-length = Um número de conta tem de 6 a 20 dígitos.

## Bank accounts in Mexico

validation-clabe-length = Uma CLABE tem exatamente 18 dígitos.
validation-clabe-zeros = Uma CLABE não pode ter só zeros. Copie-a de um extrato bancário.
validation-clabe-check-digit = Esta CLABE tem um erro. Compare-a com um extrato bancário.

## Bank accounts in Canada

validation-transit-length = Um número de trânsito tem exatamente 5 dígitos.
validation-institution-length = Um número de instituição tem exatamente 3 dígitos, com os zeros à esquerda.
validation-canadian-account-length = Um número de conta tem de 5 a 12 dígitos.

## IBANs

validation-iban-characters = Um IBAN tem só letras e dígitos.
validation-iban-too-short = Este IBAN é curto demais. Copie-o por inteiro.
validation-iban-country = Um IBAN começa com o código de um país da SEPA, como DE ou ES.
validation-iban-length = Este IBAN tem caracteres a mais ou a menos para o país. Compare-o com um extrato bancário.
validation-iban-structure = Este IBAN tem uma letra no lugar de um dígito, ou um dígito no lugar de uma letra. Compare-o com um extrato bancário.
validation-iban-check-digits = Este IBAN tem um erro. Compare-o com um extrato bancário.
