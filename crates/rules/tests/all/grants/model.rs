//! What was promised about grants, and nothing about how it is kept.

use rules::grant::{CODE_SECONDS, IDLE_SECONDS, RETRY_SECONDS};

/// How a code is presented: as it must be, or with one thing wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presented {
    Rightly,
    ByAnotherApp,
    ForAnotherAddress,
    WithoutVerifier,
    WithAnotherVerifier,
}

/// Which refresh token is presented, counted back from the newest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    Given(usize),
    NeverGiven,
}

/// How much is asked for with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    Everything,
    Less,
    More,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Exchange(Presented),
    Refresh(Which, Asked),
    RefreshByAnotherApp,
    Wait(i64),
    /// The user disconnects the app.
    End,
}

/// What the one who acts is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// New tokens, by the number of the act.
    Pair(u8),
    /// The tokens of an earlier act.
    Same(u8),
    GrantEnded,
    Refused(Why),
    Nothing,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    InvalidGrant,
    ScopeNotGranted,
}

#[derive(Clone, Default)]
pub struct Model {
    pub seconds: i64,
    is_exchanged: bool,
    is_ended: bool,
    /// The acts that gave refresh tokens, oldest first.
    given: Vec<u8>,
    /// The one that the newest was given for.
    previous: Option<u8>,
    given_at: i64,
}

impl Model {
    pub fn presented(&self, which: Which) -> Option<u8> {
        match which {
            Which::Given(back) => self.given.iter().rev().nth(back).copied(),
            Which::NeverGiven => None,
        }
    }

    pub fn expect(&mut self, act: Act, number: u8) -> Told {
        match act {
            Act::Wait(seconds) => {
                self.seconds += seconds;
                Told::Nothing
            }
            Act::End => {
                self.is_ended = true;
                Told::Nothing
            }
            _ if self.is_ended => Told::Refused(Why::InvalidGrant),
            Act::Exchange(presented) => self.expect_exchange(presented, number),
            Act::RefreshByAnotherApp => Told::Refused(Why::InvalidGrant),
            Act::Refresh(..) if !self.is_exchanged || self.seconds - self.given_at >= IDLE_SECONDS => {
                Told::Refused(Why::InvalidGrant)
            }
            Act::Refresh(which, asked) => self.expect_refresh(which, asked, number),
        }
    }

    fn expect_exchange(&mut self, presented: Presented, number: u8) -> Told {
        if self.is_exchanged || self.seconds < CODE_SECONDS && presented != Presented::Rightly {
            self.is_ended = true;
            return Told::GrantEnded;
        }
        if self.seconds >= CODE_SECONDS {
            return Told::Refused(Why::InvalidGrant);
        }
        self.is_exchanged = true;
        self.give(None, number)
    }

    fn expect_refresh(&mut self, which: Which, asked: Asked, number: u8) -> Told {
        let presented = self.presented(which);
        let is_newest = presented.is_some() && presented == self.given.last().copied();
        let is_previous = presented.is_some() && presented == self.previous;
        if !is_newest && !is_previous {
            self.is_ended = true;
            return Told::GrantEnded;
        }
        if asked == Asked::More {
            return Told::Refused(Why::ScopeNotGranted);
        }
        if is_previous && self.seconds - self.given_at < RETRY_SECONDS {
            return Told::Same(*self.given.last().expect("one was given"));
        }
        self.give(presented, number)
    }

    fn give(&mut self, previous: Option<u8>, number: u8) -> Told {
        self.previous = previous;
        self.given.push(number);
        self.given_at = self.seconds;
        Told::Pair(number)
    }
}
