### Deposits, withdrawals, bank accounts and external wallets.

## Lists

list-no-matches-on-page = Nenhum resultado nesta página
list-no-matches-on-page-text = Pode haver resultados mais antigos. Vá para a próxima página.
list-no-matches = Nenhum resultado
list-no-matches-text = Nenhum item tem este status no momento.

## Bank accounts and wallets

external-accounts-all = Todas
external-accounts-active = Ativas
external-accounts-archived = Arquivadas
external-account-added = Adicionada
external-account-added-by = Adicionada por
external-account-added-by-app = Um app que você conectou
external-account-from-app = De um app
external-account-rename = Renomear
external-account-archive = Arquivar

## Bank accounts

bank-accounts-lead = As contas de onde você deposita e para onde você saca.
bank-account-add = Adicionar conta bancária
bank-accounts-none = Nenhuma conta bancária ainda
bank-accounts-none-text = Adicione a conta bancária de onde você quer depositar ou para onde quer sacar.
bank-account-method = Método
bank-account-shown-number = Número
bank-account-deposit = Depositar desta conta
bank-account-withdraw = Sacar para esta conta
bank-account-details-lead = Os números são armazenados com criptografia e exibidos só em parte.
bank-account-transfers = Transferências recentes
bank-account-closed =
    { $what ->
        [deposits] No momento, não é possível depositar a partir desta conta.
        [withdrawals] No momento, não é possível sacar para esta conta.
       *[both] No momento, não é possível depositar a partir desta conta nem sacar para ela.
    }
bank-account-name-hint = Só para identificá-la. Não muda as transferências.
bank-account-archive = Arquivar conta bancária
bank-account-archive-text = Uma conta arquivada não serve para novos depósitos nem saques. As transferências em andamento continuam.
bank-account-archive-warning = Não é possível desfazer esta ação. Para usar a conta de novo, adicione-a outra vez.

## Adding a bank account

bank-account-method-lead = Escolha como a conta recebe dinheiro. Depois pediremos os dados dela.
bank-account-methods = Método e país
bank-account-no-methods = Nenhum método disponível
bank-account-no-methods-text = Este serviço não oferece transferências bancárias no momento. Se precisar delas, entre em contato com o suporte.
bank-account-other-method = Escolher outro método
bank-account-name-example = Só para identificá-la, como Folha de pagamento. Se ficar vazio, será o método e o final do número.
bank-account-part-account = Conta
bank-account-part-holder = Titular da conta
bank-account-part-address = Endereço do titular
select-placeholder = Escolha uma opção

## Ways to move money: what each is good for

rail-pitch-ars-transfers = Pesos argentinos, para um CBU, CVU ou alias.
rail-pitch-brl-pix = Reais, para uma chave Pix.
rail-pitch-cad-eft = Dólares canadenses.
rail-pitch-cop-pse = Pesos colombianos.
rail-pitch-eur-sepa = Euros, em todos os países da SEPA.
rail-pitch-mxn-spei = Pesos mexicanos, para uma CLABE.
rail-pitch-usd-ach = Dólares americanos. Tarifa baixa.
rail-pitch-usd-fedwire = Dólares americanos. Tarifa mais alta.

## Details of a bank account

bank-account-number = Número da conta
bank-account-type = Tipo de conta
bank-account-type-checking = Corrente
bank-account-type-savings = Poupança
bank-ars-account = CBU, CVU ou alias
bank-ars-account-hint = 22 dígitos, ou um alias como mate.sol.luna.
bank-ars-account-type = Tipo de identificador
bank-ars-cbu = CBU (banco)
bank-ars-cvu = CVU (carteira)
bank-building = Apartamento, andar ou prédio
bank-business-name = Nome da empresa
bank-business-name-hint = Recomendado. Use o nome cadastrado no banco.
bank-city = Cidade
bank-clabe-hint = 18 dígitos.
bank-code = Código do banco
bank-code-hint = 3 ou 4 dígitos, como 007.
bank-colombian-account-hint = 6 a 20 dígitos.
bank-document-number = Número do documento
bank-document-passport = Passaporte
bank-document-type = Documento de identidade
bank-first-name = Nome
bank-holder-email = E-mail do titular
bank-holder-email-hint = O banco pode escrever para este e-mail.
bank-holder-first-name = Nome do titular
bank-holder-last-name = Sobrenome do titular
bank-holder-name = Nome completo do titular
bank-holder-name-hint = Como está cadastrado no banco.
bank-holder-type = Tipo de titular
bank-holder-type-business = Empresa
bank-holder-type-individual = Pessoa
bank-iban-hint = Começa com duas letras do país, como DE ou ES.
bank-institution-number = Número da instituição
bank-institution-number-hint = Os 3 dígitos do banco.
bank-last-name = Sobrenome
bank-pix-key = Chave Pix
bank-pix-key-hint = CPF ou CNPJ, telefone com DDD, e-mail ou chave aleatória.
bank-postal-code = CEP ou código postal
bank-recommended = Recomendado.
bank-routing-number = Número de roteamento (routing number)
bank-routing-number-hint = 9 dígitos, no canto inferior esquerdo de um cheque.
bank-state = Estado ou região
bank-street = Rua e número
bank-transit-number = Número de trânsito
bank-transit-number-hint = Os 5 dígitos da agência.

## External wallets

external-wallet = Carteira externa
external-wallets-lead = Os endereços de blockchain para onde você pode sacar USDC.
external-wallet-add = Adicionar carteira
external-wallets-none = Nenhuma carteira ainda
external-wallets-none-text = Adicione o endereço da carteira para onde você quer sacar USDC.
external-wallet-withdraw = Sacar para esta carteira
external-wallet-new = Carteira nova
external-wallet-new-text = Você poderá sacar para ela a partir de { $date }. A espera protege seu saldo se outra pessoa entrar na sua conta.
external-wallet-name-hint = Só para identificá-la. O endereço não muda.
external-wallet-archive = Arquivar carteira
external-wallet-archive-text = Uma carteira arquivada não serve para novos saques. Os saques em andamento continuam.
external-wallet-archive-warning = Não é possível desfazer esta ação. Para usar a carteira de novo, adicione-a outra vez.
external-wallet-add-lead = Copie e cole o endereço. USDC enviados para um endereço errado se perdem.
external-wallet-name-example = Só para identificá-la, como Tesouraria.
external-wallet-address-hint = Mantenha as letras maiúsculas e minúsculas: elas ajudam a encontrar erros.
external-wallet-network-hint = Seus USDC estão nesta rede. A carteira precisa ser compatível com ela.

## Deposits and withdrawals

transfers-all = Todos
transfer-from = Origem
transfer-to = Destino
transfer-you-send = Você envia
transfer-you-sent = Você enviou
transfer-you-receive = Você recebe
transfer-you-received = Você recebeu
transfer-you-would-have-received = Você teria recebido
transfer-price = Valor e tarifas
transfer-fee-fixed = Tarifa fixa
transfer-fee-percentage = Tarifa percentual
transfer-fee-spread = Margem da taxa de câmbio
transfer-fee-rounding = Arredondamento
transfer-fees-total = Total de tarifas
transfer-valid-until = Válido até
transfer-history = Histórico
transfer-simulation = Simulação
transfer-simulation-lead = No modo de teste, você decide o que acontece.
transfer-simulate-received = Marcar como recebido
transfer-simulate-completed = Marcar como concluído
transfer-simulate-failed = Marcar como falha
transfer-simulate-expired = Marcar como expirado
transfer-simulate-returned = Marcar como devolvido

## Why a deposit or a withdrawal can't be made

transfer-ask-support = Dúvidas? Escreva para { $email }.

## Deposits

deposits-lead = Envie dinheiro da sua conta bancária para adicionar USDC ao seu saldo.
deposit-new = Novo depósito
deposits-none = Nenhum depósito ainda
deposits-none-text = Diga quanto vai enviar e mostraremos para onde.
deposits-closed = Depósitos de contas bancárias não estão disponíveis
deposits-closed-text = Este serviço não aceita depósitos de contas bancárias no momento. Se precisar deles, entre em contato com o suporte.
deposit-transfer-details = Dados da transferência
deposit-transfer-details-lead = Envie o dinheiro do seu banco exatamente com estes dados. Clique em um valor para selecioná-lo.
deposit-beneficiary = Beneficiário
deposit-send-by = Enviar até
deposit-reference-title = Inclua a referência exatamente como aparece
deposit-reference-text = Com ela, associamos a transferência à sua conta.
deposit-rate-title = Sua taxa de câmbio está garantida
deposit-rate-text = A taxa abaixo vale para uma transferência de até { $amount } que chegue ao nosso banco até { $date }. O que passar desse valor ou chegar depois é convertido pela taxa do dia em que chegar.
deposit-other-amount = O valor que você enviou é diferente dos { $amount } que você ia enviar.
deposit-announced = Você ia enviar
deposit-cancel = Cancelar depósito
deposit-cancel-text = Cancele o depósito se você não quiser mais enviar o dinheiro.
deposit-credited-anyway = Se você já enviou o dinheiro, ele será adicionado ao seu saldo mesmo assim.

## What has happened to a deposit

deposit-step-created = Criado
deposit-step-waiting = Aguardando sua transferência
deposit-step-waiting-text = Envie até { $date }.
deposit-step-received = Dinheiro recebido
deposit-step-credited = Adicionado ao seu saldo
deposit-step-credited-soon = Leva alguns instantes.
deposit-step-failed-text = Sua transferência não vai chegar, então nada foi adicionado ao seu saldo. Pergunte o motivo ao seu banco e depois crie outro depósito.
deposit-step-expired-text = Sua transferência não chegou a tempo. Se chegar depois, ela será adicionada ao seu saldo mesmo assim.

## Making a deposit

deposit-new-lead = Digite quanto vai enviar. Você verá a taxa de câmbio e as tarifas antes de confirmar.
deposit-no-account = Adicione uma conta bancária primeiro
deposit-no-account-text = Os depósitos saem de uma das suas contas bancárias.
deposit-choose-account = Escolha uma conta bancária
deposit-not-chosen = Escolha a conta bancária de onde vai enviar.
deposit-amount-hint = Na moeda da conta bancária.
deposit-review = Revisar depósito
deposit-review-lead = Confira os dados. Depois de criar o depósito, envie o dinheiro do seu banco.
deposit-price-expired = A cotação expirou
deposit-price-expired-text = Nenhum depósito foi criado. Esta é a cotação atual.
deposit-create = Criar depósito

## The address to receive USDC at

deposit-address = Receber USDC
deposit-address-lead = Os USDC enviados para o seu endereço são adicionados ao seu saldo.
deposit-address-yours = Seu endereço
deposit-address-qr = QR Code do seu endereço
deposit-address-token = Token aceito
deposit-address-before = Antes de enviar
deposit-address-warning = Envie somente USDC na rede { $chain }. Outros tokens, ou USDC em outras redes, se perdem.
deposit-address-minimum = Transferências abaixo de { $minimum } não são creditadas.
deposit-address-wait = Adicionamos os USDC ao seu saldo quando a transferência é definitiva, o que pode levar até meia hora.
deposit-address-lasting = O endereço é só seu e não expira.
deposit-address-new = Novo endereço
deposit-address-new-text = Use outro endereço se não quiser que um pagador veja o que outras pessoas pagaram a você.
deposit-address-create = Criar novo endereço
deposit-address-create-text = Seu endereço antigo continua funcionando, mas mostraremos só o novo.
deposit-address-none-in-test = Sem endereço no modo de teste
deposit-address-none-in-test-text = Crie um depósito e marque-o como recebido, ou adicione dinheiro de teste na visão geral.
deposit-address-none = Nenhum endereço ainda
deposit-address-none-text = Este serviço ainda não está conectado a uma blockchain. Você pode depositar de uma conta bancária.

## Withdrawals

withdrawals-lead = Envie USDC do seu saldo para uma conta bancária ou carteira.
withdrawal-new = Novo saque
withdrawals-none = Nenhum saque ainda
withdrawals-none-text = Saque dinheiro do seu saldo para uma conta bancária ou carteira.
withdrawal-you-withdraw = Você saca
withdrawal-you-withdrew = Você sacou
withdrawal-back = De volta ao seu saldo
withdrawal-failed = O saque não foi concluído
withdrawal-rejected = Não conseguimos enviar o saque, ou o banco ou a rede o recusou. O valor total voltou ao seu saldo. Confira os dados do destino e tente de novo, ou entre em contato com o suporte.
withdrawal-returned = O dinheiro chegou, mas o banco o devolveu, em geral porque a conta foi encerrada ou é de outra pessoa. O valor total, com as tarifas, voltou ao seu saldo.
withdrawal-simulated-failure = Você simulou uma falha. O valor total voltou ao seu saldo.
withdrawal-bank-reference = Referência bancária
withdrawal-hash = Hash da transação
withdrawal-cancel = Cancelar saque
withdrawal-cancel-text = Você pode cancelar o saque enquanto ele está na fila.
withdrawal-cancel-warning = O valor total voltará ao seu saldo.

## When a withdrawal arrives. Each label has a date behind it.

arrival-within = Costuma chegar em até { $time }.
arrival-by = Deve chegar até
arrival-expected = Previsto para
arrival-late = { $date } (mais demorado que o normal)
arrival-done = Chegou em

## What has happened to a withdrawal

withdrawal-step-created = Criado
withdrawal-step-created-text = O valor está reservado.
withdrawal-step-sent = Enviado
withdrawal-step-queued-text = Esperamos { $duration } antes de enviá-lo. Até lá, você pode cancelá-lo.
withdrawal-step-waiting = Aguardando envio
withdrawal-step-waiting-text = Estamos preparando seu saque. Ele não pode mais ser cancelado.
withdrawal-step-under-way = A caminho
withdrawal-step-under-way-text = Não pode mais ser cancelado.
withdrawal-step-unclear-text = Aguardamos a confirmação e continuaremos consultando. Ele não será enviado duas vezes.
withdrawal-step-arrived = Recebido
withdrawal-step-returned = Devolvido
withdrawal-step-cancelled-text = O valor total voltou ao seu saldo.

## Making a withdrawal

withdrawal-new-lead = Você verá as tarifas e quanto recebe antes de confirmar.
withdrawal-new-bank-account = Adicionar uma conta bancária
withdrawal-to-new-wallet = Quer sacar USDC para a sua própria carteira? <a href="{ $href }">Adicione o endereço primeiro</a>.
withdrawal-choose-destination = Escolha um destino
withdrawal-not-chosen = Escolha para onde enviar o dinheiro.
withdrawal-amount-hint = O valor que sai do seu saldo, com as tarifas.
withdrawal-review = Revisar saque
withdrawal-review-lead = Você pode cancelar o saque por { $duration } depois de confirmá-lo.
withdrawal-price-changed = A cotação mudou
withdrawal-price-changed-text = Nada foi enviado. Esta é a cotação atual.
withdrawal-confirm = Confirmar saque
