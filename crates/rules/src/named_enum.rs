//! Enums whose values have names: in the database, in the API and in logs. One definition gives the names, the list of
//! all values, and parsing. The tests of the store prove that the database checks for the same names.

/// Defines an enum with a name for each value, in one order: `Live = "live"`.
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$of_value:meta])* $value:ident = $name:literal,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$of_value])* $value,)+
        }

        #[allow(dead_code, reason = "not every enum needs each of these")]
        impl $type {
            $visibility const ALL: [$type; [$($name),+].len()] = [$($type::$value),+];
            $visibility const NAMES: [&'static str; [$($name),+].len()] = [$($name),+];

            $visibility const fn name(self) -> &'static str {
                match self {
                    $($type::$value => $name,)+
                }
            }

            $visibility fn parse(name: &str) -> Option<$type> {
                $type::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}
