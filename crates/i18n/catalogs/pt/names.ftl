### What people call the values of enums. `src/names.rs` says which text belongs to which value.

## Statuses

status-awaiting-transfer = Aguardando transferência
status-cancelled = Cancelado
status-completed = Concluído
status-expired = Expirado
status-failed = Falhou
status-pending-claim = Aguardando resgate
status-processing = Em processamento
status-queued = Na fila
# Of bank accounts and external wallets.
status-active = Ativa
status-archived = Arquivada

## Statuses of emails

email-status-queued = Na fila
# Written in test mode, where no email is sent.
email-status-kept = Salvo
email-status-sending = Enviando
email-status-sent = Enviado
email-status-failed = Não enviado
email-status-unclear = Não confirmado
# Another email to the address says the same.
email-status-combined = Agrupado
email-status-obsolete = Não é mais necessário
email-status-delayed = Adiado

## What emails are about

email-about-claim = Pagamento a resgatar
email-about-reminder = Lembrete de resgate
email-about-join = Cadastro
email-about-known = Cadastro com uma conta existente
email-about-reset = Redefinição de senha
email-about-security = Segurança
email-about-webhook-off = Endpoint de webhook desativado
email-about-operator-alert = Alerta para operadores

## Types of transactions

transaction-deposit = Depósito
transaction-inbound-transfer = Recebimento
transaction-payout = Envio
transaction-withdrawal = Saque

## Why a transaction failed

failure-claim-expired = Não foi resgatado a tempo.
failure-rejected = Não enviado, ou recusado pelo banco ou pela rede.
failure-returned-by-bank = O banco devolveu.
failure-simulated = O ambiente de testes simulou uma falha.

## Currencies

currency-ars = Peso argentino
currency-brl = Real brasileiro
currency-cad = Dólar canadense
currency-cop = Peso colombiano
currency-eur = Euro
currency-mxn = Peso mexicano
currency-usd = Dólar americano
currency-usdc = USD Coin
currency-usdt = Tether

## Rails: the scheme and the country

rail-ars-transfers = Transferência, Argentina
rail-brl-pix = Pix, Brasil
rail-cad-eft = EFT, Canadá
rail-cop-pse = ACH, Colômbia
rail-eur-sepa = SEPA, Europa
rail-mxn-spei = SPEI, México
rail-usd-ach = ACH, Estados Unidos
rail-usd-fedwire = Fedwire, Estados Unidos

## Permissions: what a scope allows

permission-balance-read = Ver seu saldo
permission-bank-accounts-read = Ver suas contas bancárias
permission-bank-accounts-write = Adicionar, renomear e arquivar contas bancárias
permission-external-wallets-read = Ver suas carteiras externas
permission-external-wallets-write = Adicionar, renomear e arquivar carteiras externas
permission-recipients-read = Ver as pessoas que você paga
permission-recipients-write = Adicionar e renomear pessoas que você paga
permission-transactions-read = Ver todas as suas transações
permission-deposits-read = Ver seus depósitos
permission-deposits-write = Criar e cancelar depósitos
permission-withdrawals-read = Ver seus saques
permission-withdrawals-write = Sacar seu dinheiro para uma conta bancária ou carteira
permission-payouts-read = Ver seus envios
permission-payouts-write = Pagar pessoas com seu dinheiro
# An app sees and changes only what it has added itself.
app-permission-bank-accounts-read = Ver as contas bancárias que ele adicionou
app-permission-bank-accounts-write = Adicionar contas bancárias por você
app-permission-external-wallets-read = Ver as carteiras externas que ele adicionou
app-permission-external-wallets-write = Adicionar carteiras externas por você

## Events that webhooks report

event-payout-created = Um envio foi criado.
event-payout-completed = Um envio terminou e pelo menos um destinatário recebeu dinheiro.
event-payout-failed = Um envio terminou sem que nenhum destinatário recebesse dinheiro.
event-payout-cancelled = Um envio terminou porque todos os pagamentos restantes foram cancelados.
event-payout-item-pending-claim = Um pagamento aguarda que o destinatário o resgate.
event-payout-item-completed = Um destinatário recebeu um pagamento.
event-payout-item-failed = Um pagamento não foi concluído e o dinheiro voltou ao seu saldo.
event-payout-item-cancelled = Um pagamento foi cancelado ou expirou e o dinheiro voltou ao seu saldo.
event-deposit-created = Um depósito foi criado.
event-deposit-processing = O dinheiro de um depósito chegou.
event-deposit-completed = Um depósito foi adicionado ao seu saldo.
event-deposit-failed = Um depósito não foi concluído.
event-deposit-cancelled = Um depósito foi cancelado.
event-deposit-expired = O dinheiro de um depósito não chegou a tempo.
event-withdrawal-created = Um saque foi criado.
event-withdrawal-processing = Um saque não pode mais ser cancelado e será enviado em seguida.
event-withdrawal-completed = Um saque chegou.
event-withdrawal-failed = Um saque não foi concluído e o dinheiro voltou ao seu saldo.
event-withdrawal-returned = O banco devolveu um saque concluído.
event-withdrawal-cancelled = Um saque foi cancelado.
event-inbound-transfer-completed = Um recebimento chegou.
event-inbound-transfer-failed = Um recebimento não chegou.
event-recipient-created = Um destinatário foi adicionado.
event-recipient-updated = O nome ou o apelido de um destinatário mudou.
event-recipient-joined = Um destinatário recebeu seu dinheiro na própria conta pela primeira vez.
event-bank-account-created = Uma conta bancária foi adicionada.
event-bank-account-updated = Uma conta bancária foi renomeada.
event-bank-account-archived = Uma conta bancária foi arquivada.
event-external-wallet-created = Uma carteira externa foi adicionada.
event-external-wallet-updated = Uma carteira externa foi renomeada.
event-external-wallet-archived = Uma carteira externa foi arquivada.
event-webhook-test = Um evento de teste foi pedido no painel.

## Events in the security log

security-joined = Conta criada
security-signed-in = Acesso
security-signed-in-anew = Acesso com um novo dispositivo
security-sign-in-failed = Tentativa de acesso recusada
security-codes-guessed = Códigos de verificação incorretos com sua senha
security-signed-out = Saída
security-signed-out-everywhere = Outras sessões encerradas
security-password-changed = Senha alterada
security-name-changed = Nome alterado
security-language-changed = Idioma alterado
security-recipient-language-changed = Idioma para as pessoas que pago alterado
security-time-zone-changed = Fuso horário alterado
security-upgraded-to-business = Conta alterada para empresarial
security-second-factor-on = Verificação em duas etapas ativada
security-second-factor-off = Verificação em duas etapas desativada
security-recovery-codes-made = Novos códigos de recuperação criados
security-recovery-code-used = Código de recuperação usado
security-key-created = Chave de API criada
security-key-revoked = Chave de API revogada
security-bank-account-added = Conta bancária adicionada
security-external-wallet-added = Carteira externa adicionada
security-automatic-withdrawals-on = Saques automáticos ativados ou alterados
security-automatic-withdrawals-off = Saques automáticos desativados
security-app-created = App do Connect criado
security-app-changed = App do Connect alterado
security-app-secret-rotated = Segredo de um app do Connect trocado
security-app-archived = App do Connect arquivado
security-app-authorized = App conectado
security-app-disconnected = App desconectado
security-webhook-added = Endpoint de webhook adicionado
security-webhook-changed = Endpoint de webhook alterado
security-webhook-secret-shown = Segredo de webhook mostrado
security-webhook-secret-rotated = Segredo de webhook trocado
security-webhook-removed = Endpoint de webhook removido
security-app-replayed = App desconectado porque uma credencial foi usada duas vezes
security-locked = Bloqueio pelo operador deste serviço
security-unlocked = Desbloqueio pelo operador deste serviço

# The device of a session or a sign-in.
device-browser-on-system = { $browser } no { $system }
device-unknown = Desconhecido
# In place of the email address of a recipient that a test account simulates.
person-simulated = Pessoa simulada
