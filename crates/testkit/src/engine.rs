//! The two database engines, and the macros that make tests for them.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Makes a module of tests on one engine from functions that take it, or a value that is made from it
/// (`From<Engine>`).
#[doc(hidden)]
#[macro_export]
macro_rules! tests_on {
    ($engine:ident, $module:ident: $($name:ident),*) => {
        mod $module {
            $(#[test]
            fn $name() {
                super::$name($crate::engine::Engine::$engine.into());
            })*
        }
    };
}

#[doc(hidden)]
pub use tests_on;

/// Makes one test for each engine.
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        $crate::engine::tests_on!(Sqlite, sqlite: $($name),*);
        $crate::engine::tests_on!(Postgres, postgres: $($name),*);
    };
}

/// Makes one test, on SQLite, from a function whose result does not depend on the engine: parsing, headers,
/// connections, texts. A test of SQL, locks, races, money or crashes belongs in [`on_both_engines!`].
#[macro_export]
macro_rules! on_one_engine {
    ($($name:ident),* $(,)?) => {
        $crate::engine::tests_on!(Sqlite, one_engine: $($name),*);
    };
}

/// Makes a test on SQLite for every day, and the same on PostgreSQL for `scripts/test long`: for what depends on the
/// engine by statements alone that tests of [`on_both_engines!`] run, too.
#[macro_export]
macro_rules! on_sqlite_daily {
    ($($name:ident),* $(,)?) => {
        $crate::engine::tests_on!(Sqlite, sqlite_daily: $($name),*);
        mod postgres_long {
            $(#[test]
            #[ignore = "for scripts/test long"]
            fn $name() {
                super::$name($crate::engine::Engine::Postgres.into());
            })*
        }
    };
}
