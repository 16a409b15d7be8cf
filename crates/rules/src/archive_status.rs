//! Whether something can be used for new transfers. What is archived stays so.

use crate::named_enum;

named_enum! {
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ArchiveStatus {
        Active = "active",
        Archived = "archived",
    }
}
