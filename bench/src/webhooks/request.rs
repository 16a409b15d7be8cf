//! Reads the webhooks that arrive at a receiver out of bytes, as cheaply as it can: it shares the machine with the
//! server that is measured. It must never be used for anything but what Florin sends.

use rules::id::EventId;

/// One whole webhook at the beginning of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct Webhook {
    pub id: EventId,
    /// With its body.
    pub length: usize,
}

/// Nothing until all of it is there.
pub fn read(bytes: &[u8]) -> Result<Option<Webhook>, String> {
    let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = std::str::from_utf8(&bytes[..end]).map_err(|_| "a head that is not text".to_owned())?;
    let id = header(head, "webhook-id").and_then(EventId::parse);
    let body = header(head, "content-length").and_then(|length| length.parse::<usize>().ok());
    let (Some(id), Some(body)) = (id, body) else { return Err(format!("not a webhook: {head}")) };
    let length = end + 4 + body;
    Ok((bytes.len() >= length).then_some(Webhook { id, length }))
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let lines = head.split("\r\n").skip(1).filter_map(|line| line.split_once(": "));
    lines.filter(|(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_webhook_is_read_when_all_of_it_is_there_and_no_byte_more() {
        let id = EventId::new(7, [3; 10]);
        let one = format!("POST /x HTTP/1.1\r\nhost: h\r\nwebhook-id: {id}\r\ncontent-length: 2\r\n\r\n{{}}");
        for cut in 0..one.len() {
            assert_eq!(read(&one.as_bytes()[..cut]), Ok(None), "cut at {cut}");
        }
        let two = one.repeat(2);
        assert_eq!(read(two.as_bytes()), Ok(Some(Webhook { id, length: one.len() })));
        assert!(read(b"POST / HTTP/1.1\r\ncontent-length: 0\r\n\r\n").is_err());
        assert!(read(one.replace("evt_", "txn_").as_bytes()).is_err());
    }
}
