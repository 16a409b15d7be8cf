//! What is compared: the names in the table and the colours in the chart.
//! It must never hold a figure.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contender {
    /// The route that returns a constant: what the machine and the HTTP stack can give at most.
    Constant,
    /// Florin on its own file.
    Sqlite,
    /// Florin on a PostgreSQL server.
    Postgres,
    /// The same rows by hand-written SQL, without Florin.
    BareSqlite,
    BarePostgres,
    /// A ledger of functions inside PostgreSQL.
    Pgledger,
}

impl Contender {
    #[cfg(test)]
    pub const ALL: [Contender; 6] = [
        Contender::Constant,
        Contender::Sqlite,
        Contender::Postgres,
        Contender::BareSqlite,
        Contender::BarePostgres,
        Contender::Pgledger,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Contender::Constant => "constant",
            Contender::Sqlite => "SQLite",
            Contender::Postgres => "PostgreSQL",
            Contender::BareSqlite => "bare SQL, SQLite",
            Contender::BarePostgres => "bare SQL, PostgreSQL",
            Contender::Pgledger => "pgledger",
        }
    }
}
