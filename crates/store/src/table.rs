//! One list of columns for each table, from which its select list, its reader, its insert and its updates are made.

/// Defines how rows of one table become values and back:
///
/// ```ignore
/// table! {
///     payouts as p;
///     columns payout_columns {
///         id: Text,
///         account_id: Text,
///         reference: Text,
///     }
///     read read_payout -> Payout { Payout { id, account: account_id, reference } }
///     write payout: &Payout {
///         id: payout.id,
///         account_id: payout.account,
///         reference: payout.reference.as_ref(),
///     }
///     insert INSERT_PAYOUTS with payout_values;
///     update UPDATE_PAYOUTS with label_values by id: reference;
/// }
/// ```
///
/// - `payout_columns!()` is the select list, `p.id, p.account_id, p.reference`.
/// - `unread { email_key: Text }` behind the columns names those that are written, but not in the select list.
/// - `read_payout` reads a row of this select list. In its expression each column is a variable of its name, whose type
///   follows from its use (`Column` in `engine/column.rs`). Where the columns of several tables stand one behind the
///   other, `payouts::read` reads those of this table, and `payouts::read_joined` those of a left join. A table that
///   never stands alone needs no `read_payout`: `read -> Payout { … }`.
/// - `INSERT_PAYOUTS` writes what `payout_values` gives: all columns under `write`.
/// - `UPDATE_PAYOUTS` finds rows by the column behind `by` and sets those behind the colon.
macro_rules! table {
    (
        $table:ident as $alias:ident;
        columns $list:ident $columns:tt
        $(unread $unread:tt)?
        $(read $($read:ident)? -> $type:ty $value:block)?
        $(
            write $row:ident: $written:ty { $($set:ident: $to:expr),+ $(,)? }
            $(insert $insert:ident with $insert_values:ident;)?
            $(
                $(#[$of_update:meta])*
                update $update:ident with $update_values:ident by $key:ident: $($changed:ident),+;
            )*
        )?
    ) => {
        $crate::table::table!(@list $list $alias $columns);

        $($(
            pub fn $read(row: &$crate::engine::SqlRow<'_>) -> Result<$type, $crate::error::Error> {
                $table::read(&mut $crate::engine::Columns::of(row))
            }
        )?)?

        $(
            $(
                pub static $insert: $crate::engine::BatchStatement =
                    $crate::engine::BatchStatement::insert(stringify!($table), $table::WRITTEN);

                pub fn $insert_values($row: $written) -> Vec<$crate::engine::Value<'_>> {
                    $table::values($row)
                }
            )?
            $(
                $(#[$of_update])*
                pub static $update: $crate::engine::BatchStatement = $crate::engine::BatchStatement::update(
                    stringify!($table),
                    &[$table::kind::$key, $($table::kind::$changed),+],
                );

                pub fn $update_values($row: $written) -> Vec<$crate::engine::Value<'_>> {
                    vec![$table::value::$key($row), $($table::value::$changed($row)),+]
                }
            )*
        )?

        #[allow(unused_imports, dead_code, reason = "not every table needs each part")]
        pub mod $table {
            use super::*;

            $($crate::table::table!(@read $table [$type] $value $columns);)?
            $crate::table::table!(@kind $columns $($unread)?);
            $(
                pub const WRITTEN: &[(&str, $crate::engine::ColumnType)] = &[$(kind::$set),+];

                pub fn values($row: $written) -> Vec<$crate::engine::Value<'_>> {
                    vec![$(value::$set($row)),+]
                }

                /// What each column of a new row holds.
                pub mod value {
                    use super::*;

                    $(
                        pub fn $set($row: $written) -> $crate::engine::Value<'_> {
                            $crate::engine::Value::from($to)
                        }
                    )+
                }
            )?
        }
    };
    (@list $list:ident $alias:ident { $first:ident: $first_kind:ident $(, $column:ident: $kind:ident)* $(,)? }) => {
        #[allow(unused_macros, reason = "some tables are only written")]
        macro_rules! $list {
            () => {
                concat!(
                    stringify!($alias), ".", $crate::table::table!(@name $first)
                    $(, ", ", stringify!($alias), ".", $crate::table::table!(@name $column))*
                )
            };
        }
        #[allow(unused_imports, reason = "few lists are needed in other modules")]
        pub(crate) use $list;
    };
    (@read $table:ident [$type:ty] $value:block { $($column:ident: $kind:ident),+ $(,)? }) => {
        pub fn read(columns: &mut $crate::engine::Columns<'_>) -> Result<$type, $crate::error::Error> {
            $(
                let name = concat!(stringify!($table), ".", $crate::table::table!(@name $column));
                let $column = columns.read_named(name)?;
            )+
            Ok($value)
        }

        /// None if the first column is null, as it is where a left join finds no row.
        pub fn read_joined(
            columns: &mut $crate::engine::Columns<'_>,
        ) -> Result<Option<$type>, $crate::error::Error> {
            let count = [$(stringify!($column)),+].len();
            if columns.skip_null(count)? { Ok(None) } else { read(columns).map(Some) }
        }
    };
    (@kind { $($column:ident: $kind:ident),+ $(,)? } $({ $($unread:ident: $unread_kind:ident),+ $(,)? })?) => {
        /// The name and the type of each column.
        #[allow(non_upper_case_globals, reason = "columns are called as in the database")]
        pub mod kind {
            use $crate::engine::ColumnType;

            $(pub const $column: (&str, ColumnType) = ($crate::table::table!(@name $column), ColumnType::$kind);)+
            $($(
                pub const $unread: (&str, ColumnType) =
                    ($crate::table::table!(@name $unread), ColumnType::$unread_kind);
            )+)?
        }
    };
    // Rust has a use of its own for this name.
    (@name r#type) => { "type" };
    (@name $column:ident) => { stringify!($column) };
}

pub(crate) use table;
