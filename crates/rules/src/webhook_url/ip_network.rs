//! A range of addresses, as operators write it: `10.0.0.0/8` or `fd00::/8`.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// All addresses that begin with the same bits. The bits behind them are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IpNetwork {
    first: IpAddr,
    bits: u8,
}

impl IpNetwork {
    /// An address alone is a network of one.
    pub fn parse(text: &str) -> Result<IpNetwork, String> {
        let network = IpNetwork::read(text)?;
        match network.first.to_canonical() {
            plain if plain == network.first => Ok(network),
            plain => Err(format!("{text:?} is IPv4-mapped ({plain}): write it as an IPv4 network")),
        }
    }

    /// Also reads IPv4-mapped IPv6 addresses.
    pub(super) fn read(text: &str) -> Result<IpNetwork, String> {
        let (address, bits) = text.split_once('/').map_or((text, None), |(one, two)| (one, Some(two)));
        let Ok(address) = address.parse::<IpAddr>() else {
            return Err(format!("{text:?} is not a network; expected one such as 10.0.0.0/8 or fd00::/8"));
        };
        let most = width(address);
        let is_number = |bits: &&str| bits.bytes().all(|byte| byte.is_ascii_digit());
        let bits = match bits {
            None => Some(most),
            Some(bits) => Some(bits).filter(is_number).and_then(|bits| bits.parse().ok()),
        };
        let Some(bits) = bits.filter(|bits| *bits <= most) else {
            return Err(format!("{text:?} is not a network: use a number from 0 to {most} after the /"));
        };
        let network = IpNetwork { first: cut(address, bits), bits };
        if network.first != address {
            return Err(format!("{text:?} has host bits set: use {network}"));
        }
        Ok(network)
    }

    /// An address of IPv4 is in no network of IPv6, in whatever way it is written.
    pub fn contains(&self, address: IpAddr) -> bool {
        cut(address, self.bits.min(width(address))) == self.first && address.is_ipv4() == self.first.is_ipv4()
    }

    pub fn first(&self) -> IpAddr {
        self.first
    }

    pub fn last(&self) -> IpAddr {
        match self.first {
            IpAddr::V4(first) => {
                let rest = u32::MAX.checked_shr(self.bits.into()).unwrap_or(0);
                Ipv4Addr::from_bits(first.to_bits() | rest).into()
            }
            IpAddr::V6(first) => {
                let rest = u128::MAX.checked_shr(self.bits.into()).unwrap_or(0);
                Ipv6Addr::from_bits(first.to_bits() | rest).into()
            }
        }
    }
}

impl fmt::Display for IpNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.first, self.bits)
    }
}

fn width(address: IpAddr) -> u8 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// The address with all but its first bits zero.
fn cut(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let rest = u32::MAX.checked_shr(bits.into()).unwrap_or(0);
            Ipv4Addr::from_bits(address.to_bits() & !rest).into()
        }
        IpAddr::V6(address) => {
            let rest = u128::MAX.checked_shr(bits.into()).unwrap_or(0);
            Ipv6Addr::from_bits(address.to_bits() & !rest).into()
        }
    }
}
