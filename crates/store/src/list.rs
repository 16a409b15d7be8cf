//! Pages of a list. A page starts where the last one ended, so deep pages cost what the first does.

use rules::time::Timestamp;

use crate::engine::{Row, Store, Value};
use crate::error::Error;

/// Where a page ended: the (created, id) of its last row.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    pub created_at: Timestamp,
    pub id: String,
}

/// From one moment on, and before another.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Period {
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
}

#[derive(Debug)]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Where the next page starts, if there is one.
    pub next: Option<Position>,
}

impl<T> Page<T> {
    /// Of rows that were asked for with one more than the page holds.
    pub fn cut(mut items: Vec<T>, size: usize, position: impl Fn(&T) -> Position) -> Page<T> {
        let more = items.len() > size;
        items.truncate(size);
        let next = if more { items.last().map(position) } else { None };
        Page { items, next }
    }

    /// This page and one of another list, newest first, as one page. What is on both is on it once.
    pub fn merged(self, other: Page<T>, size: usize, position: impl Fn(&T) -> Position) -> Page<T> {
        let mut more = self.next.is_some() || other.next.is_some();
        let mut items: Vec<(Position, T)> =
            self.items.into_iter().chain(other.items).map(|item| (position(&item), item)).collect();
        items.sort_by(|(one, _), (another, _)| another.cmp(one));
        items.dedup_by(|(one, _), (another, _)| one == another);
        more |= items.len() > size;
        items.truncate(size);
        let next = if more { items.last().map(|(position, _)| position.clone()) } else { None };
        Page { items: items.into_iter().map(|(_, item)| item).collect(), next }
    }
}

/// A list question under construction. All text in it is fixed; every value is a parameter.
pub struct List<'a> {
    sql: String,
    params: Vec<Value<'a>>,
    created: &'static str,
    id: &'static str,
    newest_first: bool,
}

impl<'a> List<'a> {
    /// `select` ends in a `where` clause; `created` and `id` are the columns the list is ordered by.
    pub fn new(select: &str, params: Vec<Value<'a>>, created: &'static str, id: &'static str) -> List<'a> {
        List { sql: select.to_owned(), params, created, id, newest_first: true }
    }

    /// The same, oldest first.
    pub fn in_order(
        select: &str,
        params: Vec<Value<'a>>,
        created: &'static str,
        id: &'static str,
    ) -> List<'a> {
        List { newest_first: false, ..List::new(select, params, created, id) }
    }

    pub fn and(&mut self, condition: &'static str, value: impl Into<Value<'a>>) {
        let number = self.bind(value.into());
        self.sql.push_str(&format!(" and {condition} {number}"));
    }

    pub fn created_within(&mut self, period: Period) {
        for (operator, bound) in [(">=", period.from), ("<", period.to)] {
            if let Some(bound) = bound {
                let number = self.bind(bound.into());
                self.sql.push_str(&format!(" and {} {operator} {number}", self.created));
            }
        }
    }

    /// Any of these; an empty list of choices means no condition.
    pub fn any_of(&mut self, column: &'static str, choices: impl Iterator<Item = &'static str>) {
        let numbers: Vec<String> = choices.map(|choice| self.bind(choice.into())).collect();
        if !numbers.is_empty() {
            self.sql.push_str(&format!(" and {column} in ({})", numbers.join(", ")));
        }
    }

    /// Reads one page, and one row more to know whether another follows.
    pub async fn page<T>(
        mut self,
        store: &Store,
        after: Option<&'a Position>,
        size: usize,
        read: impl Fn(&Row<'_>) -> Result<T, Error>,
        position: impl Fn(&T) -> Position,
    ) -> Result<Page<T>, Error> {
        let (created, id) = (self.created, self.id);
        let (beyond, order) = if self.newest_first { ("<", "desc") } else { (">", "asc") };
        if let Some(after) = after {
            let at = self.bind(after.created_at.into());
            let from = self.bind(after.id.as_str().into());
            self.sql.push_str(&format!(" and ({created}, {id}) {beyond} ({at}, {from})"));
        }
        let limit = self.bind(Value::Int(size as i64 + 1));
        self.sql.push_str(&format!(" order by {created} {order}, {id} {order} limit {limit}"));
        Ok(Page::cut(store.query(&self.sql, &self.params, read).await?, size, position))
    }

    fn bind(&mut self, value: Value<'a>) -> String {
        self.params.push(value);
        format!("${}", self.params.len())
    }
}

#[cfg(test)]
mod tests {
    use rules::time::Timestamp;

    use super::{Page, Position};

    fn page(times: &[i64], more: bool) -> Page<i64> {
        let next = times.last().copied().filter(|_| more).map(position);
        Page { items: times.to_vec(), next }
    }

    fn position(time: i64) -> Position {
        Position { created_at: Timestamp::from_micros(time), id: String::new() }
    }

    #[test]
    fn two_pages_make_one_in_order_without_repeats() {
        let merge = |one: Page<i64>, other: Page<i64>, size| {
            let page = one.merged(other, size, |time| position(*time));
            (page.items, page.next)
        };
        assert_eq!(merge(page(&[9, 5, 2], false), page(&[8, 5, 1], false), 6), (vec![9, 8, 5, 2, 1], None));
        assert_eq!(merge(page(&[9, 5], false), page(&[8, 1], false), 3), (vec![9, 8, 5], Some(position(5))));
        assert_eq!(merge(page(&[9, 5], true), page(&[7], false), 2), (vec![9, 7], Some(position(7))));
        assert_eq!(merge(page(&[], false), page(&[4, 3], true), 2), (vec![4, 3], Some(position(3))));
        assert_eq!(merge(page(&[], false), page(&[], false), 2), (vec![], None));
    }
}
