### What every page needs: buttons, labels, the names of the sections.

## Buttons and links

action-add = Adicionar
action-back = Voltar
action-cancel = Cancelar
action-change = Alterar
action-clear-filters = Limpar filtros
action-close = Fechar
action-confirm = Confirmar
action-continue = Continuar
action-copy = Copiar
action-copy-what = Copiar { $what }
action-copied = Copiado
action-create-account = Criar conta
action-download = Baixar
action-edit = Editar
action-filter = Filtrar
action-go-to-dashboard = Ir para o painel
action-remove = Remover
action-save = Salvar
action-search = Buscar
action-send = Enviar
action-show-all = Ver tudo
action-sign-in = Entrar
action-sign-out = Sair
action-skip-to-content = Ir para o conteúdo
action-try-again = Tentar de novo
action-upload-file = Enviar um arquivo

## Fields and columns

label-address = Endereço
label-amount = Valor
label-available = Disponível
label-balance = Saldo
label-bank-account = Conta bancária
label-country = País
label-created = Data de criação
label-currency = Moeda
label-date = Data
label-details = Detalhes
label-email = E-mail
label-exchange-rate = Taxa de câmbio
label-fee = Tarifa
label-id = ID
label-language = Idioma
label-last-used = Último uso
label-name = Nome
label-network = Rede
label-never = Nunca
label-new-password = Nova senha
label-optional = Opcional
label-password = Senha
label-permissions = Permissões
label-recipient = Destinatário
label-reference = Referência
label-reserved = Reservado
label-sender = Remetente
label-status = Status
label-total = Total
label-type = Tipo
label-wallet = Carteira

## Sections of the dashboard

section-api-keys = Chaves de API
section-api-requests = Requisições da API
section-authorized-apps = Apps conectados
section-bank-accounts = Contas bancárias
section-connect = Connect
section-deposits = Depósitos
section-email = E-mails
section-external-wallets = Carteiras externas
section-overview = Visão geral
section-payouts = Envios
section-recipients = Destinatários
section-search = Busca
section-security-log = Registro de segurança
section-settings = Configurações
section-statements = Extratos
section-transactions = Transações
section-webhooks = Webhooks
section-withdrawals = Saques

## Search

search-everything = Buscar em tudo
search-label = Nome, e-mail, referência, valor ou ID
search-lead = Encontre destinatários, envios, transações, contas bancárias e carteiras por nome, e-mail, referência, valor ou ID.
search-none = Nada encontrado
search-none-text = Confira a ortografia ou busque parte de um nome, e-mail ou referência, um valor exato ou um ID completo.
search-more = Estes são os resultados mais recentes.
search-newest-only = Esta busca abrange as { $count } entradas mais recentes de cada lista. Para encontrar entradas anteriores, use os filtros da lista.
search-all-recipients = Ver todos os destinatários
search-all-payouts = Ver todos os envios
search-all-transactions = Ver todas as transações

## Pages of a list

list-filters = Filtros
page-first = Primeira página
page-next = Próxima página
page-navigation = Páginas
page-previous = Página anterior
page-rows = Linhas por página:

## Steps, for screen readers

step-done = Concluído
step-now = Em andamento
step-later = Ainda não
step-failed = Com erro

## Charts

chart-by-day = Entradas e saídas por dia
chart-day = { $day }: entradas { $in }, saídas { $out }
chart-quiet = Não houve movimentações neste período.
chart-table = Mostrar como tabela
# Round numbers on the scale of a chart, as short as possible.
chart-thousands = { $number } mil
chart-millions = { $number } mi
chart-billions = { $number } bi

## Numbers of things

count-payments =
    { $count ->
        [one] { $count } pagamento
       *[other] { $count } pagamentos
    }
count-recipients =
    { $count ->
        [one] { $count } destinatário
       *[other] { $count } destinatários
    }

## Everywhere

# Each language calls itself by its own name.
language-name = Português
mode-live = Modo real
mode-test = Modo de teste
mode-test-bar = <b>Modo de teste.</b> Nenhum valor real circula.
signed-in-as = Você entrou como <b>{ $email }</b>
support-contact = Dúvidas? Escreva para <a href="{ $href }">{ $email }</a>.
