//! Whether something can be used for new transfers. What is archived stays so.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArchiveStatus {
    Active,
    Archived,
}

impl ArchiveStatus {
    pub const ALL: [ArchiveStatus; 2] = [ArchiveStatus::Active, ArchiveStatus::Archived];
    pub const NAMES: [&str; 2] = [ArchiveStatus::Active.name(), ArchiveStatus::Archived.name()];

    pub const fn name(self) -> &'static str {
        match self {
            ArchiveStatus::Active => "active",
            ArchiveStatus::Archived => "archived",
        }
    }

    pub fn parse(name: &str) -> Option<ArchiveStatus> {
        ArchiveStatus::ALL.into_iter().find(|archive_status| archive_status.name() == name)
    }
}
