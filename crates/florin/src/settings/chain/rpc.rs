//! The addresses of nodes. What they say decides about money, so it must not be changed on the way: other machines
//! are asked over TLS, except those of a private network.

use std::net::{IpAddr, Ipv6Addr};

use evm::RpcUrl;
use toml::{Table, Value};

pub fn read(file: &Table) -> Result<Vec<RpcUrl>, String> {
    let list =
        file.get("rpc").ok_or("rpc is missing: set the URLs of nodes, [\"https://…\", \"https://…\"]")?;
    let list = list.as_array().ok_or("rpc must be a list of strings")?;
    let one = |(number, value): (usize, &Value)| {
        let text = value.as_str().ok_or_else(|| format!("rpc {}: must be a string", number + 1))?;
        node(text).map_err(|problem| format!("rpc {}: {problem}", number + 1))
    };
    list.iter().enumerate().map(one).collect()
}

fn node(text: &str) -> Result<RpcUrl, String> {
    let url = RpcUrl::parse(text).map_err(|problem| problem.to_string())?;
    let is_encrypted = text.trim().to_ascii_lowercase().starts_with("https:");
    if !is_encrypted && !is_near(url.host()) {
        return Err(format!(
            "responses from {} could be changed in transit; use https://. Only this machine and private addresses \
             (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fd00::/8) can use http://",
            url.host()
        ));
    }
    Ok(url)
}

/// Whether it is this machine or one of a private network, by its address: a name can lead anywhere.
fn is_near(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(bracketed) => bracketed.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    match name.parse() {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private(),
        Ok(IpAddr::V6(address)) => address == Ipv6Addr::LOCALHOST || address.octets()[0] == 0xfd,
        Err(_) => name == "localhost",
    }
}

#[cfg(test)]
mod tests {
    use super::node;

    #[test]
    fn other_machines_are_asked_over_tls() {
        for good in [
            "https://node.example/key",
            "HTTPS://8.8.8.8",
            "http://localhost:8545",
            "http://127.0.0.1:8545",
            "http://127.1.2.3",
            "http://[::1]:8545",
            "http://10.1.2.3:8545",
            "http://172.16.0.1",
            "http://172.31.255.255",
            "http://192.168.0.9",
            "http://[fd12:3456::1]:8545",
        ] {
            assert!(node(good).is_ok(), "{good}");
        }
        for bad in [
            "http://node.example/secret-key",
            "http://8.8.8.8:8545",
            "http://172.32.0.1",
            "http://172.15.0.1",
            "http://11.0.0.1",
            "http://0.0.0.0:8545",
            "http://[2001:db8::1]:8545",
            "http://[fe80::1]",
            "http://[::ffff:8.8.8.8]",
            "http://localhost.example",
            "http://10.0.0.1.example",
            "http://127.0.0.1@node.example/secret-key",
        ] {
            let said = node(bad).expect_err(bad);
            assert!(said.contains("use https://") && !said.contains("secret-key"), "{bad}: {said}");
        }
    }
}
