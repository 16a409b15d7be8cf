### Drafts of payouts, and warnings before a payment is repeated.

## Drafts

payout-drafts = Rascunhos
payout-drafts-lead = Envios que você ainda não fez. São excluídos 30 dias depois da última alteração.
payout-draft-title =
    { $count ->
        [one] Rascunho com { $count } destinatário
       *[other] Rascunho com { $count } destinatários
    }
payout-draft-updated = Última alteração: { $time }
# While a draft is typed.
payout-draft-saved = Salvo
payout-draft-sent-elsewhere = Este envio já foi feito.
payout-draft-deleted-title = Este rascunho foi excluído em outro lugar
payout-save-draft = Salvar rascunho
payout-delete-draft = Excluir rascunho
payout-remove-row = Remover linha
payout-paste = Colar de uma planilha
payout-paste-cells = Células da planilha
payout-paste-hint = Copie as células com os e-mails, os valores e as referências e cole-as aqui.
payout-paste-add = Adicionar como linhas
payout-draft-changed-title = Este rascunho foi alterado em outro lugar
payout-draft-changed = Nada foi enviado. Isto é o que foi salvo por último: revise antes de enviar.
payout-draft-conflict = O que você digitou abaixo ainda não foi salvo. Compare com <a href="{ $href }">o rascunho salvo</a>. Se você continuar daqui, ele será substituído.
payout-draft-deleted-elsewhere = Este rascunho foi excluído em outro lugar. Continue daqui para salvá-lo como um novo rascunho.
payout-draft-too-many = Você pode ter até { $limit } rascunhos. Envie ou exclua um primeiro.

## Payments that may be repeated by mistake

payout-review-earlier = Talvez você já tenha pago isto
payout-review-earlier-file = Você fez <a href="{ $href }">um envio com o mesmo arquivo</a> nos últimos { $days } dias.
payout-review-earlier-payments =
    { $count ->
        [one] { $count } pagamento tem o mesmo destinatário, valor e referência de um que você enviou nos últimos { $days } dias.
       *[other] { $count } pagamentos têm o mesmo destinatário, valor e referência de outros que você enviou nos últimos { $days } dias.
    }
payout-review-earlier-link = Igual a um pagamento anterior
payout-review-earlier-confirm = Enviar mesmo que já tenha sido pago
payout-review-earlier-missing = Marque esta opção se quiser pagar de novo.
