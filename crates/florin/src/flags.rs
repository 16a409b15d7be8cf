//! Flags that several commands share. Each one is a setting: `--database-url` is `database_url` in the config
//! file and `FLORIN_DATABASE_URL` in the environment. What a value means is for `settings` to say.

use clap::Args;

/// Flags that were given, by the name of their setting.
pub type FlagValues = Vec<(&'static str, Option<String>)>;

/// All fields of a struct of flags: one that is left out does not compile.
macro_rules! values {
    ($flags:expr => $type:ident { $($name:ident),* $(,)? }) => {{
        let $type { $($name),* } = $flags;
        vec![$((stringify!($name), $name.clone())),*]
    }};
}

/// For every command.
#[derive(Args)]
pub struct GeneralFlags {
    /// Settings in a TOML file
    #[arg(long, global = true, help_heading = "General", value_name = "FILE")]
    config: Option<String>,
    /// What to log: a level (off, error, warn, info, debug) or a filter such as info,store=debug
    #[arg(long, global = true, help_heading = "General", value_name = "FILTER")]
    log: Option<String>,
    /// Log format: pretty or json
    #[arg(long, global = true, help_heading = "General", value_name = "FORMAT")]
    log_format: Option<String>,
}

impl GeneralFlags {
    pub fn given(&self) -> FlagValues {
        values!(self => GeneralFlags { config, log, log_format })
    }
}

/// Which data folder: that of a `florin dev`.
#[derive(Args)]
pub struct DataFlag {
    /// Data folder of `florin dev`: its database and its secrets [default: florin-data]
    #[arg(long, value_name = "DIR")]
    data: Option<String>,
}

impl DataFlag {
    pub fn given(&self) -> FlagValues {
        values!(self => DataFlag { data })
    }
}

/// Which database, for commands that need no secrets.
#[derive(Args)]
pub struct DatabaseFlag {
    /// The database: sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// A file with the password for PostgreSQL, read for each connection
    #[arg(long, value_name = "FILE")]
    database_password_file: Option<String>,
    /// A program that prints the password for PostgreSQL, run for each connection; no shell reads it
    #[arg(long, value_name = "COMMAND")]
    database_password_command: Option<String>,
}

impl DatabaseFlag {
    pub fn given(&self) -> FlagValues {
        values!(self => DatabaseFlag { database_url, database_password_file, database_password_command })
    }
}

/// Which secrets, and what credentials look like.
#[derive(Args)]
pub struct SecretFlags {
    /// The file with the server's secrets, readable by its owner only
    #[arg(long, value_name = "FILE")]
    secrets_file: Option<String>,
    /// Prefix of API keys: 2 to 16 lower-case letters and digits [default: florin]
    #[arg(long, value_name = "PREFIX")]
    key_prefix: Option<String>,
}

impl SecretFlags {
    pub fn given(&self) -> FlagValues {
        values!(self => SecretFlags { secrets_file, key_prefix })
    }
}

/// For commands that are, or examine, a server.
#[derive(Args)]
pub struct ServerFlags {
    /// Address to listen on; port 0 chooses a free port [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    /// Public URL of the server, such as https://pay.example.com
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Address of /metrics and /healthz for operators, or off
    #[arg(long, value_name = "ADDR")]
    admin_listen: Option<String>,
    /// Requests per second for each key; 0 for no limit [default: 100 (dev: 0)]
    #[arg(long, value_name = "N")]
    rate_limit: Option<String>,
    /// Requests per second for all keys and tokens of an account together; 0 for no limit [default: 200 (dev: 0)]
    #[arg(long, value_name = "N")]
    account_rate_limit: Option<String>,
    /// Objects that a live account can create per day; 0 for no limit [default: 1000000 (dev: 0)]
    #[arg(long, value_name = "N")]
    writes_per_day: Option<String>,
    /// Objects that an account can create in its sandbox per day; 0 for no limit [default: 100000 (dev: 0)]
    #[arg(long, value_name = "N")]
    sandbox_writes_per_day: Option<String>,
    /// Maximum number of open connections [default: 10000]
    #[arg(long, value_name = "N")]
    max_connections: Option<String>,
    /// Maximum number of open connections from one address; behind a proxy, concurrent requests [default: a
    /// tenth of max-connections, at least 16]
    #[arg(long, value_name = "N")]
    max_connections_per_address: Option<String>,
    /// Seconds in which a client must accept 16 KiB of a response [default: 30]
    #[arg(long, value_name = "SECONDS")]
    write_timeout_seconds: Option<String>,
    /// Seconds in which Florin finds out whether a commit happened when its connection broke [default: 90]
    #[arg(long, value_name = "SECONDS")]
    commit_outcome_wait_seconds: Option<String>,
    /// Days for which the log of API requests is kept; 0 for no log [default: 30]
    #[arg(long, value_name = "DAYS")]
    request_log_days: Option<String>,
    /// Memory in MiB for all bodies and responses larger than 16 KiB [default: 256]
    #[arg(long, value_name = "MIB")]
    request_memory_mib: Option<String>,
    /// Minimum USDC of one item of a live payout; 0 for no limit [default: 0.01]
    #[arg(long, value_name = "AMOUNT")]
    min_per_item: Option<String>,
    /// Claim emails and reminders to one mailbox in 24 hours, from all senders and on request [default: 5]
    #[arg(long, value_name = "N")]
    emails_per_recipient: Option<String>,
    /// Claim emails and reminders from one sending account in 24 hours [default: 1000]
    #[arg(long, value_name = "N")]
    claim_emails_per_sender: Option<String>,
    /// Maximum USDC of one payout item [default: 1000000]
    #[arg(long, value_name = "AMOUNT")]
    max_per_item: Option<String>,
    /// Maximum USDC of one payout in total [default: 10000000]
    #[arg(long, value_name = "AMOUNT")]
    max_per_payout: Option<String>,
    /// Maximum value in USDC of one deposit or withdrawal [default: 1000000]
    #[arg(long, value_name = "AMOUNT")]
    max_per_transfer: Option<String>,
    /// USDC that a dashboard session can pay out before the user must confirm the password again [default: 1000]
    #[arg(long, value_name = "AMOUNT")]
    confirm_payouts_above: Option<String>,
    /// Maximum test USDC that one test account can create in total [default: 100000000]
    #[arg(long, value_name = "AMOUNT")]
    max_test_money: Option<String>,
    /// Seconds before a new external wallet can receive withdrawals [default: 0]
    #[arg(long, value_name = "SECONDS")]
    external_wallet_wait_seconds: Option<String>,
    /// Rates, fees and accounts for live deposits and withdrawals, in TOML; reloaded when the file changes
    #[arg(long, value_name = "FILE")]
    tariff_file: Option<String>,
    /// Require an Idempotency-Key for requests that send money [default: false]
    #[arg(long, value_name = "BOOL")]
    require_idempotency_key: Option<String>,
    /// Read client addresses from X-Forwarded-For, because a proxy is in front [default: false]
    #[arg(long, value_name = "BOOL")]
    behind_proxy: Option<String>,
    /// Network that holds live money [default: base]
    #[arg(long, value_name = "NAME")]
    chain: Option<String>,
    /// Nodes, limits and keys of the network that holds live money, in TOML
    #[arg(long, value_name = "FILE")]
    chain_file: Option<String>,
    /// Who can sign up without a claim: open, invitation or closed [default: open]
    #[arg(long, value_name = "WHO")]
    sign_up: Option<String>,
    /// The service's name on pages and in emails [default: Florin]
    #[arg(long, value_name = "NAME")]
    brand_name: Option<String>,
    /// Support address for users
    #[arg(long, value_name = "EMAIL")]
    support_email: Option<String>,
    /// Operator's address for alerts when something waits too long
    #[arg(long, value_name = "EMAIL")]
    alert_email: Option<String>,
    /// Minutes that something may wait before Florin alerts the operator [default: 60]
    #[arg(long, value_name = "MINUTES")]
    alert_after_minutes: Option<String>,
    /// Colour of buttons and links, as #rrggbb
    #[arg(long, value_name = "COLOUR")]
    accent: Option<String>,
    /// Mail server: smtps://USER:PASSWORD@HOST:465, or smtp:// with STARTTLS
    #[arg(long, value_name = "URL")]
    smtp_url: Option<String>,
    /// Private networks that webhooks can be sent to, such as 10.0.0.0/8
    #[arg(long, value_name = "NETWORKS")]
    webhook_networks: Option<String>,
    /// Webhooks per second to one host; 0 for no limit [default: 50 (dev: 0)]
    #[arg(long, value_name = "N")]
    webhook_host_rate: Option<String>,
    /// Maximum number of open connections to webhook receivers, at least 32 [default: 2048]
    #[arg(long, value_name = "N")]
    max_webhook_connections: Option<String>,
    /// Sender address of emails
    #[arg(long, value_name = "EMAIL")]
    email_from: Option<String>,
}

impl ServerFlags {
    pub fn given(&self) -> FlagValues {
        values!(self => ServerFlags {
            listen, public_url, admin_listen, rate_limit, account_rate_limit, writes_per_day,
            sandbox_writes_per_day, max_connections, max_connections_per_address, write_timeout_seconds,
            commit_outcome_wait_seconds, request_log_days, request_memory_mib, min_per_item,
            emails_per_recipient, claim_emails_per_sender, max_per_item,
            max_per_payout, max_per_transfer, confirm_payouts_above, max_test_money,
            external_wallet_wait_seconds, tariff_file, require_idempotency_key, behind_proxy, chain,
            chain_file, sign_up, brand_name, support_email, alert_email, alert_after_minutes, accent, smtp_url,
            email_from, webhook_networks, webhook_host_rate, max_webhook_connections,
        })
    }
}

/// Where a server and its operators meet.
#[derive(Args)]
pub struct OperatorSocketFlag {
    /// Unix socket of the server's operators, or off [default: off]
    #[arg(long, value_name = "PATH")]
    operator_socket: Option<String>,
}

impl OperatorSocketFlag {
    pub fn given(&self) -> FlagValues {
        values!(self => OperatorSocketFlag { operator_socket })
    }
}

/// Which server an operator's command belongs to.
#[derive(Args)]
pub struct OperatorFlags {
    #[command(flatten)]
    socket: OperatorSocketFlag,
    #[command(flatten)]
    data: DataFlag,
    #[command(flatten)]
    database: DatabaseFlag,
    #[command(flatten)]
    secrets: SecretFlags,
    /// Print results and errors as JSON
    #[arg(long)]
    pub json: bool,
}

impl OperatorFlags {
    pub fn given(&self) -> FlagValues {
        [self.socket.given(), self.data.given(), self.database.given(), self.secrets.given()].concat()
    }
}

/// For commands that call a server's sandbox.
#[derive(Args)]
pub struct SandboxFlags {
    /// A test key of the account; prefer FLORIN_TEST_KEY, which process lists don't show
    #[arg(long, value_name = "KEY")]
    test_key: Option<String>,
    /// URL of the server [default: http://127.0.0.1:8080]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

impl SandboxFlags {
    pub fn given(&self) -> FlagValues {
        values!(self => Self { test_key, server })
    }
}
