//! Pages of a list. A page starts where the previous one ended, or ends where the next one starts, so deep pages cost
//! as much as the first.

use std::collections::BTreeSet;

use rules::money::Amount;
use rules::named_enum;
use rules::time::Timestamp;

use crate::engine::{Columns, SqlRow, Store, Value};
use crate::error::Error;

named_enum! {
    /// Which end of a list comes first.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
    pub enum ListOrder {
        #[default]
        Newest = "newest",
        Oldest = "oldest",
    }
}

/// Where a page ended or began: the (key, id) of its last or first row, and the direction in which the list
/// continues.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// What the list is ordered by before the id: a time or an amount, in millionths.
    pub key: i64,
    pub id: String,
    /// Towards the beginning of the list.
    pub is_backward: bool,
}

impl Position {
    pub fn of(created_at: Timestamp, id: impl ToString) -> Position {
        Position { key: created_at.micros(), id: id.to_string(), is_backward: false }
    }

    /// In a list that is ordered by amount.
    pub fn of_amount(amount: Amount, id: impl ToString) -> Position {
        Position { key: amount.micros(), id: id.to_string(), is_backward: false }
    }

    fn backward(self) -> Position {
        Position { is_backward: true, ..self }
    }
}

/// From one moment on, and before another.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Period {
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
}

#[derive(Debug)]
pub struct ListPage<T> {
    pub items: Vec<T>,
    /// Where the next page starts, if there is one.
    pub next: Option<Position>,
    /// The position where the previous page ends, if there is one and the list can be read backwards.
    pub previous: Option<Position>,
}

impl<T> ListPage<T> {
    /// Of rows that were asked for with one more than the page holds.
    pub fn cut(mut items: Vec<T>, size: usize, position: impl Fn(&T) -> Position) -> ListPage<T> {
        let more = items.len() > size;
        items.truncate(size);
        let next = if more { items.last().map(position) } else { None };
        ListPage { items, next, previous: None }
    }

    /// This page and one of another list, newest first, as one page. What is on both is on it once.
    pub fn merged(self, other: ListPage<T>, size: usize, position: impl Fn(&T) -> Position) -> ListPage<T> {
        // Each is complete only as far as it goes.
        let end = self.next.max(other.next);
        let mut items: Vec<(Position, T)> =
            self.items.into_iter().chain(other.items).map(|item| (position(&item), item)).collect();
        items.sort_by(|(one, _), (another, _)| another.cmp(one));
        items.dedup_by(|(one, _), (another, _)| one == another);
        items.retain(|(position, _)| end.as_ref().is_none_or(|end| position >= end));
        let is_cut = items.len() > size;
        items.truncate(size);
        let next = if is_cut { items.last().map(|(position, _)| position.clone()) } else { end };
        ListPage { items: items.into_iter().map(|(_, item)| item).collect(), next, previous: None }
    }
}

/// At most this many rows are read for one page. A filter that no index knows may match one row in a million: what it
/// costs must not depend on that. A page that ends before it is full says where to go on.
pub const MAX_READ: usize = 2_000;

/// A list question under construction. All text in it is fixed; every value is a parameter.
#[derive(Clone)]
pub struct List<'a> {
    columns: String,
    /// Tables and conditions by which an index finds the rows in order.
    source: Clause<'a>,
    /// Conditions that are checked for each row.
    filters: Clause<'a>,
    key: &'static str,
    id: &'static str,
    /// Ids alone order the list.
    is_by_id: bool,
    is_descending: bool,
    is_windowed: bool,
}

/// Text with `{}` for each value.
#[derive(Clone, Default)]
struct Clause<'a> {
    text: String,
    values: Vec<Value<'a>>,
}

impl<'a> Clause<'a> {
    fn and(&mut self, text: &str, values: impl IntoIterator<Item = Value<'a>>) {
        self.text.push_str(" and ");
        self.text.push_str(text);
        self.values.extend(values);
    }

    fn append(&mut self, other: Clause<'a>) {
        self.text.push_str(&other.text);
        self.values.extend(other.values);
    }

    /// With `$1` for the first value, and so on.
    fn numbered(&self) -> String {
        let mut parts = self.text.split("{}");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.enumerate().fold(first, |sql, (index, part)| format!("{sql}${}{part}", index + 1))
    }
}

impl<'a> List<'a> {
    /// `select` ends in a `where` clause, with `$1` for the first value and so on; `key` and `id` are the columns that
    /// the list is ordered by, the greatest first.
    pub fn new(select: &str, params: Vec<Value<'a>>, key: &'static str, id: &'static str) -> List<'a> {
        let (columns, source) = select.split_once(" from ").expect("a selection is from somewhere");
        let (text, values) = unnumbered(source, &params);
        List {
            columns: columns.to_owned(),
            source: Clause { text: format!(" from {text}"), values },
            filters: Clause::default(),
            key,
            id,
            is_by_id: false,
            is_descending: true,
            is_windowed: true,
        }
    }

    /// The same, the least first.
    pub fn ascending(self) -> List<'a> {
        List { is_descending: false, ..self }
    }

    pub fn in_order(self, order: ListOrder) -> List<'a> {
        match order {
            ListOrder::Newest => self,
            ListOrder::Oldest => self.ascending(),
        }
    }

    /// Ordered by its ids alone, or by another text that each row has for itself.
    pub fn by_id(self) -> List<'a> {
        List { is_by_id: true, ..self }
    }

    /// Reads all rows that there may be, for lists that something else keeps short.
    pub fn whole(self) -> List<'a> {
        List { is_windowed: false, ..self }
    }

    /// A condition that an index serves together with the order of the list.
    pub fn and(&mut self, condition: &'static str, value: impl Into<Value<'a>>) {
        self.source.and(&format!("{condition} {{}}"), [value.into()]);
    }

    /// A condition without a value that an index serves.
    pub fn and_always(&mut self, condition: &'static str) {
        self.source.and(condition, []);
    }

    /// A condition that no index serves.
    pub fn filter(&mut self, condition: &'static str, value: impl Into<Value<'a>>) {
        self.filters.and(&format!("{condition} {{}}"), [value.into()]);
    }

    /// The same for a value that must not lead an engine to another index.
    pub fn filter_is(&mut self, column: &'static str, value: impl Into<Value<'a>>) {
        self.filters.and(&format!("({column} = {{}}) is true"), [value.into()]);
    }

    /// For lists that are ordered by time.
    pub fn created_within(&mut self, period: Period) {
        for (operator, bound) in [(">=", period.from), ("<", period.to)] {
            if let Some(bound) = bound {
                self.source.and(&format!("{} {operator} {{}}", self.key), [bound.into()]);
            }
        }
    }

    /// For lists in another order.
    pub fn filter_created(&mut self, created: &'static str, period: Period) {
        for (operator, bound) in [(">=", period.from), ("<", period.to)] {
            if let Some(bound) = bound {
                self.filters.and(&format!("{created} {operator} {{}}"), [bound.into()]);
            }
        }
    }

    /// Filters by any of these; an empty list of choices means no condition. What is named twice counts once, so that
    /// there are few statements to prepare.
    pub fn any_of(&mut self, column: &'static str, choices: impl Iterator<Item = &'static str>) {
        let choices: BTreeSet<&'static str> = choices.collect();
        let choices: Vec<Value<'a>> = choices.into_iter().map(Value::from).collect();
        if !choices.is_empty() {
            let places = vec!["{}"; choices.len()].join(", ");
            self.filters.and(&format!("{column} in ({places})"), choices);
        }
    }

    /// Reads one page, and one row more to know whether another follows.
    pub async fn page<T>(
        self,
        store: &Store,
        start: Option<&'a Position>,
        size: usize,
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
        position: impl Fn(&T) -> Position,
    ) -> Result<ListPage<T>, Error> {
        let backward = start.filter(|start| start.is_backward);
        let page = match backward {
            Some(end) => {
                let around = List { is_descending: !self.is_descending, ..self.clone() };
                let before = around.ahead(store, Some(end), size, &read, &position).await?;
                let Some(further) = before.next else {
                    // A reader who goes back gets a full first page, wherever the second one began.
                    return self.ahead(store, None, size, &read, &position).await;
                };
                let items: Vec<T> = before.items.into_iter().rev().collect();
                let next = items.last().map(&position).unwrap_or_else(|| further.clone());
                return Ok(ListPage { items, next: Some(next), previous: Some(further.backward()) });
            }
            None => self.ahead(store, start, size, &read, &position).await?,
        };
        let previous = start.and(page.items.first()).map(|first| position(first).backward());
        Ok(ListPage { previous, ..page })
    }

    /// The page behind a position, in the order of this list.
    async fn ahead<T>(
        mut self,
        store: &Store,
        after: Option<&Position>,
        size: usize,
        read: impl Fn(&SqlRow<'_>) -> Result<T, Error>,
        position: impl Fn(&T) -> Position,
    ) -> Result<ListPage<T>, Error> {
        if let Some(after) = after {
            self.bound(if self.is_descending { "<" } else { ">" }, after.clone());
        }
        let end = if self.is_windowed && !self.filters.text.is_empty() {
            self.window_end(store).await?
        } else {
            None
        };
        if let Some(end) = &end {
            self.bound(if self.is_descending { ">=" } else { "<=" }, end.clone());
        }
        let mut sql = Clause { text: self.columns.clone(), values: Vec::new() };
        let order = self.order();
        sql.append(self.source);
        sql.append(self.filters);
        sql.append(Clause { text: format!("{order} limit {{}}"), values: vec![Value::Int(size as i64 + 1)] });
        let rows = store.query(&sql.numbered(), &sql.values, read).await?;
        let page = ListPage::cut(rows, size, position);
        Ok(ListPage { next: page.next.or(end), ..page })
    }

    /// The last of the rows that are read for this page, if there may be more.
    async fn window_end(&self, store: &Store) -> Result<Option<Position>, Error> {
        let (key, id) = (if self.is_by_id { "cast(0 as bigint)" } else { self.key }, self.id);
        let mut sql = Clause {
            text: format!(
                "select w.sort_key, w.id, count(*) over () from (select {key} as sort_key, {id} as id"
            ),
            values: Vec::new(),
        };
        sql.append(self.source.clone());
        let last = if self.is_descending { "w.sort_key, w.id" } else { "w.sort_key desc, w.id desc" };
        let order = self.order();
        sql.append(Clause {
            text: format!("{order} limit {{}}) w order by {last} limit 1"),
            values: vec![Value::Int(MAX_READ as i64)],
        });
        let read = |columns: &mut Columns<'_>| {
            let position = Position { key: columns.read()?, id: columns.read()?, is_backward: false };
            Ok((position, columns.read::<i64>()?))
        };
        let last = store.query_columns(&sql.numbered(), &sql.values, read).await?.pop();
        Ok(last.filter(|(_, count)| *count == MAX_READ as i64).map(|(position, _)| position))
    }

    fn bound(&mut self, operator: &str, position: Position) {
        let id = Value::Text(position.id.into());
        if self.is_by_id {
            self.source.and(&format!("{} {operator} {{}}", self.id), [id]);
            return;
        }
        let condition = format!("({}, {}) {operator} ({{}}, {{}})", self.key, self.id);
        self.source.and(&condition, [Value::Int(position.key), id]);
    }

    fn order(&self) -> String {
        let direction = if self.is_descending { "desc" } else { "asc" };
        let by_id = format!("{} {direction}", self.id);
        if self.is_by_id {
            return format!(" order by {by_id}");
        }
        format!(" order by {} {direction}, {by_id}", self.key)
    }
}

/// The same text with `{}` instead of `$1` and so on, and its values in their order.
fn unnumbered<'a>(text: &str, params: &[Value<'a>]) -> (String, Vec<Value<'a>>) {
    let mut parts = text.split('$');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    let mut values = Vec::new();
    for part in parts {
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let number: usize = part[..digits].parse().expect("a number follows the sign");
        plain.push_str("{}");
        plain.push_str(&part[digits..]);
        values.push(params[number - 1].clone());
    }
    (plain, values)
}

#[cfg(test)]
mod tests {
    use rules::time::Timestamp;

    use super::{List, ListPage, Position};

    fn page(times: &[i64], more: bool) -> ListPage<i64> {
        let next = times.last().copied().filter(|_| more).map(position);
        ListPage { items: times.to_vec(), next, previous: None }
    }

    fn position(time: i64) -> Position {
        Position::of(Timestamp::from_micros(time), "")
    }

    #[test]
    fn two_pages_make_one_in_order_without_repeats() {
        let merge = |one: ListPage<i64>, other: ListPage<i64>, size| {
            let page = one.merged(other, size, |time| position(*time));
            (page.items, page.next)
        };
        assert_eq!(merge(page(&[9, 5, 2], false), page(&[8, 5, 1], false), 6), (vec![9, 8, 5, 2, 1], None));
        assert_eq!(merge(page(&[9, 5], false), page(&[8, 1], false), 3), (vec![9, 8, 5], Some(position(5))));
        assert_eq!(merge(page(&[9, 5], true), page(&[7], false), 2), (vec![9, 7], Some(position(7))));
        assert_eq!(merge(page(&[], false), page(&[4, 3], true), 2), (vec![4, 3], Some(position(3))));
        assert_eq!(merge(page(&[], false), page(&[], false), 2), (vec![], None));
        // One was read only down to 6: whether there is something between 6 and 2 is for the next page to say.
        let ended = ListPage { items: vec![9], next: Some(position(6)), previous: None };
        assert_eq!(merge(ended, page(&[8, 2], false), 5), (vec![9, 8], Some(position(6))));
        let ended = ListPage { items: vec![], next: Some(position(6)), previous: None };
        assert_eq!(merge(ended, page(&[2], false), 5), (vec![], Some(position(6))));
    }

    #[test]
    fn however_often_a_choice_is_named_the_statement_is_the_same() {
        let filtered = |choices: &[&'static str]| {
            let mut list = List::new("select id from things where 1 = 1", Vec::new(), "created_at", "id");
            list.any_of("status", choices.iter().copied());
            (list.filters.numbered(), list.filters.values.len())
        };
        assert_eq!(filtered(&["failed"; 600]), filtered(&["failed"]));
        assert_eq!(filtered(&["failed", "sent", "failed"]), (" and status in ($1, $2)".to_owned(), 2));
        assert_eq!(filtered(&[]), (String::new(), 0));
    }
}
