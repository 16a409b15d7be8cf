//! The orders of a list, as links: in the headers of its columns, and as words on phones, where tables have no headers.

use super::PageRequest;

/// The parameter of a query by which a reader chooses an order.
pub const ORDER: &str = "order";
/// The order of a list whose reader chose none.
const DEFAULT: &str = "newest";

/// One way to order a list.
#[derive(Clone, Copy)]
pub struct OrderChoice {
    /// What the query says.
    pub name: &'static str,
    pub text: &'static str,
    /// Nothing for an order that isn't by the column.
    pub direction: Option<Direction>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Ascending,
    Descending,
}

impl Direction {
    /// As `aria-sort` says it.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::Ascending => "ascending",
            Direction::Descending => "descending",
        }
    }
}

/// A column and its orders, which its header offers in turn.
pub struct SortableColumn {
    pub label: &'static str,
    pub orders: Vec<OrderChoice>,
}

/// How a list is sorted, and how else it can be.
pub struct Sorting {
    headers: Vec<SortHeader>,
    pub choices: Vec<SortChoice>,
}

pub struct SortHeader {
    label: &'static str,
    /// Where the column's other order is, or its first one.
    pub href: String,
    /// Of the list, if this column decides it.
    pub direction: Option<Direction>,
}

pub struct SortChoice {
    pub text: &'static str,
    pub href: String,
    pub is_here: bool,
}

/// For a table in one order.
pub const UNSORTED: Sorting = Sorting { headers: Vec::new(), choices: Vec::new() };

impl Sorting {
    /// The header with this label, if it sorts.
    pub fn of(&self, label: impl AsRef<str>) -> Option<&SortHeader> {
        self.headers.iter().find(|header| header.label == label.as_ref())
    }
}

impl SortHeader {
    pub fn aria(&self) -> &'static str {
        self.direction.map_or("none", Direction::name)
    }
}

/// The column of a list's times, which is the usual order of lists.
pub fn by_age(request: &PageRequest<'_>, label: &'static str) -> SortableColumn {
    let locale = request.locale;
    SortableColumn {
        label,
        orders: vec![
            OrderChoice {
                name: DEFAULT,
                text: locale.text("list-sort-newest"),
                direction: Some(Direction::Descending),
            },
            OrderChoice {
                name: "oldest",
                text: locale.text("list-sort-oldest"),
                direction: Some(Direction::Ascending),
            },
        ],
    }
}

/// Whether a query's parameter chooses something that a list isn't like anyway.
pub fn is_choice(name: &str, value: &str) -> bool {
    !(value.is_empty() || name == ORDER && value == DEFAULT)
}

impl PageRequest<'_> {
    /// The links to a list in other orders, with the same filters. `here` is the name of the order that is shown.
    pub fn sorting(&self, path: &str, filters: &[&str], here: &str, columns: &[SortableColumn]) -> Sorting {
        let href = |order: &OrderChoice| self.ordered_href(path, filters, order.name);
        let header = |column: &SortableColumn| {
            let shown = column.orders.iter().position(|order| order.name == here);
            let next = shown.map_or(0, |place| (place + 1) % column.orders.len());
            let direction = shown.and_then(|place| column.orders[place].direction);
            SortHeader { label: column.label, href: href(&column.orders[next]), direction }
        };
        let choice = |order: &OrderChoice| SortChoice {
            text: order.text,
            href: href(order),
            is_here: order.name == here,
        };
        Sorting {
            headers: columns.iter().map(header).collect(),
            choices: columns.iter().flat_map(|column| &column.orders).map(choice).collect(),
        }
    }

    fn ordered_href(&self, path: &str, filters: &[&str], order: &str) -> String {
        let mut query = self.chosen(filters.iter().copied().filter(|name| *name != ORDER));
        query.append_pair(ORDER, order);
        format!("{path}?{}", query.finish())
    }

    /// The list in its order without any filter. Saying the order keeps it from being filtered as it was last.
    pub fn cleared_href(&self, path: &str) -> String {
        let order = Some(self.query.get(ORDER)).filter(|order| is_choice(ORDER, order)).unwrap_or(DEFAULT);
        self.ordered_href(path, &[], order)
    }

    /// How many filters narrow a list.
    pub fn active_filters(&self, filters: &[&str]) -> usize {
        filters.iter().filter(|name| **name != ORDER && !self.query.get(name).is_empty()).count()
    }
}
