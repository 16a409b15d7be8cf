//! Enums without names, of which all values are listed.

/// Defines an enum with a list of all its values.
#[macro_export]
macro_rules! listed_enum {
    (
        $(#[$attribute:meta])*
        $visibility:vis enum $type:ident {
            $($(#[$of_value:meta])* $value:ident,)+
        }
    ) => {
        $(#[$attribute])*
        $visibility enum $type {
            $($(#[$of_value])* $value,)+
        }

        impl $type {
            $visibility const ALL: [$type; [$(stringify!($value)),+].len()] = [$($type::$value),+];
        }
    };
}
