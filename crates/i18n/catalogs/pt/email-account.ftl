### Emails about an account: to open it, to choose a new password, and about its webhooks.

## Confirm an address to create an account

email-join-subject = Confirme seu endereço de e-mail
email-join-preview = Falta um passo para criar sua conta. O link funciona por { $duration }.
email-join-opening = Alguém informou este endereço de e-mail para criar uma conta em { $brand }. Se foi você, confirme o endereço para continuar. O link funciona por { $duration }.
email-join-button = Confirmar endereço de e-mail
email-join-ignore = Se não foi você, ignore este e-mail. Nenhuma conta será criada.

## Invitation to create an account

email-invitation-subject = Convite para { $brand }
email-invitation-preview = Crie sua conta. O link funciona por { $duration }.
email-invitation-opening = { $brand } convida você a criar uma conta. O link funciona por { $duration }.
email-invitation-ignore = Se você não quer uma conta, ignore este e-mail. Nenhuma conta será criada.

## The address already has an account

email-known-subject = Você já tem uma conta
email-known-preview = Entre na sua conta. Nada mudou.
email-known-opening = Alguém informou este endereço de e-mail para criar uma conta em { $brand }. O endereço já tem uma conta, por isso nada mudou. Se foi você, entre na sua conta.
email-known-ignore = Se não foi você, não é preciso fazer nada. Essa pessoa não consegue ver que você tem uma conta.
email-known-reset = Se você esqueceu a senha, escolha uma nova

## Choose a new password

email-reset-subject = Redefina sua senha
email-reset-preview = O link funciona por { $duration }. Sua senha ainda não mudou.
email-reset-opening = Alguém pediu para redefinir a senha da sua conta em { $brand }. Se foi você, escolha uma nova senha. O link funciona uma única vez, por { $duration }. Sua senha ainda não mudou.
email-reset-button = Escolher uma nova senha
email-reset-ignore = Se não foi você, ignore este e-mail. Sua senha continuará a mesma.
email-reset-keep-private = Nunca compartilhe este link. Nunca vamos pedi-lo a você.

## A webhook endpoint was turned off

email-webhook-off-subject = Um endpoint de webhook foi desativado
email-webhook-off-preview = Guardamos seus eventos por até 30 dias e os enviaremos quando você o reativar.
email-webhook-off-failing = Seu servidor não aceitou nenhum evento durante cinco dias, por isso paramos de enviá-los.
email-webhook-off-gone = Seu servidor respondeu com 410 Gone, por isso paramos de enviar eventos.
email-webhook-off-unverified = Seu servidor não aceitou o evento de teste em três dias. Reative o endpoint para enviar outro evento de teste.
email-webhook-off-paused = O endpoint foi desativado no painel.
email-webhook-off-url = URL
email-webhook-off-since = Desativado em
email-webhook-off-button = Ver entregas
email-webhook-off-kept = Guardamos os eventos não entregues por até 30 dias e os enviaremos quando você reativar o endpoint.

## To the operator: something waits too long

email-alert-money-stops = Os pagamentos de saída estão pausados
email-alert-withdrawals = Há saques aguardando pagamento
email-alert-sent-withdrawals = Há saques enviados sem confirmação
email-alert-parked-payments = Há pagamentos recebidos que precisam ser atribuídos ou devolvidos
email-alert-proposals = Há propostas aguardando um segundo operador
email-alert-unsent-withdrawals = Há saques que já deveriam ter sido enviados
email-alert-chain-payments = Há pagamentos não confirmados na blockchain
email-alert-emails = Os e-mails não estão sendo enviados
email-alert-webhook-endpoints = Há endpoints de webhook com falha
email-alert-resolved-subject = Resolvido: { $title }
email-alert-late = Isto requer sua atenção. Use o comando abaixo para ver o que está pendente. Enviaremos um lembrete por dia e avisaremos quando for resolvido.
email-alert-resolved = Isto não requer mais sua atenção.
email-alert-count = Aguardando
email-alert-since = O mais antigo, desde
email-alert-command = Comando
email-alert-because = Você recebe este e-mail porque { $email } é o endereço de alertas de { $brand } (alert_email).
