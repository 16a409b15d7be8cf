//! Who is measured beside whom: the names in the table and the colours in the chart.
//! It must never hold a figure.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The route that returns a constant: everything else is shown as a share of it.
    Constant,
    Sqlite,
    Postgres,
}

impl Contender {
    pub fn name(self) -> &'static str {
        match self {
            Contender::Constant => "constant",
            Contender::Sqlite => "SQLite",
            Contender::Postgres => "PostgreSQL",
        }
    }
}
