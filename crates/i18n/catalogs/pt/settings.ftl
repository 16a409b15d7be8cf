### Settings, connected apps and OAuth consent.

## Settings

settings-intro = Estas configurações valem para o modo real e o de teste, salvo indicação em contrário.
settings-name-intro = As pessoas veem este nome quando você paga.
settings-name-save = Salvar nome
settings-name-wait = Você alterou seu nome muitas vezes. Tente de novo em { $wait }.
settings-language-intro = Usado em todas as páginas e nos e-mails que você recebe.
settings-language-save = Salvar idioma
settings-recipient-language = Idioma para as pessoas que pago
settings-recipient-language-intro = Usado nos e-mails para pessoas que não escolheram um idioma na própria conta. Até você escolher um, é o seu próprio idioma. O modo real e o de teste têm cada um o seu.
settings-recipient-language-save = Salvar idioma para destinatários
settings-emails = Notificações por e-mail
settings-emails-intro = Sempre avisamos sobre segurança e sobre dinheiro que não chega ou que é devolvido.
settings-emails-payments = Pagamentos que você recebe
settings-emails-payouts = Pagamentos resgatados pelos destinatários
settings-emails-transfers = Depósitos e saques
settings-emails-claim-reminders = Lembretes para resgatar dinheiro
settings-emails-save = Salvar notificações
settings-sign-in = Acesso
settings-change-password = Alterar senha
settings-second-factor-on =
    { $count ->
        [one] Ativada. Resta { $count } código de recuperação.
       *[other] Ativada. Restam { $count } códigos de recuperação.
    }
settings-second-factor-off = Desativada. <a href="{ $href }">Ativar</a>
settings-new-codes = Novos códigos de recuperação
settings-new-codes-text = Seus códigos de recuperação atuais deixam de funcionar.
settings-new-codes-now = Criar novos códigos
settings-second-factor-turn-off = Desativar a verificação em duas etapas
settings-second-factor-turn-off-text = Bastará sua senha para entrar.
settings-second-factor-turn-off-now = Desativar

## Sessions

sessions-title = Sessões ativas
sessions-device = Dispositivo
sessions-ip-address = Endereço IP
sessions-since = Acesso em
sessions-this = Esta sessão
sessions-end-others = Encerrar as outras sessões

## Security log

security-log-intro = Acessos e mudanças de segurança na sua conta.
security-log-intro-all = Acessos e mudanças de segurança na sua conta, dos mais recentes aos mais antigos. Os registros não podem ser alterados nem apagados.
security-log-event = Evento
security-log-time = Horário
security-log-show-all = Ver registro completo
security-log-codes-left =
    { $count ->
        [one] Resta { $count } código
       *[other] Restam { $count } códigos
    }
security-log-in-mode =
    { $mode ->
        [live] { $what } (modo real)
       *[test] { $what } (modo de teste)
    }
security-log-revoked = Revogado: { $what }
security-log-still-active = Ainda ativo: { $what }

## Password

settings-password-intro = Suas outras sessões serão encerradas.

## Two-step verification

second-factor-setup-intro = Depois da sua senha, vamos pedir um código de um app do seu celular.
second-factor-setup-scan = Abra um app autenticador no celular e escaneie este QR Code.
second-factor-setup-qr = QR Code para seu app autenticador
second-factor-setup-secret = Não consegue escanear? Digite este segredo: <code>{ $secret }</code>
second-factor-setup-code = Digite o código que o app mostra.
second-factor-setup-turn-on = Ativar
second-factor-setup-wrong = Este código está incorreto. Confira a hora do celular e digite o próximo código.
recovery-codes-title = Códigos de recuperação
recovery-codes-intro = A verificação em duas etapas está ativada. Se perder o celular, entre com um destes códigos. Cada um funciona uma vez.
recovery-codes-warning = Salve estes códigos agora. Você não poderá vê-los de novo.
recovery-codes-saved = Já salvei

## Connected apps

authorized-apps-intro = Apps que podem usar esta conta com sua permissão.
authorized-apps-none-title = Nenhum app conectado
authorized-apps-none-text = Os apps que você conectar a esta conta aparecem aqui com suas permissões.
authorized-apps-since = Conectado em
authorized-apps-disconnect = Desconectar
authorized-apps-disconnect-text = O app perde o acesso à sua conta em um segundo. Você pode conectá-lo de novo quando quiser.
authorized-apps-disconnect-now = Desconectar app

## OAuth consent

consent-page = Permitir { $app }?
consent-title = Permitir que { $app } use sua conta?
consent-intro = Você entrou como <b>{ $email }</b>. Depois de decidir, você irá para <b>{ $host }</b>.
consent-permissions = O app poderá
consent-permissions-hint = Desmarque aquilo de que o app não precisa.
consent-account = Nesta conta
consent-live = Conta real
consent-live-text = Dinheiro real.
consent-test = Conta de teste
consent-test-text = Só dinheiro de teste. Nenhum dinheiro real é movimentado.
consent-allow = Permitir acesso
consent-deny = Recusar acesso
consent-after = Você pode desconectar o app quando quiser em “Apps conectados” no painel.
consent-no-permission = Selecione pelo menos uma permissão ou recuse o acesso.
consent-no-account = Escolha a conta que o app pode usar.
consent-refused-title = Não é possível conectar este app
consent-refused-incomplete = A solicitação do app está incompleta: ela precisa de exatamente um client_id e um redirect_uri.
consent-refused-unknown = Este app não está registrado aqui, ou não com o endereço para o qual quer levar você de volta.
consent-refused-changed = Este app acabou de ser alterado. Volte ao app e comece de novo.
consent-refused-text = Não demos acesso ao app nem enviamos você de volta a ele. Se você confia no app, avise quem o desenvolve.
