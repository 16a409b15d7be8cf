### API keys, webhooks and Connect Apps.

## API keys

api-keys-intro = As chaves de API permitem que seus próprios programas usem esta conta.
api-keys-create = Criar chave de API
api-keys-none-title = Ainda não há chaves de API
api-keys-none-text = Crie uma chave para consultar saldos, pagar pessoas e muito mais nos seus próprios programas.
api-keys-key = Chave
api-keys-full-access = Acesso total
api-keys-permission-count =
    { $count ->
        [one] { $count } permissão
       *[other] { $count } permissões
    }
api-keys-action = Ação
api-keys-revoke = Revogar
api-keys-revoke-text = Os programas que usam esta chave deixam de funcionar em um segundo. Não é possível desfazer esta ação.
api-keys-revoke-now = Revogar chave
api-keys-revoked = Revogada
api-keys-requests = Requisições

## First requests

first-requests-title = Primeiras requisições
first-requests-intro = Defina a variável de ambiente API_KEY com uma das suas chaves e execute estes comandos.
first-requests-base-url = URL base
first-requests-key-format = Formato das chaves
first-requests-reference = Referência da API
first-requests-reference-link = Todos os endpoints, com exemplos
first-requests-guide = Guia
first-requests-guide-link = Seu primeiro envio, passo a passo
first-requests-permissions-link = O que cada permissão permite
first-requests-balance = Consultar seu saldo
first-requests-payout = Fazer um envio

## New API key

api-key-new-title = Nova chave de API
api-key-new-intro = Selecione só as permissões de que seu programa precisa. O acesso de escrita não inclui o de leitura.
api-key-name-hint = Para que serve a chave, por exemplo “Servidor da folha”. Só você vê.
api-key-no-permission = Selecione pelo menos uma permissão.
api-key-access = Acesso
api-key-access-read = Somente leitura
api-key-access-read-text = Ver seu saldo, seus envios, suas contas bancárias e suas transações. Não permite mudar nada nem movimentar dinheiro.
api-key-access-payouts = Envios
api-key-access-payouts-text = Ver seu saldo e suas transações, adicionar e renomear pessoas que você paga e pagar pessoas com seu dinheiro. Não permite sacar.
api-key-access-full-text = Fazer tudo o que a API permite, inclusive sacar seu dinheiro para uma conta bancária ou carteira.
api-key-access-custom = Personalizado
api-key-access-custom-text = Só as permissões que você selecionar abaixo.
api-key-no-access = Selecione a que a chave tem acesso.
api-key-created-page = Chave de API criada
api-key-created-title = Sua nova chave de API
api-key-created-intro = Guarde-a como uma senha. Qualquer pessoa com esta chave pode usar sua conta dentro das permissões dela.
api-key-created-label = Chave de API
api-key-created-try = Experimente
secret-shown-once = Copie agora. Não armazenamos uma cópia, e você não poderá ver de novo.
secret-saved = Já salvei

## Connect

connect-intro = Crie apps que usam as contas de outras pessoas com a permissão delas. Cada app funciona com contas reais e de teste.
connect-create = Criar app
connect-none-title = Ainda não há apps
connect-none-text = Crie um app para receber um ID e um segredo do cliente. As pessoas conectam suas contas com OAuth 2.0 e escolhem o que o app pode fazer.
connect-apps = Seus apps
connect-client-id = ID do cliente
connect-client-secret = Segredo do cliente
connect-accounts = Contas conectadas
connect-endpoints = Endpoints do OAuth
connect-authorize = Autorização
connect-token = Tokens de acesso
connect-revoke = Revogação
connect-guide = Guia
connect-guide-link = OAuth, passo a passo
connect-metadata = Metadados
connect-metadata-link = Metadados do servidor OAuth
connect-credentials = Credenciais
connect-authorization-link = Link para as pessoas conectarem a conta
connect-rotate = Trocar segredo
connect-rotate-text = O segredo antigo deixa de funcionar imediatamente. Verifique se seu app está pronto para o novo.
connect-rotate-now = Criar novo segredo
connect-details = Dados do app
connect-redirect-uris = URIs de redirecionamento
connect-redirect-uris-hint = Para onde as pessoas voltam depois de permitir ou recusar o acesso. Uma por linha, exatamente como seu app envia. Só HTTPS, exceto em localhost.
connect-archive = Arquivar app
connect-archive-intro = O app perde imediatamente o acesso a todas as contas. Não é possível desfazer esta ação.
connect-archive-text = As pessoas que conectaram este app terão que conectar outro.
connect-archive-now = Arquivar definitivamente
connect-new-title = Novo app
connect-new-intro = As pessoas veem o nome do app quando ele pede acesso.
connect-secret-intro = Guarde o segredo no seu servidor. Nunca o coloque em um navegador nem em um app de celular.
connect-secret-old = O segredo antigo não funciona mais.
connect-secret-warning = Copie o segredo agora. Não armazenamos uma cópia, e você não poderá ver de novo.
connect-secret-saved = Já salvei o segredo

## What is wrong with a redirect URI

redirect-uris-missing = Digite pelo menos uma URI de redirecionamento.
redirect-uris-too-many = Digite no máximo { $count } URIs de redirecionamento.
redirect-uri-too-long = { $uri }: esta URI é longa demais. Use no máximo { $count } caracteres.
redirect-uri-characters = { $uri }: use apenas ASCII, sem espaços, aspas, barras invertidas nem curingas.
redirect-uri-scheme = { $uri }: comece com https://.
redirect-uri-insecure = { $uri }: comece com https://. Só localhost pode usar http://.
redirect-uri-fragment = { $uri }: remova o fragmento (#).
redirect-uri-credentials = { $uri }: remova o nome de usuário e a senha.
redirect-uri-host = { $uri }: escreva o host em minúsculas, por exemplo app.example.com.
redirect-uri-port = { $uri }: a porta deve ser um número de 1 a 65535.
redirect-uri-escape = { $uri }: depois de cada % deve haver dois dígitos hexadecimais que não representem um caractere de controle.
redirect-uri-dot-segment = { $uri }: remova os segmentos “.” e “..” do caminho.

## Webhook endpoints

webhooks-intro = Receba um aviso quando algo acontece na sua conta.
webhooks-add = Adicionar endpoint
webhooks-none-title = Ainda não há endpoints
webhooks-none-text = Adicione uma URL e enviaremos uma requisição assinada a cada evento, para que seu servidor não precise consultar a API.
webhooks-how-title = Como funciona
webhooks-how-url = Adicione uma URL
webhooks-how-url-text = Digite uma URL do seu servidor e escolha os eventos que ela recebe. As entregas começam quando seu servidor aceita um evento de teste.
webhooks-how-signature = Verifique as assinaturas
webhooks-how-signature-text = Assinamos cada evento de acordo com o Standard Webhooks, com um segredo que só você e nós conhecemos.
webhooks-how-respond = Responda com 200
webhooks-how-respond-text = Responda com um status 2xx em 15 segundos. Caso contrário, tentamos de novo por cerca de três dias.
webhooks-how-check = Confira as entregas
webhooks-how-check-text = Guardamos cada tentativa e a resposta do seu servidor por { $duration }. Você pode reenviar os eventos que perdeu.
webhooks-list = Lista de endpoints
webhooks-url = URL
webhooks-events = Eventos
webhooks-waiting = Aguardando
webhooks-failed = Não entregues
webhooks-local-title = Desenvolvimento local
webhooks-local-intro = Você não precisa de uma URL pública enquanto desenvolve.
webhooks-local-text = Com uma chave de teste, este comando mostra os eventos da sua conta de teste quando acontecem e os encaminha para um programa no seu computador.
webhooks-local-command = Escutar em um terminal
webhooks-local-get = Onde obter o comando florin

## The state of an endpoint

endpoint-on = Ativo
endpoint-off = Inativo
endpoint-paused = Pausado
endpoint-failing = Com falhas
endpoint-pending = Verificação pendente
endpoint-off-since =
    { $reason ->
        [gone] Desde { $date }, após uma resposta 410 Gone
        [failing] Desde { $date }, após cinco dias de falhas
        [unverified] Desde { $date }, após três dias sem aceitar o evento de teste
       *[paused] Desde { $date }
    }
endpoint-failing-since = Desde { $date }
endpoint-pending-note = Aguardando uma resposta 2xx ao evento de teste
endpoint-all-events = Todos os eventos
endpoint-event-types =
    { $count ->
        [one] { $count } tipo de evento
       *[other] { $count } tipos de eventos
    }
endpoint-count-or-more = { $count } ou mais
endpoint-events-waiting =
    { $count ->
        [one] { $count } evento está aguardando.
       *[other] { $count } eventos estão aguardando.
    }
endpoint-events-waiting-or-more = { $count } ou mais eventos estão aguardando.

## An endpoint

endpoint-title = Endpoint de webhook
endpoint-overview = Visão geral
endpoint-deliveries = Entregas
endpoint-turn-on = Ativar
endpoint-turn-off = Desativar
endpoint-send-test = Enviar evento de teste
endpoint-off-title = Este endpoint está desativado
endpoint-off-paused = Você o desativou. Nada é enviado desde { $date }.
endpoint-off-gone = Seu servidor respondeu com 410 Gone, ou seja, não quer mais eventos. Nada é enviado desde { $date }.
endpoint-off-failing = Seu servidor não aceitou nenhum evento por cinco dias. Corrija-o antes de ativar o endpoint. Nada é enviado desde { $date }.
endpoint-off-unverified = Seu servidor não aceitou o evento de teste em três dias. Ative o endpoint para enviar outro. Nada é enviado desde { $date }.
endpoint-turn-on-and-send = Ativar e enviar os eventos em espera
endpoint-skip = Pular os eventos em espera
endpoint-skip-text = Eles não serão enviados quando você ativar o endpoint. Você ainda pode reenviá-los por { $duration }.
endpoint-skip-now = Pular eventos
endpoint-pending-text = Enviamos um evento de teste para esta URL. Assim que seu servidor responder com um status 2xx, o endpoint será verificado e as entregas começarão. Até lá, guardamos seus eventos.
endpoint-failing-title = As entregas estão falhando
endpoint-failing-text = Seu servidor não aceita eventos desde { $date }. Depois de cinco dias, vamos desativar o endpoint e avisar você por e-mail. As entregas abaixo mostram como seu servidor respondeu.
endpoint-waiting-note = Para enviar ou tentar de novo
endpoint-failed-note = Após dez tentativas
endpoint-newest = Entregas recentes
endpoint-all-deliveries = Todas as entregas
endpoint-details-attempts = Tentativas
endpoint-details-schedule = Até dez em cerca de três dias: imediatamente, após 5 segundos, 5 minutos e 30 minutos, e depois em intervalos maiores.
endpoint-remove = Remover endpoint
endpoint-remove-intro = Vamos parar de enviar eventos para esta URL, e você não verá mais as entregas dela. Para parar por um tempo, desative o endpoint.
endpoint-remove-text = Os eventos em espera não serão enviados. Não é possível desfazer esta ação.
endpoint-remove-now = Remover definitivamente

## Signing secret

signing-secret-title = Segredo de assinatura
signing-secret-intro = Seu servidor o usa para verificar que os eventos vêm de nós.
signing-secret-two-title = Há dois segredos ativos
signing-secret-two-text = Até { $date }, cada evento leva também uma assinatura feita com o segredo anterior.
signing-secret-reveal = Mostrar segredo
signing-secret-rotate = Trocar segredo
signing-secret-rotate-text = Por 24 horas, vamos assinar os eventos com o novo segredo e com o atual. Adicione o novo ao seu servidor nesse prazo.
signing-secret-rotate-old = O segredo anterior deixa de funcionar imediatamente.
signing-secret-rotate-now = Criar novo segredo
signing-secret-password = Você precisará confirmar sua senha, a menos que tenha feito isso nos últimos { $duration }.
signing-secret-new-title = Novo segredo de assinatura
signing-secret-new-intro = A partir de agora assinamos os eventos com ele. Adicione-o ao seu servidor em até 24 horas.
signing-secret-warning = Guarde-o no seu servidor. Qualquer pessoa com este segredo pode falsificar eventos.
signing-secret-code = Verificar um evento em JavaScript com o pacote standardwebhooks
signing-secret-guide = Verificar eventos em Python, JavaScript e Rust
signing-secret-done = Pronto

## Add and edit an endpoint

endpoint-edit-title = Editar endpoint
endpoint-new-title = Novo endpoint
endpoint-new-intro = Vamos enviar os eventos da sua conta para esta URL.
endpoint-url-hint-tls = Deve começar com https:// e ser acessível pela internet.
endpoint-url-hint = Deve ser acessível pela internet. O modo real exige https://; o modo de teste também aceita http://.
endpoint-description = Descrição
endpoint-description-hint = Só você vê.
endpoint-all-events-text = Incluindo os tipos de eventos que adicionarmos no futuro.
endpoint-some-events = Eventos selecionados
endpoint-some-events-text = Só os que você selecionar abaixo.
endpoint-event-group =
    { $noun ->
        [payout_item] Pagamentos
        [deposit] Depósitos
        [withdrawal] Saques
        [inbound_transfer] Recebimentos
        [recipient] Destinatários
        [bank_account] Contas bancárias
        [external_wallet] Carteiras externas
       *[payout] Envios
    }
endpoint-whole-group =
    { $count ->
        [one] O único evento
       *[other] Todos os { $count } eventos
    }
endpoint-form-verification = Enviamos um evento de teste assinado assim que você salva. Os outros eventos vêm quando a URL responde com um status 2xx. Cada URL pode ser usada uma vez; os parâmetros de consulta não contam.
endpoint-form-retries = Tentamos cada entrega até dez vezes em cerca de três dias e a guardamos por { $duration }. Para receber eventos sem uma URL pública, execute <code>florin listen</code>.
endpoint-choose-events = Escolha todos os eventos ou eventos selecionados.
endpoint-unknown-event = Um destes eventos não existe. Selecione na lista.
endpoint-no-event = Selecione pelo menos um evento.

## What is wrong with a webhook URL

webhook-url-missing = Digite uma URL.
webhook-url-too-long = Esta URL é longa demais. Use no máximo { $count } caracteres.
webhook-url-characters = Remova espaços, quebras de linha e barras invertidas.
webhook-url-scheme = A URL deve começar com https:// ou http://.
webhook-url-needs-tls = No modo real, a URL deve começar com https://.
webhook-url-no-host = Digite um host depois de https://, por exemplo hooks.example.com.
webhook-url-host = Este host não é válido. Digite um como hooks.example.com.
webhook-url-credentials = Remova o nome de usuário e a senha. Para autenticar os eventos, verifique a assinatura deles.
webhook-url-fragment = Remova o fragmento (#).
webhook-url-port = Use uma destas portas: { $ports }.
webhook-url-short-name = Digite um nome de host completo com um ponto, por exemplo hooks.example.com.
webhook-url-not-public = Nomes que terminam em .{ $ending } não são públicos. Digite um nome de host público.
webhook-url-own = Esta URL é deste serviço. Digite a URL do seu próprio servidor.
webhook-url-forbidden = Não podemos enviar eventos para { $address }. Digite o endereço de um servidor na internet pública.
webhook-url-unreadable = Esta URL não é válida. Digite uma como https://hooks.example.com/events.

## Deliveries

delivery-status-waiting = Aguardando
delivery-status-delivered = Entregue
delivery-status-failed = Não entregue
delivery-status-skipped = Pulado
deliveries-filter = Filtrar por status
deliveries-all = Todas
deliveries-none-title = Ainda não há entregas
deliveries-none-text = Os eventos aparecem aqui assim que são enviados. Para ver um agora, envie um evento de teste.
deliveries-no-match-title = Nenhuma entrega encontrada
deliveries-no-match-text = Nenhuma entrega tem este status.
deliveries-endpoint-off = Enviaremos os eventos em espera quando você o ativar. <a href="{ $href }">Veja por que está desativado</a>
deliveries-event = Evento
deliveries-next = Próxima tentativa
deliveries-time = Horário
deliveries-no-next = Nenhuma
deliveries-next-when-on = quando o endpoint estiver ativo
deliveries-refreshing = Atualiza a cada poucos segundos.
deliveries-not-refreshing = As atualizações automáticas pararam.
deliveries-reload = Recarregar

## A delivery

delivery-resend = Reenviar evento
delivery-object = Objeto
delivery-sequence = Sequência
delivery-sequence-hint = Conta os eventos deste objeto.
delivery-request = Requisição
delivery-request-intro = Cada tentativa envia o mesmo corpo. Só mudam o horário e a assinatura.
delivery-id-hint = Não muda quando um evento é reenviado. Use-o para detectar duplicatas.
delivery-timestamp-hint = Horário da tentativa em segundos desde 1970. Rejeite eventos com mais de cinco minutos.
delivery-signature-hint = Base64 do HMAC-SHA256, com seu segredo de assinatura, de ID, horário e corpo, unidos por pontos. Enquanto há dois segredos ativos, há duas assinaturas, separadas por um espaço.
delivery-body = Corpo
delivery-body-size = { $count } bytes, exatamente como assinados
delivery-body-hint = Formatado abaixo para leitura. Verifique a assinatura com os bytes que você recebeu.
delivery-waits-for-endpoint = O endpoint está desativado. Vamos enviar este evento quando você o ativar.
delivery-first-attempt = Primeira tentativa: { $when }
delivery-next-attempt = Próxima tentativa: { $when }
delivery-delivered = Seu servidor aceitou este evento.
delivery-failed = A última tentativa não foi concluída. Você pode reenviar o evento.
delivery-skipped = Você pulou este evento. Ainda pode reenviá-lo.
delivery-attempt-succeeded = Aceito
delivery-attempt-failed = Não aceito
delivery-attempt = Tentativa { $number }, durou { $millis } ms.
delivery-response = Início da resposta
delivery-reason = Motivo
delivery-no-response = Sem resposta
delivery-advice-no-response = Não recebemos uma resposta válida do seu servidor.
delivery-advice-accepted = Seu servidor aceitou o evento.
delivery-advice-redirect = Não seguimos redirecionamentos. Troque a URL do endpoint pela nova.
delivery-advice-authentication = Seu servidor exige autenticação. Faça com que ele verifique a assinatura.
delivery-advice-not-found = Seu servidor não aceita eventos nesta URL. Compare-a com suas rotas.
delivery-advice-gone = Seu servidor não quer mais eventos, por isso desativamos o endpoint.
delivery-advice-busy = Seu servidor está sobrecarregado. Vamos esperar mais antes da próxima tentativa.
delivery-advice-server-error = Algo deu errado no seu servidor. Confira os logs dele.
delivery-advice-other = Só os status de 200 a 299 contam como entregues.

## Resend events

resend-title = Reenviar eventos
resend-intro = Reenvie os eventos que seu servidor perdeu.
resend-failed-text = Todas as entregas que falharam em todas as tentativas
resend-failed = Reenviar entregas que falharam
resend-or = ou todos os eventos de um período, incluindo os entregues
resend-from = De ({ $zone })
resend-to = Até ({ $zone })
resend-to-hint = Deixe em branco para incluir tudo até agora.
resend-period = Reenviar eventos deste período
resend-choose = Escolha quais eventos reenviar.
resend-time = Digite uma data e um horário, por exemplo 2026-11-15T12:30.
resend-no-start = Digite o início do período.
resend-future = O início não pode estar no futuro.
resend-end-before-start = O fim deve ser depois do início.
resend-failed-running = Reenviando entregas que falharam
resend-failed-done = Entregas que falharam reenviadas
resend-range-running = Reenviando eventos de { $from } até { $to }
resend-range-done = Eventos reenviados de { $from } até { $to }
resend-skip-running = Pulando eventos em espera
resend-skip-done = Eventos em espera pulados
resend-count =
    { $count ->
        [one] { $count } evento
       *[other] { $count } eventos
    }
resend-count-so-far =
    { $count ->
        [one] { $count } evento até agora
       *[other] { $count } eventos até agora
    }
resend-running = Em andamento
resend-ended = Terminou em { $date }
resend-started = Começou em { $date }
resend-paused = Pausado pelo limite diário deste endpoint. Continua em { $date }.
