//! Whether something can be used for new transfers. What is archived stays so.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    Active,
    Archived,
}

impl Standing {
    pub const ALL: [Standing; 2] = [Standing::Active, Standing::Archived];
    pub const NAMES: [&str; 2] = [Standing::Active.name(), Standing::Archived.name()];

    pub const fn name(self) -> &'static str {
        match self {
            Standing::Active => "active",
            Standing::Archived => "archived",
        }
    }

    pub fn parse(name: &str) -> Option<Standing> {
        Standing::ALL.into_iter().find(|standing| standing.name() == name)
    }
}
