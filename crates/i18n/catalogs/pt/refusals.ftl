### Why a request was refused.

## Accounts and access

refusal-email-taken = Já existe uma conta com este e-mail. Entre ou redefina sua senha.
refusal-sign-in-failed = O e-mail, a senha ou o código estão incorretos.
refusal-user-locked = Sua conta está bloqueada. Entre em contato com o suporte.
refusal-confirmation-required = Confirme sua senha para continuar.
refusal-renamed-too-often = Você alterou seu nome muitas vezes. Tente de novo em { $wait }.
refusal-link-dead = Este link expirou, já foi usado ou está incompleto. Solicite um novo.
refusal-form-reused = Este formulário já foi enviado com outros dados. Antes de tentar de novo, confira se aquela solicitação foi concluída.

## Payouts and claims

refusal-unknown-recipient = Este envio tem um destinatário que não está na sua conta. Escolha outro ou informe um e-mail.
refusal-item-too-large = Um pagamento pode ser de no máximo { $amount }.
refusal-item-too-small = Um pagamento deve ser de no mínimo { $amount }.
refusal-payout-too-large = Um envio pode somar no máximo { $amount }.
refusal-nothing-to-claim = Não há mais nada a resgatar. Tudo foi resgatado, foi cancelado ou expirou.

## Balance, deposits and withdrawals

refusal-insufficient-funds = São necessários { $needed }, mas só há { $available } disponíveis. Adicione dinheiro ou escolha um valor menor.
refusal-below-fees = Este valor não cobre as tarifas. Escolha um valor maior.
refusal-transfer-too-large = Um depósito ou saque pode valer no máximo { $amount }.
refusal-too-many-transfers = Sua conta atingiu o limite de { $limit } depósitos e saques em andamento. Cancele alguns ou tente de novo quando outros forem concluídos.
refusal-balance-full = Este valor é maior do que um saldo pode ter. Escolha um valor menor.
refusal-test-money = Um ambiente de testes pode criar no máximo { $amount } em dinheiro de teste no total.
refusal-clock-ahead = O relógio deste ambiente de testes não pode ser adiantado mais.
refusal-state =
    { $object ->
        [payout] O status deste envio mudou, e isso não é mais possível. Recarregue a página para ver o status atual.
        [payout_item] O status deste pagamento mudou, e isso não é mais possível. Recarregue a página para ver o status atual.
        [deposit] O status deste depósito mudou, e isso não é mais possível. Recarregue a página para ver o status atual.
       *[withdrawal] O status deste saque mudou, e isso não é mais possível. Recarregue a página para ver o status atual.
    }
refusal-unknown-bank-account = Esta conta bancária não está na sua conta. Escolha outra ou adicione-a.
refusal-unknown-external-wallet = Esta carteira não está na sua conta. Escolha outra ou adicione-a.
refusal-bank-account-archived = Esta conta bancária está arquivada. Escolha outra ou adicione-a de novo.
refusal-external-wallet-archived = Esta carteira está arquivada. Escolha outra ou adicione-a de novo.
refusal-address-of-service = Este endereço pertence a uma conta deste serviço. Escolha outra carteira.
refusal-wallet-too-new = Esta carteira é nova. Você poderá sacar para ela a partir de { $date }.
refusal-other-chain = Seus USDC estão na rede { $network }. Não é possível enviá-los para outra rede.
refusal-quote =
    { $problem ->
        [unknown] Esta cotação não existe. Solicite uma nova.
        [used] Esta cotação já foi usada. Solicite uma nova.
       *[expired] Esta cotação expirou. Solicite uma nova.
    }
refusal-other-quote = Esta cotação é de outra transferência. Solicite uma nova.
refusal-price-changed = A cotação mudou. Confira a nova cotação antes de continuar.
refusal-deposits-closed = Os depósitos não estão disponíveis no momento ({ $rail }). Escolha outra conta bancária ou tente mais tarde.
refusal-withdrawals-closed = Os saques não estão disponíveis no momento ({ $rail }). Escolha outra conta bancária ou tente mais tarde.
refusal-wallets-closed = Os saques para carteiras não estão disponíveis no momento. Escolha uma conta bancária ou tente mais tarde.
refusal-money-stopped = Os pagamentos de saída estão pausados no momento. Seu saldo não é afetado. Tente mais tarde.
refusal-chain-busy = Este saque não pode ser alterado no momento. Tente de novo em alguns minutos.
refusal-chain-decides = Este saque já foi autorizado na rede e não pode ser alterado.

## For developers

refusal-endpoint-exists = Já existe um endpoint com esta URL. Altere esse endpoint ou remova-o primeiro.
refusal-too-many-endpoints = Você atingiu o limite de { $limit } endpoints, incluindo os de pessoas simuladas. Remova um primeiro.
refusal-too-many-unverified = Você atingiu o limite de { $limit } endpoints não verificados, incluindo os de pessoas simuladas. Verifique ou remova um primeiro.
refusal-too-many-unverified-at-host = Você atingiu o limite de { $limit } endpoints não verificados neste host, incluindo os de pessoas simuladas. Verifique ou remova um primeiro.
refusal-too-many-api-keys = Você atingiu o limite de { $limit } chaves de API ativas. Revogue uma primeiro.
refusal-too-many-connect-apps = Você atingiu o limite de { $limit } apps do Connect. Arquive um primeiro.
