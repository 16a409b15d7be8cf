### The email about a change that matters for the security of an account.

## What changed: the subject, and what it means

email-security-signed-in-anew = Novo acesso à sua conta
email-security-signed-in-anew-meaning = Alguém entrou na sua conta com um novo dispositivo.
email-security-codes-guessed = Códigos de verificação incorretos na sua conta
email-security-codes-guessed-meaning = Alguém informou sua senha e vários códigos incorretos da verificação em duas etapas. A pessoa não conseguiu entrar, mas sabe sua senha.
email-security-password-changed = Sua senha foi alterada
email-security-password-changed-meaning = Agora só a nova senha funciona. Por si só, ela não desativa chaves de API, apps conectados nem endpoints de webhook. Revise o que continua ativo no painel, nas seções de chaves de API, apps conectados e webhooks.
email-security-second-factor-on = A verificação em duas etapas foi ativada
email-security-second-factor-on-meaning = Agora, para entrar, você precisa da sua senha e de um código do app autenticador.
email-security-second-factor-off = A verificação em duas etapas foi desativada
email-security-second-factor-off-meaning = Agora basta sua senha para entrar.
email-security-recovery-codes-made = Novos códigos de recuperação foram criados
email-security-recovery-codes-made-meaning = Seus códigos de recuperação anteriores não funcionam mais.
email-security-recovery-code-used = Um código de recuperação foi usado
email-security-recovery-code-used-meaning = Alguém entrou com um dos seus códigos de recuperação. Ele não pode ser usado de novo.
email-security-key-created = Uma chave de API foi criada
email-security-key-created-meaning = Qualquer pessoa que tenha esta chave pode operar sua conta.
email-security-app-created = Um app do Connect foi criado
email-security-app-created-meaning = Ele pode pedir a outras pessoas acesso às contas delas em seu nome.
email-security-app-secret-rotated = O segredo de um app do Connect foi trocado
email-security-app-secret-rotated-meaning = O segredo anterior não funciona mais. Use o novo.
email-security-app-authorized = Um app recebeu acesso à sua conta
email-security-app-authorized-meaning = Você pode desconectá-lo quando quiser no painel, na seção de apps conectados.
email-security-app-replayed = Um app foi desconectado da sua conta
email-security-app-replayed-meaning = Uma de suas credenciais foi usada duas vezes, o que pode indicar que ela foi roubada. Conecte o app de novo só se confiar nele.
email-security-bank-account-added = Uma conta bancária foi adicionada
email-security-bank-account-added-meaning = Agora você pode sacar dinheiro para ela.
email-security-external-wallet-added = Uma carteira externa foi adicionada
email-security-external-wallet-added-meaning = Agora você pode sacar dinheiro para ela.
email-security-automatic-on = Os saques automáticos foram ativados ou alterados
email-security-automatic-on-meaning = Agora enviamos ao destino indicado abaixo os pagamentos que você recebe.
email-security-webhook-added = Um endpoint de webhook foi adicionado
email-security-webhook-added-meaning = Este endereço agora recebe eventos da sua conta.
email-security-webhook-secret-rotated = O segredo de um endpoint de webhook foi trocado
email-security-webhook-secret-rotated-meaning = Durante um dia, as entregas são assinadas com os dois segredos e, depois, só com o novo.

## What to do

email-security-preview = { $time }. Se não foi você, redefina sua senha.
email-security-button = Redefinir senha
email-security-was-you = Se foi você, não é preciso fazer nada.
email-security-was-not-you = Se não foi você, redefina sua senha agora e escreva para { $email }.
# Without a support address.
email-security-was-not-you-operator = Se não foi você, redefina sua senha agora e fale com o operador deste serviço.

## Facts

email-security-permissions = Permissões
email-security-revoked = Revogado
email-security-still-active = Ainda ativo
email-security-time = Horário
email-security-ip-address = Endereço IP
email-security-device = Dispositivo
email-security-api-keys =
    { $count ->
        [one] { $count } chave de API
       *[other] { $count } chaves de API
    }
email-security-apps =
    { $count ->
        [one] { $count } app conectado
       *[other] { $count } apps conectados
    }
email-security-endpoints =
    { $count ->
        [one] { $count } endpoint de webhook
       *[other] { $count } endpoints de webhook
    }
