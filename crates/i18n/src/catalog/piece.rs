//! What texts consist of.

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Piece {
    Text(String),
    Variable(String),
    Select(Select),
    /// One of the tags that `markup` knows, as it is written.
    Tag(&'static str),
    /// The start of a link to where the variable says.
    Link(String),
}

/// A choice between texts by the value of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Select {
    pub(crate) variable: String,
    pub(crate) variants: Vec<(VariantKey, Vec<Piece>)>,
    /// Which of the variants applies if no other does.
    pub(crate) default: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum VariantKey {
    /// A plural category, or a text.
    Name(String),
    Number(i64),
}
