//! Who may use how many of the lookups and connections that webhooks need at the same time. Each webhook under way
//! holds a slot in every share that it belongs to, and a full share refuses only the webhooks that belong to it:
//! test webhooks never take the last slots from live ones, no sponsor and no site takes all slots of a mode, and no
//! sponsor takes all slots of a site.

use std::collections::HashMap;

use crate::account::Mode;
use crate::id::AccountId;

/// Test webhooks get at most this part of all slots; live webhooks may use every slot.
const PART_OF_TEST: usize = 2;
/// One sponsor gets at most this part of the slots of its mode.
const PART_OF_A_SPONSOR: usize = 16;
/// All webhooks to one site get at most this part of the slots of their mode: many customers can share a site.
const PART_OF_A_SITE: usize = 8;
/// One sponsor may take this part of the slots of a site that are left: many customers of a hosting platform share its
/// site, and a few of them with slow receivers must not delay the others.
const PART_OF_A_SPONSOR_AT_A_SITE: usize = 3;
/// With fewer slots than this, shares would have to overlap.
pub const MIN_SLOTS: usize = PART_OF_TEST * PART_OF_A_SPONSOR;

/// Whose webhooks these are. A sponsor is the account itself, or the one that a simulated person was made up for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sender {
    pub mode: Mode,
    pub sponsor: AccountId,
}

/// Who holds a slot, and the site that the webhook goes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    pub sender: Sender,
    pub site: String,
}

/// A part of the slots, which can be full by itself.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    All,
    Test,
    Sponsor(Sender),
    Site(Mode, String),
    /// Shrinks while others take slots of the site.
    SponsorAtSite(Sender, String),
}

impl Holder {
    pub fn shares(&self) -> Vec<Share> {
        let of_all = match self.sender.mode {
            Mode::Live => vec![Share::All],
            Mode::Test => vec![Share::Test, Share::All],
        };
        let own = [
            Share::Sponsor(self.sender),
            Share::Site(self.sender.mode, self.site.clone()),
            Share::SponsorAtSite(self.sender, self.site.clone()),
        ];
        own.into_iter().chain(of_all).collect()
    }
}

/// How many slots are taken in each share.
#[derive(Clone, Debug)]
pub struct ConnectionSlots {
    most: usize,
    taken: HashMap<Share, usize>,
}

impl ConnectionSlots {
    /// At least [`MIN_SLOTS`].
    pub fn new(most: usize) -> ConnectionSlots {
        ConnectionSlots { most: most.max(MIN_SLOTS), taken: HashMap::new() }
    }

    /// How many slots a share has.
    pub fn most(&self, share: &Share) -> usize {
        match share {
            Share::All => self.most,
            Share::Test => self.max_of(Mode::Test),
            Share::Sponsor(sender) => self.max_of(sender.mode) / PART_OF_A_SPONSOR,
            Share::Site(mode, _) => self.max_of(*mode) / PART_OF_A_SITE,
            Share::SponsorAtSite(sender, site) => {
                let site = Share::Site(sender.mode, site.clone());
                let left = self.most(&site).saturating_sub(self.taken(&site));
                left.div_ceil(PART_OF_A_SPONSOR_AT_A_SITE)
            }
        }
    }

    fn max_of(&self, mode: Mode) -> usize {
        match mode {
            Mode::Live => self.most,
            Mode::Test => self.most / PART_OF_TEST,
        }
    }

    pub fn taken(&self, share: &Share) -> usize {
        self.taken.get(share).copied().unwrap_or_default()
    }

    /// Takes a slot in every share of this holder, or says which share is full; then nothing is taken.
    pub fn take(&mut self, holder: &Holder) -> Result<(), Share> {
        let shares = holder.shares();
        match shares.iter().find(|share| self.taken(share) >= self.most(share)) {
            Some(full) => Err(full.clone()),
            None => {
                shares.into_iter().for_each(|share| *self.taken.entry(share).or_default() += 1);
                Ok(())
            }
        }
    }

    /// Gives back what [`ConnectionSlots::take`] took. An unused share is forgotten.
    pub fn give_back(&mut self, holder: &Holder) {
        for share in holder.shares() {
            match self.taken(&share) {
                0 => panic!("{share:?} gave back more places than it took"),
                1 => drop(self.taken.remove(&share)),
                taken => drop(self.taken.insert(share, taken - 1)),
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }
}
