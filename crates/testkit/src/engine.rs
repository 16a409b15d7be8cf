//! The two database engines, and the macros that make tests for them.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// Makes one test for each engine from a function that takes the engine, or a value that is made from it
/// (`From<Engine>`).
#[macro_export]
macro_rules! on_both_engines {
    ($($name:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $name() {
                super::$name($crate::engine::Engine::Sqlite.into());
            })*
        }
        mod postgres {
            $(#[test]
            fn $name() {
                super::$name($crate::engine::Engine::Postgres.into());
            })*
        }
    };
}

/// Makes one test, on SQLite, from a function whose result does not depend on the engine: parsing, headers,
/// connections, texts. A test of SQL, locks, races, money or crashes belongs in [`on_both_engines!`].
#[macro_export]
macro_rules! on_one_engine {
    ($($name:ident),* $(,)?) => {
        mod one_engine {
            $(#[test]
            fn $name() {
                super::$name($crate::engine::Engine::Sqlite.into());
            })*
        }
    };
}

/// Makes a test on SQLite for every day, and the same on PostgreSQL for `scripts/test long`: for what depends on the
/// engine by statements alone that tests of [`on_both_engines!`] run, too.
#[macro_export]
macro_rules! on_sqlite_daily {
    ($($name:ident),* $(,)?) => {
        mod sqlite_daily {
            $(#[test]
            fn $name() {
                super::$name($crate::engine::Engine::Sqlite.into());
            })*
        }
        mod postgres_long {
            $(#[test]
            #[ignore = "for scripts/test long"]
            fn $name() {
                super::$name($crate::engine::Engine::Postgres.into());
            })*
        }
    };
}
