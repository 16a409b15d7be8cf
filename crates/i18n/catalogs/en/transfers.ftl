### Deposits, withdrawals, bank accounts and external wallets.

## Lists

list-no-matches-on-page = No matches on this page
list-no-matches-on-page-text = Older entries may match. Go to the next page.
list-no-matches = No matches
list-no-matches-text = No entries have this status right now.

## Bank accounts and wallets

external-accounts-all = All
external-accounts-active = Active
external-accounts-archived = Archived
external-account-added = Added
external-account-added-by = Added by
external-account-added-by-app = An app you connected
external-account-from-app = From an app
external-account-rename = Rename
external-account-archive = Archive

## Bank accounts

bank-accounts-lead = The accounts you deposit from and withdraw to.
bank-account-add = Add bank account
bank-accounts-none = No bank accounts yet
bank-accounts-none-text = Add the bank account you want to deposit from or withdraw to.
bank-account-method = Method
bank-account-shown-number = Number
bank-account-deposit = Deposit from this account
bank-account-withdraw = Withdraw to this account
bank-account-details-lead = Numbers are stored encrypted and only shown in part.
bank-account-transfers = Recent transfers
bank-account-closed =
    { $what ->
        [deposits] You can't deposit from this account right now.
        [withdrawals] You can't withdraw to this account right now.
       *[both] You can't deposit from or withdraw to this account right now.
    }
bank-account-name-hint = For your own reference. Transfers aren't affected.
bank-account-archive = Archive bank account
bank-account-archive-text = You can't use an archived account for new deposits or withdrawals. Transfers in progress aren't affected.
bank-account-archive-warning = You can't undo this. To use the account later, add it again.

## Adding a bank account

bank-account-method-lead = Choose how the account receives money. Next, we'll ask for its details.
bank-account-methods = Method and country
bank-account-no-methods = No methods available
bank-account-no-methods-text = This service doesn't offer bank transfers at the moment. Contact support if you need them.
bank-account-other-method = Choose another method
bank-account-name-example = For your own reference, such as Payroll. If you leave it empty, it's the method and the end of the number.
bank-account-part-account = Account
bank-account-part-holder = Account holder
bank-account-part-address = Account holder's address
select-placeholder = Choose an option

## Ways to move money: what each is good for

rail-pitch-ars-transfers = Argentine pesos, to a CBU, CVU or alias.
rail-pitch-brl-pix = Brazilian reais, to a Pix key.
rail-pitch-cad-eft = Canadian dollars.
rail-pitch-cop-pse = Colombian pesos.
rail-pitch-eur-sepa = Euros, in every SEPA country.
rail-pitch-mxn-spei = Mexican pesos, to a CLABE.
rail-pitch-usd-ach = US dollars. Low fee.
rail-pitch-usd-fedwire = US dollars. Higher fee.

## Details of a bank account

bank-account-number = Account number
bank-account-type = Account type
bank-account-type-checking = Checking
bank-account-type-savings = Savings
bank-ars-account = CBU, CVU or alias
bank-ars-account-hint = 22 digits, or an alias such as mate.sol.luna.
bank-ars-account-type = Type of identifier
bank-ars-cbu = CBU (bank)
bank-ars-cvu = CVU (wallet)
bank-building = Apartment, floor or building
bank-business-name = Business name
bank-business-name-hint = Recommended. Use the name registered with the bank.
bank-city = City
bank-clabe-hint = 18 digits.
bank-code = Bank code
bank-code-hint = 3 or 4 digits, such as 007.
bank-colombian-account-hint = 6 to 20 digits.
bank-document-number = Document number
bank-document-passport = Passport
bank-document-type = ID document
bank-first-name = First name
bank-holder-email = Account holder's email
bank-holder-email-hint = The bank may write to this address.
bank-holder-first-name = Account holder's first name
bank-holder-last-name = Account holder's last name
bank-holder-name = Account holder's name
bank-holder-name-hint = As registered with the bank.
bank-holder-type = Type of account holder
bank-holder-type-business = Business
bank-holder-type-individual = Individual
bank-iban-hint = It begins with two letters for the country, such as DE or ES.
bank-institution-number = Institution number
bank-institution-number-hint = The 3 digits of the bank.
bank-last-name = Last name
bank-pix-key = Pix key
bank-pix-key-hint = A CPF or CNPJ, a phone number with its area code, an email address or a random key.
bank-postal-code = Postal code
bank-recommended = Recommended.
bank-routing-number = Routing number
bank-routing-number-hint = 9 digits, at the bottom left of a check.
bank-state = State or region
bank-street = Street and number
bank-transit-number = Transit number
bank-transit-number-hint = The 5 digits of the branch.

## External wallets

external-wallet = External wallet
external-wallets-lead = The blockchain addresses you can withdraw USDC to.
external-wallet-add = Add wallet
external-wallets-none = No wallets yet
external-wallets-none-text = Add the address of the wallet you want to withdraw USDC to.
external-wallet-withdraw = Withdraw to this wallet
external-wallet-new = New wallet
external-wallet-new-text = You can withdraw to it from { $date }. The wait protects your balance if someone else gets into your account.
external-wallet-name-hint = For your own reference. The address doesn't change.
external-wallet-archive = Archive wallet
external-wallet-archive-text = You can't use an archived wallet for new withdrawals. Withdrawals in progress aren't affected.
external-wallet-archive-warning = You can't undo this. To use the wallet later, add it again.
external-wallet-add-lead = Copy and paste the address. USDC sent to a wrong address is lost.
external-wallet-name-example = For your own reference, such as Treasury.
external-wallet-address-hint = Keep the uppercase and lowercase letters as they are: they help us detect mistakes.
external-wallet-network-hint = Your USDC is on this network. The wallet must support it.

## Deposits and withdrawals

transfers-all = All
transfer-from = From
transfer-to = To
transfer-you-send = You send
transfer-you-sent = You sent
transfer-you-receive = You receive
transfer-you-received = You received
transfer-you-would-have-received = You would have received
transfer-price = Amount and fees
transfer-fee-fixed = Fixed fee
transfer-fee-percentage = Percentage fee
transfer-fee-spread = Exchange rate margin
transfer-fee-rounding = Rounding
transfer-fees-total = Total fees
transfer-valid-until = Valid until
transfer-history = History
transfer-simulation = Simulation
transfer-simulation-lead = In test mode, you decide what happens.
transfer-simulate-received = Mark as received
transfer-simulate-completed = Mark as completed
transfer-simulate-failed = Mark as failed
transfer-simulate-expired = Mark as expired
transfer-simulate-returned = Mark as returned

## Why a deposit or a withdrawal can't be made

transfer-ask-support = Questions? Write to { $email }.

## Deposits

deposits-lead = Send money from your bank account to add USDC to your balance.
deposit-new = New deposit
deposits-none = No deposits yet
deposits-none-text = Tell us how much you'll send, and we'll show you where to send it.
deposits-closed = Deposits from bank accounts aren't available
deposits-closed-text = This service doesn't take deposits from bank accounts at the moment. Contact support if you need them.
deposit-transfer-details = Transfer details
deposit-transfer-details-lead = Send the money from your bank using exactly these details. Click a value to select it.
deposit-beneficiary = Beneficiary
deposit-send-by = Send by
deposit-reference-title = Include the reference exactly as shown
deposit-reference-text = We use it to match the transfer to your account.
deposit-rate-title = Your rate is locked
deposit-rate-text = The rate below applies to one transfer of up to { $amount } that reaches our bank by { $date }. Anything above that amount, or received later, is converted at the rate on the day it arrives.
deposit-other-amount = The amount you sent differs from the { $amount } you planned to send.
deposit-announced = You planned to send
deposit-cancel = Cancel deposit
deposit-cancel-text = Cancel the deposit if you no longer want to send the money.
deposit-credited-anyway = If you've already sent the money, we'll still add it to your balance.

## What has happened to a deposit

deposit-step-created = Created
deposit-step-waiting = Waiting for your transfer
deposit-step-waiting-text = Send it by { $date }.
deposit-step-received = Money received
deposit-step-credited = Added to your balance
deposit-step-credited-soon = This takes a few moments.
deposit-step-failed-text = Your transfer won't arrive, so nothing was added to your balance. Ask your bank why, then create a new deposit.
deposit-step-expired-text = Your transfer didn't arrive in time. If it arrives later, we'll still add it to your balance.

## Making a deposit

deposit-new-lead = Enter how much you'll send. You'll see the rate and fees before you confirm.
deposit-no-account = Add a bank account first
deposit-no-account-text = Deposits come from one of your bank accounts.
deposit-choose-account = Choose a bank account
deposit-not-chosen = Choose the bank account you'll send from.
deposit-amount-hint = In the currency of the bank account.
deposit-review = Review deposit
deposit-review-lead = Check the details. After you create the deposit, send the money from your bank.
deposit-price-expired = The quote has expired
deposit-price-expired-text = No deposit was created. This is the current quote.
deposit-create = Create deposit

## The address to receive USDC at

deposit-address = Receive USDC
deposit-address-lead = USDC sent to your address is added to your balance.
deposit-address-yours = Your address
deposit-address-qr = QR code of your address
deposit-address-token = Accepted token
deposit-address-before = Before you send
deposit-address-warning = Send only USDC on { $chain }. Other tokens, and USDC on other networks, are lost.
deposit-address-minimum = Transfers below { $minimum } aren't credited.
deposit-address-wait = We add the USDC to your balance once the transfer is final, which can take up to half an hour.
deposit-address-lasting = The address belongs only to you and doesn't expire.
deposit-address-new = New address
deposit-address-new-text = Use a different address if you don't want a payer to see what others have paid you.
deposit-address-create = Create new address
deposit-address-create-text = Your old address keeps working, but we'll only show the new one.
deposit-address-none-in-test = No address in test mode
deposit-address-none-in-test-text = Create a deposit and mark it as received, or add test money on the overview.
deposit-address-none = No address yet
deposit-address-none-text = This service isn't connected to a blockchain yet. You can deposit from a bank account.

## Withdrawals

withdrawals-lead = Send USDC from your balance to a bank account or wallet.
withdrawal-new = New withdrawal
withdrawals-none = No withdrawals yet
withdrawals-none-text = Withdraw money from your balance to a bank account or wallet.
withdrawal-you-withdraw = You withdraw
withdrawal-you-withdrew = You withdrew
withdrawal-back = Back in your balance
withdrawal-failed = The withdrawal failed
withdrawal-rejected = We couldn't send it, or the bank or network rejected it. The full amount is back in your balance. Check the destination's details and try again, or contact support.
withdrawal-returned = The money arrived, but the bank returned it, often because the account is closed or belongs to someone else. The full amount, including fees, is back in your balance.
withdrawal-simulated-failure = You simulated a failure. The full amount is back in your balance.
withdrawal-bank-reference = Bank reference
withdrawal-hash = Transaction hash
withdrawal-cancel = Cancel withdrawal
withdrawal-cancel-text = You can cancel the withdrawal while it's queued.
withdrawal-cancel-warning = The full amount goes back to your balance.

## When a withdrawal arrives. Each label has a date behind it.

arrival-within = Usually arrives within { $time }.
arrival-by = Should arrive by
arrival-expected = Expected by
arrival-late = { $date } (taking longer than usual)
arrival-done = Arrived

## What has happened to a withdrawal

withdrawal-step-created = Created
withdrawal-step-created-text = The amount is reserved.
withdrawal-step-sent = Sent
withdrawal-step-queued-text = We wait { $duration } before we send it. Until then, you can cancel it.
withdrawal-step-waiting = Waiting to be sent
withdrawal-step-waiting-text = We're preparing your withdrawal. It can't be cancelled anymore.
withdrawal-step-under-way = On its way
withdrawal-step-under-way-text = It can't be cancelled anymore.
withdrawal-step-unclear-text = We're waiting for confirmation and will keep checking. It won't be sent twice.
withdrawal-step-arrived = Arrived
withdrawal-step-returned = Returned
withdrawal-step-cancelled-text = The full amount is back in your balance.

## Making a withdrawal

withdrawal-new-lead = You'll see the fees and what you receive before you confirm.
withdrawal-new-bank-account = Add a bank account
withdrawal-to-new-wallet = Withdrawing USDC to your own wallet? <a href="{ $href }">Add its address first</a>.
withdrawal-choose-destination = Choose a destination
withdrawal-not-chosen = Choose where to send the money.
withdrawal-amount-hint = The amount that leaves your balance, including fees.
withdrawal-review = Review withdrawal
withdrawal-review-lead = You can cancel the withdrawal for { $duration } after you confirm it.
withdrawal-price-changed = The quote has changed
withdrawal-price-changed-text = Nothing was sent. This is the current quote.
withdrawal-confirm = Confirm withdrawal
