//! `bench chain`: live withdrawals signed, kept and sent, and blocks read and booked, on a real node (anvil), with the
//! worker in this process and without HTTP. It needs what scripts/chain/prepare makes ready.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use app::clock::Clock;
use app::dice::Dice;
use app::secrets::Secrets;
use app::vault::Vault;
use app::{
    App, AppSettings, ChainKeys, ChainSettings, CommandResponse, NewDestination, NewExternalWallet, NewUser,
    NewWithdrawal,
};
use evm::{DepositKeys, EvmNetwork, Finality, LocalSigner, Nodes, RpcUrl, Signer, SigningLimits};
use rails::Chain;
use rules::account::{Caller, Mode};
use rules::email_address::EmailAddress;
use rules::evm_address::EvmAddress;
use rules::money::Amount as Money;
use rules::pricing::Terms;
use rules::scope::Scopes;
use rules::tariff::Tariff;
use rules::user::AccountType;
use store::{DatabaseUrl, Store};
use testkit::anvil::{self, Anvil, CHAIN_ID, GAS_KEY, OUTSIDER};

use crate::contender::Contender;
use crate::figure::{Amount, Figure};
use crate::run::{Place, Run};

const WITHDRAWALS: u64 = 1_000;
const BLOCKS: u64 = 5_000;
const MINED_AT_ONCE: u64 = 250;
/// As long as withdrawals can be called back, and a moment.
const QUEUED: Duration = Duration::from_secs(32);
const MOST: u64 = 1_000_000_000_000;

pub async fn measure(run: &Run) -> Result<Vec<Figure>, String> {
    let mut figures = Vec::new();
    for contender in run.engines() {
        let place = run.place(contender).await?;
        figures.extend(on_engine(contender, &place).await?);
    }
    Ok(figures)
}

async fn on_engine(contender: Contender, place: &Place) -> Result<Vec<Figure>, String> {
    let node = Anvil::start();
    let usd = node.deploy_usd();
    let treasury = LocalSigner::from_secret(&[7; 32]).map_err(|bad| bad.to_string())?;
    usd.mint(&node, &treasury.address().to_string(), u128::from(MOST));
    usd.mint(&node, OUTSIDER, u128::from(MOST));
    node.finalize();
    let app = start(place, &node.url(), &usd.address, treasury).await?;
    let caller = new_caller(&app).await?;
    let address =
        app.chain.deposit_address(caller.account).await.map_err(failed)?.ok_or("no address")?.address;
    usd.transfer(&node, OUTSIDER, address.as_str(), u128::from(MOST));
    node.finalize();
    app.chain.chain_round().await;
    queue(&app, &caller).await?;
    eprintln!("bench: {WITHDRAWALS} withdrawals wait until they can be sent");
    tokio::time::sleep(QUEUED).await;
    let mut sending = Duration::ZERO;
    let mut sent = 0;
    while sent < WITHDRAWALS {
        let begun = Instant::now();
        app.chain.chain_round().await;
        sending += begun.elapsed();
        let before = sent;
        sent = u64::from_str_radix(
            node.call("eth_getTransactionCount", serde_json::json!([anvil::GAS_ADDRESS, "pending"]))
                .as_str()
                .ok_or("no count")?
                .trim_start_matches("0x"),
            16,
        )
        .map_err(|problem| problem.to_string())?;
        if sent == before {
            return Err(format!("only {sent} of {WITHDRAWALS} withdrawals were sent"));
        }
        node.mine(1);
    }
    node.finalize();
    app.chain.chain_round().await;
    // In pieces, because the node is waited for half a minute at most.
    for _ in 0..BLOCKS / MINED_AT_ONCE {
        node.mine(MINED_AT_ONCE);
    }
    let known = blocks_known(&app).await?;
    let begun = Instant::now();
    app.chain.chain_round().await;
    let reading = begun.elapsed();
    let read = blocks_known(&app).await? - known;
    if read < BLOCKS {
        return Err(format!("only {read} of {BLOCKS} blocks were read"));
    }
    app.stop().await;
    Ok(vec![
        Figure::new("withdrawals signed, stored and sent", contender, per_second(WITHDRAWALS, sending)),
        Figure::new("blocks read, verified and booked", contender, per_second(read, reading)),
    ])
}

/// How far the books have read.
async fn blocks_known(app: &App) -> Result<u64, String> {
    let status = app.chain.chain_status().await.map_err(failed)?.ok_or("no chain")?;
    u64::try_from(status.network.last.number).map_err(|problem| problem.to_string())
}

fn per_second(count: u64, time: Duration) -> Amount {
    Amount::PerSecond((u128::from(count) * 1_000_000 / time.as_micros().max(1)) as u64)
}

async fn start(place: &Place, url: &str, token: &str, funds: LocalSigner) -> Result<App, String> {
    let database = match &place.database_url {
        Some(url) => url.clone(),
        None => format!("sqlite:{}", place.folder.join("florin.db").display()),
    };
    let store = Store::new(DatabaseUrl::parse(&database).map_err(|problem| format!("{problem:?}"))?);
    store.migrate().await.map_err(|problem| problem.to_string())?;
    let network = EvmNetwork {
        name: "local".to_owned(),
        chain_id: CHAIN_ID,
        rpc: vec![RpcUrl::parse(url).map_err(|problem| problem.to_string())?],
        token: token.parse().map_err(|_| "no token")?,
        finality: Finality::Tag,
        quorum: 1,
    };
    let nodes = Nodes::new(network, Duration::from_secs(10)).map_err(|problem| problem.to_string())?;
    let keys = ChainKeys {
        funds: Box::new(funds),
        gas: Box::new(LocalSigner::from_hex(GAS_KEY).map_err(|bad| bad.to_string())?),
        deposits: DepositKeys::from_seed(&[9; 32]).map_err(|bad| bad.to_string())?,
    };
    let limits = SigningLimits { per_payment: MOST, per_hour: MOST, per_day: MOST, denied: BTreeSet::new() };
    let chain = ChainSettings {
        limits,
        min_arrival: Money::from_micros(10_000),
        sweep_above: Money::from_micros(i64::MAX),
        max_gas_price: 1_000_000_000_000,
    };
    let dice = Dice::system();
    let secrets = Secrets::parse(&Secrets::generate(&dice)).map_err(|problem| format!("{problem:?}"))?;
    let settings = AppSettings {
        live_chain: Chain::Network("local".to_owned()),
        live_tariff: Tariff { chain: Some(Terms::FREE), ..Tariff::default() },
        ..AppSettings::default()
    };
    let app = App::builder(store, Vault::new(&secrets), settings, Clock::system(), dice)
        .with_chain(nodes, keys, chain)
        .start();
    app.chain.meet_chain().await.map_err(|problem| problem.to_string())?;
    Ok(app)
}

async fn new_caller(app: &App) -> Result<Caller, String> {
    let email = EmailAddress::parse("bench@example.com").map_err(str::to_owned)?;
    let new = NewUser {
        email: email.clone(),
        name: "Bench".to_owned(),
        password: "correct horse".to_owned(),
        account_type: AccountType::Business,
    };
    app.identity.create_user(new).await.map_err(failed)?;
    let account = app.platform.account_of(&email, Mode::Live).await.map_err(failed)?;
    let (id, own) = (account.id, account.own_app);
    Ok(Caller { account: id, app: own, mode: Mode::Live, scopes: Scopes::all(), is_owner: false })
}

async fn queue(app: &App, caller: &Caller) -> Result<(), String> {
    let address = EvmAddress::from_bytes([0xb0; 20]);
    let new = NewExternalWallet { name: "Own".to_owned(), chain: "local".to_owned(), address };
    let wallet =
        match app.external_transfers.create_external_wallet(caller, new, None).await.map_err(failed)? {
            CommandResponse::Now(outcome, _) => outcome.object(),
            CommandResponse::Again(_) => return Err("a wallet was made twice".to_owned()),
        };
    let made = (0..WITHDRAWALS).map(|_| {
        let to = NewDestination::ExternalWallet(wallet.clone());
        let new = NewWithdrawal { to, amount: Money::from_micros(1_000_000), quote: None, arrives: None };
        app.external_transfers.create_withdrawal(caller, new, None)
    });
    futures_util::future::try_join_all(made).await.map_err(failed).map(drop)
}

fn failed(failure: app::Failure) -> String {
    format!("{failure:?}")
}
