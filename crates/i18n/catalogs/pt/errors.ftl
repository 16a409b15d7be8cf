### Pages that say why another page can't be shown.

error-not-found-title = Página não encontrada
error-not-found-text = O endereço está incorreto ou você não tem acesso a esta página.
error-list-changed-text = Esta página da lista não existe mais. Comece de novo pela primeira.
error-sign-in-title = É preciso entrar
error-sign-in-text = Entre para ver esta página.
error-business-only-title = Só para contas empresariais
error-business-only-text = Esta página só está disponível para contas empresariais. Você pode mudar a sua em Configurações. Seu saldo e sua atividade continuam iguais.
error-business-only-action = Ir para as configurações
error-form-only-title = Nada para mostrar aqui
error-form-only-text = Este endereço só serve para enviar um formulário. Nada foi alterado. Volte e use o formulário da página.
error-form-only-action = Voltar
error-stale-title = Formulário expirado
error-stale-text = Você entrou ou saiu da conta depois de abri-lo, ou ele veio de outro site. Nada foi alterado. Volte, recarregue a página e tente de novo.
error-too-large-title = Formulário grande demais
error-too-large-text = Você enviou mais do que este formulário aceita. Os arquivos podem ter até 1 MiB. Nada foi alterado. Volte e envie menos dados de cada vez.
error-too-many-requests-title = Muitas solicitações
error-too-many-requests-text = Nada foi alterado. Aguarde { $wait }, volte e tente de novo.
error-daily-limit-title = Limite diário atingido
error-daily-limit-text =
    { $mode ->
        [live] Nada foi alterado. Sua conta atingiu o limite de { $limit } novos objetos por dia; cada pagamento de um envio conta como um. Tente de novo em { $wait }.
       *[test] Nada foi alterado. Seu ambiente de testes atingiu o limite de { $limit } novos objetos por dia; cada pagamento de um envio conta como um. Tente de novo em { $wait }.
    }
error-too-many-exports-title = Muitas exportações
error-exports-of-account = Duas exportações desta conta ainda estão em andamento. Tente de novo quando uma terminar.
error-exports-of-mode = Há muitas exportações em andamento. Tente de novo em um minuto.
error-too-many-attempts-title = Muitas tentativas
error-too-many-replays-title = Muitos reenvios
error-too-many-replays-text = Este endpoint atingiu seu limite diário de reenvios. Tente de novo em { $wait }.
error-refused-title = Solicitação não concluída
error-refused-text = Nada foi alterado. Volte, confira os dados e tente de novo.
error-unavailable-title = Serviço indisponível
error-unavailable-text = O serviço está muito ocupado ou o banco de dados não responde. Tente de novo em instantes. Um formulário enviado duas vezes conta uma só vez.
error-internal-title = Algo deu errado do nosso lado
error-internal-text = Registramos o erro. Antes de tentar de novo, confira se a alteração foi feita.
