//! Reads HTTP/1.1 answers out of bytes as they arrive, however they were cut on the way.
//! It must never guess: an answer whose end is not given by `content-length` is a fault, not an answer.

use std::ops::Range;

/// Heads and bodies beyond these are a broken server, and would otherwise fill the memory.
const HEAD_MAX: usize = 64 * 1024;
const BODY_MAX: usize = 16 * 1024 * 1024;

#[derive(Debug, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    head: Range<usize>,
    /// Where the body lies in the reader that gave this answer, until its next `room`.
    body: Range<usize>,
}

/// The bytes received so far; `taken` of them were already handed out as answers.
#[derive(Default)]
pub struct Reader {
    held: Vec<u8>,
    taken: usize,
}

impl Reader {
    /// The buffer to append received bytes to. What was handed out is dropped first.
    pub fn room(&mut self) -> &mut Vec<u8> {
        if self.taken > 0 {
            self.held.drain(..self.taken);
            self.taken = 0;
        }
        self.held.reserve(4096);
        &mut self.held
    }

    /// The next whole answer, or `None` until more bytes have arrived.
    pub fn take(&mut self) -> Result<Option<Answer>, String> {
        let rest = &self.held[self.taken..];
        let Some(head_length) = head_length(rest)? else { return Ok(None) };
        let head =
            std::str::from_utf8(&rest[..head_length]).map_err(|_| "a head that is not text".to_owned())?;
        let status = status(head)?;
        let body_length = content_length(head)?;
        if rest.len() < head_length + body_length {
            return Ok(None);
        }
        let (start, body_start) = (self.taken, self.taken + head_length);
        self.taken = body_start + body_length;
        Ok(Some(Answer { status, head: start..body_start, body: body_start..self.taken }))
    }

    pub fn body(&self, answer: &Answer) -> &[u8] {
        &self.held[answer.body.clone()]
    }

    /// The lines of the head that have this name.
    pub fn headers<'a>(&'a self, answer: &Answer, name: &'a str) -> impl Iterator<Item = &'a str> {
        let head = std::str::from_utf8(&self.held[answer.head.clone()]).unwrap_or_default();
        let lines = head.lines().filter_map(|line| line.split_once(':'));
        lines.filter(move |(found, _)| found.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    /// Whether bytes arrived that belong to no answer taken so far.
    pub fn has_leftover(&self) -> bool {
        self.taken < self.held.len()
    }
}

/// The length of the head with its closing empty line, once all of it is there.
fn head_length(bytes: &[u8]) -> Result<Option<usize>, String> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
    match end {
        Some(position) => Ok(Some(position + 4)),
        None if bytes.len() > HEAD_MAX => Err(format!("a head of more than {HEAD_MAX} bytes")),
        None => Ok(None),
    }
}

fn status(head: &str) -> Result<u16, String> {
    let line = head.lines().next().unwrap_or_default();
    let code = line.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3));
    code.and_then(|code| code.parse().ok()).ok_or_else(|| format!("not a status line: {line:?}"))
}

fn content_length(head: &str) -> Result<usize, String> {
    let mut length = None;
    for line in head.lines().skip(1) {
        let Some((name, value)) = line.split_once(':') else { continue };
        if name.eq_ignore_ascii_case("content-length") {
            let bytes: usize = value.trim().parse().map_err(|_| format!("not a length: {value:?}"))?;
            if bytes > BODY_MAX {
                return Err(format!("a body of {bytes} bytes"));
            }
            if length.replace(bytes).is_some() {
                return Err("content-length given twice".to_owned());
            }
        }
    }
    length.ok_or_else(|| "a response without content-length".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Its body looks like the end of a head.
    const ONE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\n[\r\n\r\n]";
    const TWO: &[u8] = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length:0\r\n\r\n";

    /// Feeds the pieces and collects every answer as soon as it is whole.
    fn answers(pieces: &[&[u8]]) -> Vec<(u16, Vec<u8>)> {
        let mut reader = Reader::default();
        let mut found = Vec::new();
        for piece in pieces {
            reader.room().extend_from_slice(piece);
            while let Some(answer) = reader.take().unwrap() {
                found.push((answer.status, reader.body(&answer).to_vec()));
            }
        }
        assert!(!reader.has_leftover());
        found
    }

    #[test]
    fn headers_are_found_by_name_and_only_in_the_head() {
        let mut reader = Reader::default();
        let head =
            b"HTTP/1.1 303 See Other\r\nSet-Cookie: a=1\r\nset-cookie:b=2 \r\ncontent-length: 15\r\n\r\n";
        reader.room().extend_from_slice(&[&head[..], b"set-cookie: c=3"].concat());
        let answer = reader.take().unwrap().unwrap();
        assert_eq!(reader.headers(&answer, "set-cookie").collect::<Vec<_>>(), ["a=1", "b=2"]);
        assert_eq!(reader.headers(&answer, "location").count(), 0);
    }

    fn fault(bytes: &[u8]) -> String {
        let mut reader = Reader::default();
        reader.room().extend_from_slice(bytes);
        reader.take().unwrap_err()
    }

    #[test]
    fn an_answer_may_be_cut_at_any_byte() {
        for cut in 0..=ONE.len() {
            let (first, second) = ONE.split_at(cut);
            assert_eq!(answers(&[first, second]), [(200, b"[\r\n\r\n]".to_vec())], "cut at {cut}");
        }
    }

    #[test]
    fn an_answer_may_arrive_byte_by_byte() {
        let pieces: Vec<&[u8]> = ONE.chunks(1).collect();
        assert_eq!(answers(&pieces).len(), 1);
    }

    #[test]
    fn answers_in_one_read_come_out_one_by_one_wherever_the_read_ends() {
        let both = [ONE, TWO, ONE].concat();
        for cut in 0..=both.len() {
            let (first, second) = both.split_at(cut);
            let statuses: Vec<u16> = answers(&[first, second]).iter().map(|(status, _)| *status).collect();
            assert_eq!(statuses, [200, 429, 200], "cut at {cut}");
        }
    }

    #[test]
    fn bytes_after_an_answer_are_noticed() {
        let mut reader = Reader::default();
        reader.room().extend_from_slice(&[ONE, b"H"].concat());
        assert!(reader.take().unwrap().is_some());
        assert!(reader.has_leftover());
        assert_eq!(reader.take(), Ok(None));
    }

    #[test]
    fn what_has_no_clear_end_is_a_fault() {
        let check = |bytes: &[u8], expected: &str| assert_eq!(fault(bytes), expected);
        check(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "a response without content-length");
        check(
            b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\n",
            "content-length given twice",
        );
        check(b"HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n", "not a length: \" -1\"");
        check(b"HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", "a body of 99999999999 bytes");
        check(b"SSH-2.0-x\r\n\r\n", "not a status line: \"SSH-2.0-x\"");
        check(&vec![b'x'; HEAD_MAX + 1], "a head of more than 65536 bytes");
    }
}
