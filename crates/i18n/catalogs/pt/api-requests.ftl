### The log of API requests, and the links between objects, requests and deliveries.

## API requests

api-request = Requisição da API
api-requests-lead = O que seus programas pediram e como respondemos.
api-requests-off = O registro de requisições está desativado neste servidor.
api-requests-none = Ainda não há requisições da API
api-requests-none-text = As requisições aparecem aqui em segundos. Elas precisam de uma chave de API ou de um token de acesso válidos.
api-requests-sought = Caminho ou ID
api-requests-all-statuses = Todos os status
api-requests-succeeded = Bem-sucedidas (2xx)
api-requests-refused = Recusadas (4xx)
api-requests-failed = Erros do servidor (5xx)
api-requests-all-methods = Todos os métodos
api-requests-all-keys = Todas as chaves e apps
api-requests-left-out =
    { $count ->
        [one] Mais { $count } requisição deste momento não foi registrada
       *[other] Mais { $count } requisições deste momento não foram registradas
    }
api-requests-kept =
    { $count ->
        [one] Guardamos as requisições por { $count } dia, até { $most } alterações e { $most } leituras. De muitas requisições em um segundo, registramos só algumas, primeiro as alterações.
       *[other] Guardamos as requisições por { $count } dias, até { $most } alterações e { $most } leituras. De muitas requisições em um segundo, registramos só algumas, primeiro as alterações.
    }
api-request-method = Método
api-request-credential = Chave de API ou app
api-request-duration = Duração
api-request-milliseconds = { $millis } ms
api-request-error = Erro
api-request-address = Endereço IP
api-request-id = ID da requisição
api-request-no-response = O cliente se desconectou
api-request-other-key = Chave desconhecida
api-request-other-app = App desconectado
api-request-sent = Corpo da requisição
api-request-returned = Corpo da resposta
api-request-redacted = Dados bancários, nomes, referências e outros valores privados não são registrados.
api-request-body-cut = O restante do corpo não foi registrado.
api-request-body-not-kept = O corpo ({ $count } bytes) é grande demais ou não é JSON, por isso não foi registrado.
api-request-objects = Objetos

## Links of an object

object-links-title = API e webhooks
object-links-creation = Criado por uma requisição da API
object-links-requests = Todas as requisições da API sobre ele
object-links-deliveries = Entregas de webhooks
