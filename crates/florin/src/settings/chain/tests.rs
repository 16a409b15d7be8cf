//! The chain file, and everything that can be wrong with it.

use super::*;

const GOOD: &str = r#"
    network = "base"
    rpc = ["https://one.example/secret-key", "https://two.example", "https://three.example"]
    sweep_above = "250"
    max_gas_price_gwei = 30
    [limits]
    per_payment = "500"
    denied_addresses = ["0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"]
    [keys]
    treasury = "treasury.json"
    gas = "/keys/gas.json"
"#;

fn setup(text: &str) -> Result<ChainSetup, String> {
    parse(text, Path::new("/etc/florin"))
}

#[test]
fn a_known_network_needs_little() {
    let read = setup(GOOD).expect("a chain");
    assert_eq!((read.network.chain_id, read.network.quorum), (8453, 2));
    assert_eq!(read.network.token.to_string(), "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913");
    assert_eq!(read.network.finality, Finality::Tag);
    assert_eq!(read.settings.limits.per_payment, 500_000_000);
    assert_eq!(read.settings.limits.denied.len(), 1);
    assert_eq!(read.settings.max_gas_price, 30 * WEI_PER_GWEI);
    assert_eq!(read.keys.treasury.as_deref(), Some(Path::new("/etc/florin/treasury.json")));
    assert_eq!(read.keys.gas.as_deref(), Some(Path::new("/keys/gas.json")));
}

#[test]
fn what_is_wrong_is_named_with_its_place_and_no_secret_is_repeated() {
    for (change, complaint) in [
        (("network = \"base\"", ""), "network is missing"),
        (("\"base\"", "\"simulated\""), "network"),
        (("\"base\"", "\"mars\""), "mars requires chain_id and token"),
        (("network = \"base\"", "network = \"base\"\nchain_id = 1"), "the chain ID of base is 8453, not 1"),
        (("network = \"base\"", "network = \"base\"\ntoken = \"0x12\""), "token must be"),
        (
            // EURC, whose program is the same.
            (
                "network = \"base\"",
                "network = \"base\"\ntoken = \"0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42\"",
            ),
            "USDC on base is 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        ),
        (("network = \"base\"", "network = \"base\"\nquorum = 4"), "4 of 3 nodes"),
        (("network = \"base\"", "network = \"base\"\nfinality = \"soon\""), "finality must be"),
        (("https://two.example", "https://one.example/secret-key"), "twice"),
        (("https://two.example", "ftp://two.example"), "rpc 2"),
        (("https://one.example/secret-key", "http://one.example/secret-key"), "could be changed in transit"),
        (("sweep_above = \"250\"", "sweep_above = 250"), "sweep_above must be a string"),
        (("max_gas_price_gwei = 30", "max_gas_price_gwei = -1"), "max_gas_price_gwei must be"),
        (("per_payment", "per_paymant"), "unknown field per_paymant"),
        (("\"500\"", "\"50001\""), "Lower per_payment, or raise per_hour"),
        (("\"500\"", "\"500\"\n    per_hour = \"499\""), "limits.per_payment is 500.00"),
        (("\"500\"", "\"500\"\n    per_hour = \"200001\""), "Lower per_hour, or raise per_day"),
        (
            ("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"),
            "no checksum",
        ),
        (("gas =", "gass ="), "unknown field gass"),
        (("[keys]", "[keys"), "is not valid TOML"),
    ] {
        let said = setup(&GOOD.replacen(change.0, change.1, 1)).expect_err(complaint);
        assert!(said.contains(complaint), "{said:?} does not say {complaint:?}");
        assert!(!said.contains("secret-key"), "{said}");
    }
}

#[test]
fn limits_that_are_the_same_and_the_known_token_are_fine() {
    let same = GOOD.replacen("\"500\"", "\"500\"\n    per_hour = \"500\"\n    per_day = \"500\"", 1);
    assert_eq!(setup(&same).map(|read| read.settings.limits.per_day), Ok(500_000_000));
    let known = "network = \"base\"\ntoken = \"0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913\"";
    assert!(setup(&GOOD.replacen("network = \"base\"", known, 1)).is_ok());
    let own = "network = \"own\"\nchain_id = 5\ntoken = \"0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42\"";
    assert!(setup(&GOOD.replacen("network = \"base\"", own, 1)).is_ok());
}

#[test]
fn one_key_is_not_used_for_two_things() {
    let deposits = || DepositKeys::from_seed(&[9; 32]).expect("a seed");
    let key = |byte: u8| Box::new(LocalSigner::from_secret(&[byte; 32]).expect("a key"));
    let judged = |funds, gas| distinct(&ChainKeys { funds, gas, deposits: deposits() });
    assert_eq!(judged(key(1), key(2)), Ok(()));
    let said = judged(key(1), key(1)).expect_err("the same key");
    assert!(said.contains("the same key") && said.contains("florin chain keys"), "{said}");
}

#[test]
fn opened_keys_are_compared() {
    let text = |byte: u8| Some(Zeroizing::new(format!("{byte:02x}").repeat(32)));
    let bare = ChainSetup { keys: KeyFiles::default(), ..setup(GOOD).expect("a chain") };
    let sources = KeySources { treasury: text(1), gas: text(1), deposits: text(9), password: None };
    assert!(bare.keys(&sources).is_err_and(|said| said.contains("the same key")));
}

#[test]
fn the_tokens_of_known_networks_are_addresses() {
    for (name, _, token) in KNOWN {
        assert!(address(token).is_ok(), "{name}");
    }
}
