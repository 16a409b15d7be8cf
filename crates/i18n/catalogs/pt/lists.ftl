### Lists: their order, filters and totals, and what is done to selected rows.

## Order

list-sort = Ordenar
list-sort-newest = Mais recentes primeiro
list-sort-oldest = Mais antigos primeiro
list-sort-email = E-mail, de A a Z
list-sort-email-descending = E-mail, de Z a A
list-sort-requested = Na ordem do envio
list-sort-largest = Maiores valores primeiro
list-sort-smallest = Menores valores primeiro

## Filters

list-filters-active =
    { $count ->
        [one] { $count } filtro ativo
       *[other] { $count } filtros ativos
    }

## Totals

list-total-page = Nesta página: { $total }
list-total-all = No total: { $total }
list-total-payouts =
    { $count ->
        [one] { $count } envio, { $amount }
       *[other] { $count } envios, { $amount }
    }
list-total-payments =
    { $count ->
        [one] { $count } pagamento, { $amount }
       *[other] { $count } pagamentos, { $amount }
    }
list-total-transactions =
    { $count ->
        [one] { $count } transação, { $in } de entrada, { $out } de saída
       *[other] { $count } transações, { $in } de entrada, { $out } de saída
    }

## Selected rows

selection-label = Selecionar { $name }
selection-all = Selecionar tudo nesta página
selection-actions = Ações para os itens selecionados
selection-button-archive = Arquivar selecionados
selection-button-cancel = Cancelar selecionados
selection-button-export = Exportar selecionados
selection-button-pay = Pagar selecionados
selection-button-remind = Enviar lembretes aos selecionados
selection-button-resend = Reenviar selecionados

## What is asked before it is done

selection-archive-bank-accounts =
    { $count ->
        [one] Arquivar { $count } conta bancária
       *[other] Arquivar { $count } contas bancárias
    }
selection-archive-wallets =
    { $count ->
        [one] Arquivar { $count } carteira
       *[other] Arquivar { $count } carteiras
    }
selection-cancel-payments =
    { $count ->
        [one] Cancelar { $count } pagamento
       *[other] Cancelar { $count } pagamentos
    }
selection-cancel-payouts =
    { $count ->
        [one] Cancelar { $count } envio
       *[other] Cancelar { $count } envios
    }
selection-cancel-payouts-text = Os pagamentos que não foram concluídos serão cancelados, e o dinheiro deles voltará para o seu saldo. Não é possível desfazer esta ação.
selection-remind =
    { $count ->
        [one] Enviar { $count } lembrete
       *[other] Enviar { $count } lembretes
    }
selection-remind-text = Os destinatários que não resgataram o pagamento recebem um e-mail, no máximo uma vez por dia. Quem desativou os lembretes não recebe nenhum.
selection-resend =
    { $count ->
        [one] Reenviar { $count } evento
       *[other] Reenviar { $count } eventos
    }
selection-resend-text = Seu servidor receberá estes eventos de novo, inclusive os que já foram entregues.

## What became of them

said-nothing-selected = Selecione pelo menos uma linha.
said-nothing-changed = Nada foi alterado.
said-payments-cancelled =
    { $count ->
        [one] { $count } pagamento cancelado. O dinheiro voltou para o seu saldo.
       *[other] { $count } pagamentos cancelados. O dinheiro voltou para o seu saldo.
    }
said-payouts-cancelled =
    { $count ->
        [one] { $count } envio cancelado. O dinheiro voltou para o seu saldo.
       *[other] { $count } envios cancelados. O dinheiro voltou para o seu saldo.
    }
said-not-cancelled =
    { $count ->
        [one] { $count } não pôde mais ser cancelado.
       *[other] { $count } não puderam mais ser cancelados.
    }
said-selected-archived =
    { $count ->
        [one] { $count } arquivada.
       *[other] { $count } arquivadas.
    }
said-not-archived =
    { $count ->
        [one] { $count } não pôde ser arquivada.
       *[other] { $count } não puderam ser arquivadas.
    }
said-events-resent =
    { $count ->
        [one] Estamos reenviando { $count } evento.
       *[other] Estamos reenviando { $count } eventos.
    }
said-not-resent =
    { $count ->
        [one] { $count } não pôde ser reenviado.
       *[other] { $count } não puderam ser reenviados.
    }
said-not-processed =
    { $count ->
        [one] { $count } não foi processado. Tente de novo.
       *[other] { $count } não foram processados. Tente de novo.
    }
