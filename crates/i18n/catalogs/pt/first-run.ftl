### The page that guides newcomers in `florin dev`.

first-run-title = Primeiros passos
first-run-intro = Acompanhe um pagamento com dinheiro de teste do início ao fim. Cada passo é marcado quando fica pronto.
first-run-done = pronto
first-run-invitation = É sua primeira vez aqui? Dê os <a href="{ $href }">primeiros passos</a>: faça um envio para você, resgate o dinheiro e saque.
first-run-key-title = A chave de teste não funciona mais
first-run-key-text = Ela foi revogada. Reinicie o florin dev para receber outra.

## The steps

first-run-pay = Faça um envio para você
first-run-pay-text = Envie { $amount } da conta de demonstração para um e-mail. Qualquer endereço serve, porque o florin dev não envia e-mails.
first-run-send = Enviar { $amount }
first-run-own-address = Este é o e-mail da própria conta de demonstração. Informe outro.
first-run-paid = A conta de demonstração enviou { $amount } para <b>{ $email }</b>.
first-run-email = Abra o e-mail
first-run-email-text = Os e-mails são salvos em vez de enviados. Você pode ler todos <a href="{ $href }">nesta página</a>.
first-run-open-email = Abrir e-mail
first-run-claim = Resgate o dinheiro
first-run-claim-text = Siga o link do e-mail. Se você já entrou em uma conta, abra-o em uma janela anônima. Escolha qualquer nome e senha.
first-run-claimed = O dinheiro está no saldo do destinatário.
first-run-withdraw = Saque o dinheiro
first-run-withdraw-text = Como destinatário, adicione uma conta bancária e saque o dinheiro para ela. Para o Pix, a chave <code>{ $key }</code> é válida.
first-run-withdrawn = O destinatário está sacando { $amount }. Um banco simulado faz o pagamento.
first-run-webhook = Veja o webhook
first-run-webhook-text = Execute este comando em outro terminal. Ele mostra cada evento da conta de demonstração, como seu servidor receberia.
first-run-listen = Ouvir eventos
first-run-webhook-pay = Depois, gere um evento, por exemplo com outro envio.
first-run-curl = Fazer um envio
first-run-webhook-endpoint = Para receber eventos no seu próprio servidor, <a href="{ $href }">adicione um endpoint de webhook</a>.
first-run-received = O último evento é <code>{ $event }</code>, de { $date }.
first-run-complete-title = Todos os passos concluídos
first-run-complete-text = Continue no <a href="{ $dashboard }">painel</a> ou com a <a href="{ $reference }">referência da API</a>.

## The account

first-run-account = Conta de demonstração
first-run-test-key = Chave de teste
