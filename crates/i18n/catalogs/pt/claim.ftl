### Claim pages: what recipients see first.

## Money is waiting

claim-page-title = { $sender } enviou { $amount } para você
claim-from = { $sender } enviou para você
claim-latest-only = Mais de { $count } pagamentos estão à sua espera. Este é o total dos últimos { $count }. Você receberá todos.
claim-count =
    { $count ->
        [one] Total de { $count } pagamento. O último é de { $amount }.
       *[other] Total de { $count } pagamentos. O último é de { $amount }.
    }
claim-reference = “{ $reference }”
claim-facts = Para <b>{ $email }</b>. Resgate até { $date }. USDC é um dólar digital: guarde, envie para alguém ou saque para sua conta bancária.
claim-add-to-balance = Adicionar ao meu saldo
claim-paused = { $service } pausou os pagamentos. Vamos adicionar o dinheiro ao seu saldo assim que forem retomados.
claim-on-hold = Este pagamento está retido. Você poderá resgatá-lo assim que for liberado.
claim-other-user = Você entrou com outro e-mail
claim-other-user-text = Você entrou como <b>{ $user }</b>, mas este dinheiro é para <b>{ $email }</b>. Saia para continuar.
claim-sign-out = Sair e continuar
claim-stay-signed-in = Continuar na conta
claim-known = Você já tem uma conta com este e-mail.
claim-sign-in = Entrar e resgatar
claim-name = Seu nome
claim-password = Escolha uma senha
claim-test-wallet = Esta é uma carteira de teste. Para entrar de novo, abra este link outra vez.
claim-join = Criar conta e resgatar
claim-unknown-sender = Não conhece { $sender }? Você não precisa fazer nada. O dinheiro não resgatado volta para o remetente.

## Nothing is waiting any more

claim-claimed-title = Já resgatado
claim-claimed-text = { $amount } de { $sender } já foi adicionado ao seu saldo. Entre para ver.
claim-claimed-test = { $amount } de { $sender } foi adicionado a uma carteira de teste. Ela tem seu próprio endereço de entrada, que já preenchemos. Entre com a senha que você escolheu.
claim-cancelled-title = Pagamento cancelado
claim-cancelled-text = { $sender } cancelou este pagamento de { $amount }. Se você não esperava por isso, fale com o remetente.
claim-expired-title = Pagamento expirado
claim-expired-text = { $amount } de { $sender } não foi resgatado em { $duration } e foi devolvido. Peça ao remetente que envie de novo.

## Lost emails

claim-lost-title = Perdeu o e-mail?
claim-lost-intro = Se alguém enviou dinheiro para você e o e-mail não aparece, nós o reenviamos.
claim-send-again = Reenviar e-mail
claim-link-sent = Se há dinheiro à espera de <b>{ $email }</b>, reenviamos o e-mail com o link.
claim-link-dead = O link está incompleto. Abra-o pelo e-mail ou peça que seja reenviado.
