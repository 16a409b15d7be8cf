//! Cursors: the end of a page, sealed, so that a changed one or one from elsewhere is recognised.

use data_encoding::BASE64URL_NOPAD;
use rules::account::Caller;
use rules::time::Timestamp;
use store::{Page, Position};

use crate::failure::Failure;
use crate::{App, wire};

/// Which page of a list is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paging {
    pub cursor: Option<String>,
    pub size: usize,
    /// The filters, in one canonical spelling: a cursor is good for these only.
    pub filters: String,
}

impl App {
    /// Where the page starts.
    pub(crate) fn open_cursor(
        &self,
        caller: &Caller,
        list: &str,
        paging: &Paging,
    ) -> Result<Option<Position>, Failure> {
        let Some(cursor) = &paging.cursor else { return Ok(None) };
        let position = BASE64URL_NOPAD
            .decode(cursor.as_bytes())
            .ok()
            .and_then(|sealed| self.vault.open(&place(caller, list, paging), &sealed))
            .and_then(|plain| read_position(&plain));
        position.map(Some).ok_or(Failure::InvalidCursor)
    }

    /// A page as it is sent: the items, and a cursor if more follow.
    pub(crate) fn render_page<T>(
        &self,
        caller: &Caller,
        list: &str,
        paging: &Paging,
        page: Page<T>,
        render: impl FnMut(T) -> Result<Vec<u8>, Failure>,
    ) -> Result<bytes::Bytes, Failure> {
        let next = page.next.map(|position| {
            let plain = format!("{} {}", position.created_at.micros(), position.id);
            let sealed = self.vault.seal(&self.dice, &place(caller, list, paging), plain.as_bytes());
            BASE64URL_NOPAD.encode(&sealed)
        });
        let items: Vec<Vec<u8>> = page.items.into_iter().map(render).collect::<Result<_, _>>()?;
        Ok(wire::page(&items, next.as_deref()))
    }
}

fn place(caller: &Caller, list: &str, paging: &Paging) -> String {
    format!("cursor {list} {} {} {}", caller.account, caller.app, paging.filters)
}

fn read_position(plain: &[u8]) -> Option<Position> {
    let (micros, id) = str::from_utf8(plain).ok()?.split_once(' ')?;
    Some(Position { created_at: Timestamp::from_micros(micros.parse().ok()?), id: id.to_owned() })
}
