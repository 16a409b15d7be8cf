### The frame of the dashboard and its overview.

## The frame: the menu and the mode

frame-main-menu = Menu principal
frame-menu = Menu
frame-group-payments = Pagamentos
frame-group-funding = Fundos
frame-group-developers = Desenvolvedores
frame-documentation = Documentação
frame-group-account = Conta
frame-test = Teste
frame-live = Real
frame-switch-to-live = Mudar para o modo real
frame-switch-to-test = Mudar para o modo de teste

## What was just done, on the next page

said-archived = Arquivado.
said-cancelled = Cancelado. O dinheiro voltou para o seu saldo.
said-changed = Alterações salvas.
said-claimed = O dinheiro está no seu saldo.
said-created = Adicionado.
said-deposit-cancelled = Depósito cancelado. Não envie o dinheiro.
said-deposit-created = Depósito criado. Envie o dinheiro com os dados abaixo.
said-disconnected = App desconectado. Ele não tem mais acesso à sua conta.
said-endpoint-added = Endpoint adicionado. Enviamos um evento de teste. Mostre o segredo para verificar a assinatura.
said-endpoint-off = Endpoint desativado. Enviaremos os eventos em espera quando você o reativar.
said-endpoint-on = Endpoint ativado. Estamos enviando os eventos em espera.
said-endpoint-removed = Endpoint removido. Ele não recebe mais eventos.
said-funded = Dinheiro adicionado.
said-key-revoked = Chave revogada. Ela deixa de funcionar em um segundo.
said-language-saved = Idioma salvo.
said-emails-saved = Notificações salvas.
said-password-changed = Senha alterada. Encerramos sua sessão em todos os outros dispositivos.
said-payout-sent = Envio criado.
said-reminded = Lembrete enviado.
said-renamed = Nome alterado.
said-replayed = Estamos reenviando o evento.
said-replaying = Estamos reenviando os eventos. Acompanhe o andamento aqui.
said-second-factor-off = A verificação em duas etapas está desativada.
said-signed-out = Encerramos sua sessão em todos os outros dispositivos.
said-simulated = Simulado no ambiente de testes.
said-skipping = Estamos pulando os eventos em espera. Você ainda pode reenviá-los.
said-tested = Estamos enviando um evento de teste.
said-withdrawal-created = Saque criado. Você pode cancelá-lo nos próximos 30 segundos.

## The overview

overview-lead = Seu saldo e sua atividade.
overview-add-money = Adicionar dinheiro
overview-new-payout = Novo envio
overview-available-note = Pronto para enviar
overview-reserved-note = Para envios e saques pendentes
overview-in-progress = Em andamento
overview-payouts = Envios em andamento
overview-unclaimed = Pagamentos não resgatados
overview-deposits = Depósitos em andamento
overview-withdrawals = Saques em andamento
overview-count-or-more = { $count } ou mais
overview-chart = Entradas e saídas
overview-today = Hoje
overview-last-days =
    { $count ->
        [one] Último { $count } dia
       *[other] Últimos { $count } dias
    }
overview-cut = Você tem tantas transações que só os últimos dias são mostrados. Exporte suas transações para ver mais.
overview-recent = Atividade recente
overview-all = Ver todas as transações

## First steps, until money has left the account

overview-next-steps = Próximos passos
overview-pay = Pagar alguém
overview-pay-test = Envie dinheiro de teste para qualquer e-mail. A mensagem não é entregue: leia-a em E-mails.
overview-pay-live = Você só precisa do e-mail da pessoa.
overview-api-key = Criar uma chave de API
overview-api-key-text = Faça o mesmo envio com o seu próprio código.
overview-fund-text = Adicione a conta bancária de onde você vai pagar e crie um depósito. Mostraremos para onde enviar o dinheiro.

## Money for the account

overview-test-money = Adicionar dinheiro de teste
overview-test-money-hint = É adicionado na hora, como se alguém tivesse enviado para você.
overview-deposit-text = Crie um depósito e envie o dinheiro da sua conta bancária. Nós o adicionaremos ao seu saldo quando chegar.

## While no money leaves

overview-stopped = Os pagamentos de saída estão pausados
overview-stopped-since = Nenhum dinheiro saiu desde { $date }.
overview-stopped-books = Uma verificação dos registros contábeis falhou.
overview-stopped-audit-missing = Os registros contábeis não são verificados há uma hora.
overview-stopped-chain-differs = O saldo na blockchain é diferente dos registros contábeis.
overview-stopped-unexplained = A blockchain tem uma transferência que os registros contábeis não explicam.
overview-stopped-token-changed = O contrato do USDC na blockchain mudou.
overview-stopped-chain-rewritten = A blockchain substituiu blocos que eram definitivos.
overview-stopped-settings = A rede ou as chaves configuradas são diferentes das que estão nos registros contábeis.
overview-stopped-commits-lost = O banco de dados passou para outro servidor e perdeu alterações recentes.
overview-stopped-operator = Um operador os pausou.
overview-stopped-text = Seu saldo não é afetado. Um operador precisa retomar os pagamentos. Depois disso, os envios e saques que você pediu continuam ou voltam para o seu saldo. Parte do dinheiro recebido só é creditada quando os pagamentos forem retomados.

## Emails of a test account, and those of florin dev

emails-lead = Os e-mails da sua conta de teste. Eles não são entregues: leia-os aqui.
emails-none = Ainda não há e-mails
emails-none-text = Pague alguém que não tenha conta aqui. O e-mail para essa pessoa aparece nesta página.
emails-to = Para
emails-about = Assunto
emails-open-claim = Abrir página de resgate
emails-open-endpoint = Ver endpoint
emails-format = Formato
emails-text = Texto
emails-content = Conteúdo do e-mail
emails-links = Links deste e-mail
emails-dev-lead = Os e-mails deste servidor. O <code>florin dev</code> não os envia. Os arquivos estão na pasta <code>emails</code> da pasta de dados.
emails-dev-none-text = Crie uma conta ou pague um e-mail sem conta.
