//! Cursors: the end of a page, sealed, so that Florin detects a modified cursor and one of another list.

use data_encoding::BASE64URL_NOPAD;
use rules::account::Caller;
use store::{ListPage, Position};

use crate::platform::failure::Failure;
use crate::platform::{Platform, wire};

/// Precedes the position in a cursor that leads back.
const BACKWARD: &str = "<";

/// Which page of a list is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paging {
    pub cursor: Option<String>,
    pub size: usize,
    /// The filters, in one canonical spelling: a cursor is good for these only.
    pub filters: String,
}

/// One page of a list, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CursorPage<T> {
    pub items: Vec<T>,
    /// Where the next page starts, if there is one.
    pub next: Option<String>,
    /// The position where the previous page ends, if there is one.
    pub previous: Option<String>,
}

impl<T> CursorPage<T> {
    /// The same page with converted items.
    pub fn map<R>(self, change: impl FnMut(T) -> R) -> CursorPage<R> {
        let items = self.items.into_iter().map(change).collect();
        CursorPage { items, next: self.next, previous: self.previous }
    }

    pub(crate) fn try_map<R, E>(self, change: impl FnMut(T) -> Result<R, E>) -> Result<CursorPage<R>, E> {
        let items = self.items.into_iter().map(change).collect::<Result<_, _>>()?;
        Ok(CursorPage { items, next: self.next, previous: self.previous })
    }

    /// The same page as it is sent: the items, and a cursor if more follow.
    pub(crate) fn render(
        self,
        render: impl FnMut(T) -> Result<Vec<u8>, Failure>,
    ) -> Result<bytes::Bytes, Failure> {
        let items: Vec<Vec<u8>> = self.items.into_iter().map(render).collect::<Result<_, _>>()?;
        Ok(wire::page(&items, self.next.as_deref()))
    }
}

impl Platform {
    /// Where the page starts.
    pub(crate) fn open_cursor(
        &self,
        caller: &Caller,
        list: &str,
        paging: &Paging,
    ) -> Result<Option<Position>, Failure> {
        self.open_cursor_at(&place(caller, list, paging), paging)
    }

    pub(crate) fn shown<T>(
        &self,
        caller: &Caller,
        list: &str,
        paging: &Paging,
        page: ListPage<T>,
    ) -> CursorPage<T> {
        self.shown_at(&place(caller, list, paging), page)
    }

    /// The same for a list that belongs to a person and not to an account; its name says to which.
    pub(crate) fn open_own_cursor(&self, list: &str, paging: &Paging) -> Result<Option<Position>, Failure> {
        self.open_cursor_at(&own_place(list, paging), paging)
    }

    pub(crate) fn own_shown<T>(&self, list: &str, paging: &Paging, page: ListPage<T>) -> CursorPage<T> {
        self.shown_at(&own_place(list, paging), page)
    }

    fn open_cursor_at(&self, place: &str, paging: &Paging) -> Result<Option<Position>, Failure> {
        let Some(cursor) = &paging.cursor else { return Ok(None) };
        let position = BASE64URL_NOPAD
            .decode(cursor.as_bytes())
            .ok()
            .and_then(|sealed| self.vault.open(place, &sealed))
            .and_then(|plain| read_position(&plain));
        position.map(Some).ok_or(Failure::InvalidCursor)
    }

    fn shown_at<T>(&self, place: &str, page: ListPage<T>) -> CursorPage<T> {
        let seal = |position: Position| {
            let way = if position.is_backward { BACKWARD } else { "" };
            let plain = format!("{way}{} {}", position.key, position.id);
            BASE64URL_NOPAD.encode(&self.vault.seal(&self.dice, place, plain.as_bytes()))
        };
        CursorPage { items: page.items, next: page.next.map(seal), previous: page.previous.map(seal) }
    }
}

/// The owner's lists hold more than those of an app.
fn place(caller: &Caller, list: &str, paging: &Paging) -> String {
    let whose = if caller.is_owner { "owner".to_owned() } else { caller.app.to_string() };
    format!("cursor {list} {} {whose} {}", caller.account, paging.filters)
}

fn own_place(list: &str, paging: &Paging) -> String {
    format!("cursor {list} {}", paging.filters)
}

fn read_position(plain: &[u8]) -> Option<Position> {
    let text = str::from_utf8(plain).ok()?;
    let (is_backward, text) = text.strip_prefix(BACKWARD).map_or((false, text), |rest| (true, rest));
    let (key, id) = text.split_once(' ')?;
    Some(Position { key: key.parse().ok()?, id: id.to_owned(), is_backward })
}
