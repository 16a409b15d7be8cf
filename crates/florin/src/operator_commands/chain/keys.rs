//! `florin chain keys`: the three keys of live money, each in an encrypted file. Those of the treasury and the gas
//! account are what wallets import (Web3 Secret Storage). The one of the deposit keys holds a seed (BIP-32) in the same
//! form, which only Florin opens.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use app::dice::Dice;
use clap::Args;
use evm::{Cost, DepositKeys, KeyFileEntropy, LocalSigner, Signer, seal_key_file};
use serde_json::json;
use toml::Value;
use zeroize::Zeroizing;

use crate::command_error::CommandError;
use crate::{output, private};

#[derive(Args)]
pub struct ChainKeysFlags {
    /// Folder for the keys; created if it doesn't exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print results and errors as JSON
    #[arg(long)]
    pub json: bool,
}

/// Makes what is not there. A key that is there is never touched: it may hold money.
pub fn run(flags: &ChainKeysFlags) -> Result<ExitCode, CommandError> {
    // The chain file takes paths from where it is itself, and not from where this runs.
    let folder =
        std::path::absolute(&flags.out).map_err(|error| CommandError::Usage(format!("--out: {error}")))?;
    let folder = folder.as_path();
    private::make_folder(folder).map_err(CommandError::Refused)?;
    for name in ["treasury.json", "gas.json", "deposits.json", "password"] {
        let path = folder.join(name);
        if path.exists() {
            let shown = path.display();
            return Err(CommandError::Refused(format!(
                "{shown} already exists, and keys are never replaced. Choose another folder"
            )));
        }
    }
    let dice = Dice::system();
    let password = Zeroizing::new(dice.base62(32));
    let treasury = Zeroizing::new(dice.bytes::<32>());
    let gas = Zeroizing::new(dice.bytes::<32>());
    let seed = Zeroizing::new(dice.bytes::<64>());
    let bad = |key: evm::BadKey| {
        CommandError::Refused(format!(
            "a generated key is not valid (a chance of 2^-128): {key}. Run the command again"
        ))
    };
    let treasury_address = LocalSigner::from_secret(treasury.as_slice()).map_err(bad)?.address();
    let gas_address = LocalSigner::from_secret(gas.as_slice()).map_err(bad)?.address();
    DepositKeys::from_seed(seed.as_slice()).map_err(bad)?;
    write(folder, "treasury.json", treasury.as_slice(), &password, &dice)?;
    write(folder, "gas.json", gas.as_slice(), &password, &dice)?;
    write(folder, "deposits.json", seed.as_slice(), &password, &dice)?;
    private::write(&folder.join("password"), &password).map_err(CommandError::Refused)?;
    if flags.json {
        output::json(
            &json!({ "treasury": treasury_address.to_string(), "gas_account": gas_address.to_string() }),
        );
        return Ok(ExitCode::SUCCESS);
    }
    output::text(&format!(
        "The keys are in {}. Back up the folder now: without it, the money is lost.

  Treasury     {treasury_address}
  Gas account  {gas_address}

Put these lines into the chain file:

  [keys]
  treasury = {}
  gas = {}
  deposits = {}
  password_file = {}
",
        folder.display(),
        quoted(folder, "treasury.json"),
        quoted(folder, "gas.json"),
        quoted(folder, "deposits.json"),
        quoted(folder, "password"),
    ));
    Ok(ExitCode::SUCCESS)
}

/// As it is written in TOML.
fn quoted(folder: &Path, name: &str) -> Value {
    Value::String(folder.join(name).display().to_string())
}

fn write(folder: &Path, name: &str, secret: &[u8], password: &str, dice: &Dice) -> Result<(), CommandError> {
    let fresh = KeyFileEntropy { salt: dice.bytes(), iv: dice.bytes(), id: dice.bytes() };
    let file = seal_key_file(secret, password, Cost::Standard, &fresh);
    private::write(&folder.join(name), &file).map_err(CommandError::Refused)
}
