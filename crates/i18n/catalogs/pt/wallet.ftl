### The wallet of a personal account.

## Its home

wallet-home = Início
wallet-activity = Atividade
wallet-quick-menu = Menu rápido
wallet-balance = Seu saldo
wallet-approximate = Cerca de { $amount } na taxa de câmbio atual, antes das tarifas
wallet-withdraw = Sacar
wallet-send = Enviar
wallet-receive = Receber
wallet-automatic = Os saques automáticos estão ativados. Os pagamentos que você recebe são sacados quando atingem seu mínimo.
wallet-automatic-show = Ver saques automáticos
wallet-stopped = Os pagamentos de saída estão pausados
wallet-stopped-text = { $service } pausou os pagamentos de saída. Seu saldo não é afetado. Os pagamentos enviados a você podem chegar só depois da retomada. Tente mais tarde.
wallet-latest = Atividade recente
wallet-nothing-yet = Nenhuma atividade ainda
wallet-nothing-yet-text = O dinheiro que você recebe, envia ou saca aparece aqui.
wallet-show-all = Ver toda a atividade
wallet-add-test-money = Adicionar dinheiro de teste
wallet-add-test-money-text = O dinheiro de teste não tem valor. Use-o para experimentar.

## Sending

wallet-send-lead = Você só precisa de um e-mail. O destinatário ainda não precisa ter conta.
wallet-send-available = Disponível: { $amount }
wallet-send-email = E-mail do destinatário
wallet-send-reference = Referência
wallet-send-reference-hint = O destinatário vai ver.
wallet-send-review = Revisar pagamento
wallet-send-confirm = Enviar { $amount }
wallet-send-left = Saldo após o pagamento
wallet-send-language = Se o destinatário não escolheu um idioma, o e-mail vai neste: { $language }. <a href="{ $href }">Alterar o idioma</a>
wallet-send-next = O que acontece agora
wallet-send-earlier = Você enviou <a href="{ $href }">um pagamento com o mesmo destinatário, valor e referência</a> nos últimos { $days } dias.
wallet-outcome-paid = O dinheiro chega na hora.
wallet-outcome-claim = Se o destinatário tem uma conta, o dinheiro chega na hora. Se não, ele tem 30 dias para resgatar. Vamos avisá-lo por e-mail.
wallet-outcome-fails = Este endereço de teste faz o pagamento falhar.
wallet-said-sent = Pagamento criado.

## A payment that was sent

wallet-sent-title = Pagamento para { $email }
wallet-sent-completed = O dinheiro está no saldo do destinatário.
wallet-sent-pending = O destinatário pode resgatar até { $date }. Se não resgatar, o dinheiro volta para o seu saldo.
wallet-sent-processing = O pagamento está sendo enviado.
wallet-sent-back = O dinheiro voltou para o seu saldo.
wallet-sent-remind = Enviar lembrete
wallet-sent-cancel = Cancelar pagamento
wallet-sent-cancel-text = O destinatário não poderá mais resgatar, e o dinheiro volta na hora para o seu saldo. Não é possível desfazer esta ação.
wallet-sent-another = Enviar outro pagamento

## Receiving

wallet-receive-lead = Formas de colocar dinheiro no seu saldo.
wallet-receive-email = Por e-mail
wallet-receive-email-text = Qualquer pessoa com uma conta em { $service } pode enviar dinheiro para o seu e-mail. Ele entra no saldo na hora.
wallet-receive-bank = De uma conta bancária
wallet-receive-bank-text = Crie um depósito. Vamos mostrar para onde enviar o dinheiro e qual referência usar.
wallet-receive-usdc = Em USDC
wallet-receive-usdc-text = Envie USDC na rede { $network } de qualquer carteira ou corretora para o seu endereço.
wallet-receive-usdc-show = Ver meu endereço

## Personal and business accounts

account-type = Tipo de conta
account-personal = Pessoal
account-personal-text = Uma carteira: receba dinheiro, envie para uma pessoa por vez e saque.
account-business = Empresarial
account-business-text = Tudo o que uma conta pessoal tem, mais envios para muitas pessoas, chaves de API e webhooks.
account-upgrade = Mudar para conta empresarial
account-upgrade-text = Seu saldo, sua atividade e suas contas bancárias continuam iguais. Não é possível voltar para uma conta pessoal.
account-upgrade-now = Mudar agora
wallet-said-upgraded = Agora você tem uma conta empresarial.
