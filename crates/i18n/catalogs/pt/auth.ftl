### The pages of people who are not signed in, or not yet far enough.

## Sign in

sign-in-title = Entrar
sign-in-forgot-password = Esqueceu sua senha?
sign-in-no-account = Não tem conta? <a href="{ $href }">Crie uma</a>
sign-in-signed-out = Você saiu da sua conta.
sign-in-password-changed = Sua senha foi alterada. Entre com a nova.
sign-in-account-exists = Você já tem uma conta. Entre para continuar.
sign-in-wrong = E-mail ou senha incorretos.

## Two-step verification

second-factor-title = Verificação em duas etapas
second-factor-intro = Digite o código do seu app autenticador ou um dos seus códigos de recuperação.
second-factor-code = Código
second-factor-wrong = Este código está incorreto ou já foi usado. Aguarde o próximo.
second-factor-other-user = Não é você? <a href="{ $href }">Use outra conta</a>

## Confirm password

confirm-title = Confirme sua senha
confirm-before-page = A próxima página pode dar a outras pessoas acesso ao seu dinheiro. Digite a senha de <b>{ $email }</b> para continuar. Não vamos pedir de novo por { $wait }.
confirm-before-form = Digite a senha de <b>{ $email }</b> para continuar. Não vamos pedir de novo por { $wait }.
confirm-payout =
    { $count ->
        [one] Você vai enviar { $total } em { $count } pagamento.
       *[other] Você vai enviar { $total } em { $count } pagamentos.
    }
confirm-withdrawal = Você vai sacar { $amount } para { $destination }.
confirm-code = Código do autenticador ou de recuperação
confirm-password = Confirmar senha
confirm-and-continue = Confirmar e continuar
confirm-wrong-password = Senha incorreta.
confirm-wrong-password-or-code = Senha ou código incorretos.

## Create account

join-intro = Pague pessoas em qualquer lugar por e-mail. Experimente antes com dinheiro de teste. Vamos enviar um link para confirmar seu e-mail.
join-have-account = Já tem conta? <a href="{ $href }">Entre</a>
join-link-sent = Enviamos um link para <b>{ $email }</b>. Abra-o para escolher seu nome e sua senha. Ele funciona por um dia.
join-link-dead = O link está incompleto ou tem mais de um dia. Peça um novo.
join-closed-title = Cadastro fechado
join-closed = Este serviço não aceita novas contas.
join-by-invitation-title = Cadastro por convite
join-by-invitation = É preciso ter um convite para criar uma conta. Se você já recebeu o seu, abra o link que está nele.
join-to-claim = Se alguém enviou dinheiro para você, use o link do e-mail.
join-invitation-dead = O link está incompleto ou tem mais de um dia. Peça um novo convite.
welcome-title = Configure sua conta
welcome-intro = <b>{ $email }</b> está confirmado. Digite o nome que as pessoas veem quando você paga e escolha uma senha.
welcome-name = Seu nome ou o da sua empresa

## Links by email

link-send = Enviar link
link-sent-title = Confira seu e-mail
link-sent-nothing = Não chegou? Confira a pasta de spam ou <a href="{ $href }">tente de novo</a>.
link-dead-title = Este link não funciona
link-get-new = Pedir um novo link
no-email-title = E-mail indisponível
no-email-text = { $service } não consegue enviar e-mails no momento, por isso não podemos enviar um link para você. Nada foi enviado. Tente novamente mais tarde.

## Reset password

reset-title = Redefinir senha
reset-intro = Digite seu e-mail e enviaremos um link para escolher uma nova senha.
reset-remembered = Lembrou a senha? <a href="{ $href }">Entre</a>
reset-link-sent = Se <b>{ $email }</b> tem uma conta, enviamos um link para escolher uma nova senha. O link funciona por uma hora.
reset-link-dead = O link está incompleto, tem mais de uma hora ou já foi usado. Peça um novo.
new-password-title = Escolha uma nova senha
new-password-intro = Para <b>{ $email }</b>. A sessão desta conta será encerrada em todos os dispositivos.
new-password-access = As chaves de API, os apps conectados e os webhooks continuam funcionando depois da troca de senha. Se outra pessoa pode ter acessado sua conta, selecione tudo.
new-password-revoke-api-keys = Revogar todas as chaves de API ({ $count })
new-password-disconnect-apps = Desconectar todos os apps ({ $count })
new-password-turn-off-webhooks = Desativar todos os endpoints de webhook ({ $count })
new-password-change = Alterar senha
password-hint = Pelo menos { $count } caracteres. Algumas palavras aleatórias formam uma senha forte.
password-show = Mostrar a senha ao digitar

## Turning off emails, by a link in one of them

unsubscribe-title = Parar de receber estes e-mails
unsubscribe-lead = <b>{ $email }</b> deixará de receber e-mails deste tipo: { $group }.
unsubscribe-now = Parar de receber e-mails
unsubscribe-done-title = E-mails desativados
unsubscribe-done = <b>{ $email }</b> não receberá mais e-mails deste tipo: { $group }.
unsubscribe-always = Continuaremos avisando sobre segurança e sobre dinheiro que não chega ou que é devolvido.
unsubscribe-link-dead = O link está incompleto. Para escolher seus e-mails, entre na sua conta e abra Configurações.
