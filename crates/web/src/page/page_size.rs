//! How many rows a page of a list has.

use rules::listed_enum;

listed_enum! {
    /// How many rows a page of a list has. The browser remembers the reader's choice.
    #[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
    pub enum PageSize {
        #[default]
        Small,
        Medium,
        Large,
    }
}

impl PageSize {
    pub const fn rows(self) -> usize {
        match self {
            PageSize::Small => 25,
            PageSize::Medium => 50,
            PageSize::Large => 100,
        }
    }

    /// `None` for any text that isn't an offered size.
    pub fn parse(text: &str) -> Option<PageSize> {
        PageSize::ALL.into_iter().find(|size| size.rows().to_string() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::PageSize;

    #[test]
    fn only_the_sizes_that_are_offered_can_be_chosen() {
        let read = |text| PageSize::parse(text).map(PageSize::rows);
        assert_eq!([read("25"), read("50"), read("100")], [Some(25), Some(50), Some(100)]);
        for other in ["", "0", "1000", "-25", "025", "25 ", "Small"] {
            assert_eq!(read(other), None, "{other:?}");
        }
    }
}
