//! The many ways to write one address of IPv4.

use std::net::Ipv4Addr;

/// Spellings that browsers, and so the parser, take for this very address.
pub fn same(address: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = address.octets();
    let (number, cd) = (address.to_bits(), u32::from(c) << 8 | u32::from(d));
    let bcd = u32::from(b) << 16 | cd;
    let dotted = address.to_string();
    vec![
        dotted.clone(),
        format!("{dotted}."),
        format!("{number}"),
        format!("{number}."),
        format!("0x{number:x}"),
        format!("0X{number:08X}"),
        format!("0{number:o}"),
        format!("0000{number:o}"),
        format!("0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("{a}.{b}.{cd}"),
        format!("{a}.{bcd}"),
        format!("0x{a:02x}.{bcd}"),
        format!("0{a:o}.0x{b:x}.{c}.{d}"),
        format!("{a}.{b}.0x{cd:x}"),
        dotted.replace('.', "%2e"),
        dotted.replace('.', "\u{3002}"),
        dotted.replace('.', "\u{ff0e}"),
        dotted.bytes().map(|byte| format!("%{byte:02x}")).collect(),
        digits(&dotted, 0xff10),
        digits(&dotted, 0x1d7ce),
        digits(&dotted, 0x1d7d8),
        digits(&number.to_string(), 0xff10),
        format!("\u{ad}{dotted}"),
    ]
}

/// The digits of another script, which become ours when a name is made ready for DNS.
fn digits(text: &str, zero: u32) -> String {
    let other = |letter: char| match letter.to_digit(10) {
        Some(digit) => char::from_u32(zero + digit).expect("a digit"),
        None => letter,
    };
    text.chars().map(other).collect()
}

/// Addresses of IPv6 that stand for this one, or lead to it: mapped, compatible, translated, NAT64, 6to4, Teredo.
pub fn in_other_clothes(address: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = address.octets();
    let (high, low) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    vec![
        format!("[::ffff:{address}]"),
        format!("[::ffff:{high:x}:{low:x}]"),
        format!("[0:0:0:0:0:ffff:{high:04X}:{low:04X}]"),
        format!("[0000:0000:0000:0000:0000:ffff:{address}]"),
        format!("[::{address}]"),
        format!("[::ffff:0:{address}]"),
        format!("[64:ff9b::{address}]"),
        format!("[64:ff9b::{high:x}:{low:x}]"),
        format!("[64:ff9b:1::{address}]"),
        format!("[64:ff9b:1:{high:x}:{low:x}::]"),
        format!("[2002:{high:x}:{low:x}::]"),
        format!("[2002:{high:x}:{low:x}::1]"),
        format!("[2001:0:{high:x}:{low:x}::]"),
        format!("[2001::{:x}:{:x}]", !high, !low),
    ]
}
