//! Grants against a model of what was promised: whatever a client, a thief and the clock do in whatever order, a code
//! is good once, an old refresh token ends everything, and nothing comes out of a grant that has ended.
//!
//! Every sequence of acts up to a length is tried, and random ones that are much longer.

mod consent;
mod model;

use model::{Act, Asked, Model, Presented, Told, Which, Why};
use proptest::prelude::*;
use rules::change::{Outcome, Row};
use rules::decisions::grant::{self, Exchange, NewTokens, RefreshGrant};
use rules::grant::{
    ACCESS_SECONDS, AuthorizationCode, CODE_SECONDS, Grant, IDLE_SECONDS, OAuthToken, RETRY_SECONDS,
    TokenKind,
};
use rules::id::{Id, IdKind};
use rules::redirect_uri::RedirectUri;
use rules::refusal::Refusal;
use rules::scope::{Scope, Scopes};
use rules::time::Timestamp;
use rules::world::World;

const URI: &str = "https://app.example/callback";
const VERIFIER: [u8; 32] = [7; 32];

fn id<K: IdKind>(number: u8) -> Id<K> {
    Id::new(1_767_225_600_000, [number; 10])
}

fn granted() -> Scopes {
    [Scope::BalanceRead, Scope::PayoutsRead].into_iter().collect()
}

/// A grant under the rules, beside the model of it.
#[derive(Clone)]
struct Trial {
    grant: Grant,
    model: Model,
    acts: Vec<Act>,
    exchanges: usize,
    tokens: Vec<OAuthToken>,
}

impl Trial {
    fn new() -> Trial {
        let redirect_uri = RedirectUri::parse(URI).expect("an address");
        let grant = Grant {
            id: id(1),
            app: id(1),
            user: id(1),
            account: id(1),
            scopes: granted(),
            created_at: Timestamp::default(),
            code: AuthorizationCode { hash: [9; 32], redirect_uri, challenge: Some(VERIFIER) },
            connected_at: None,
            last_used_at: None,
            ended_at: None,
            refresh: None,
        };
        Trial { grant, model: Model::default(), acts: Vec::new(), exchanges: 0, tokens: Vec::new() }
    }

    fn now(&self) -> Timestamp {
        Timestamp::default().plus_seconds(self.model.seconds)
    }

    /// Does one thing under the rules and to the model, and compares.
    fn act(&mut self, act: Act) {
        let number = u8::try_from(self.acts.len() + 1).expect("a short sequence");
        let before = self.grant.clone();
        let told = self.under_the_rules(act, number);
        let expected = self.model.expect(act, number);
        self.acts.push(act);
        assert_eq!(told, expected, "after {:?}", self.acts);
        self.check(&before, told);
    }

    fn under_the_rules(&mut self, act: Act, number: u8) -> Told {
        let mut world = World::default();
        world.grants.load(self.grant.id, self.grant.clone());
        let now = self.now();
        let decided = match act {
            Act::Wait(_) => return Told::Nothing,
            Act::End => Ok(grant::end_all(&world, id(1), &[self.grant.id], now)),
            Act::Exchange(presented) => grant::exchange(&world, &exchange(presented, number), now),
            Act::RefreshByAnotherApp => {
                let presented = self.model.presented(Which::Given(0)).map_or([0; 32], refresh_hash);
                let wish = RefreshGrant { app: id(2), ..refresh(presented, None, number) };
                grant::refresh(&world, &wish, now)
            }
            Act::Refresh(which, asked) => {
                let presented = self.model.presented(which).map_or([0; 32], refresh_hash);
                grant::refresh(&world, &refresh(presented, scopes(asked), number), now)
            }
        };
        let change = match decided {
            Ok(change) => change,
            Err(Refusal::InvalidGrant) => return Told::Refused(Why::InvalidGrant),
            Err(Refusal::ScopeNotGranted) => return Told::Refused(Why::ScopeNotGranted),
            Err(other) => panic!("{other:?} after {:?}", self.acts),
        };
        for row in change.rows {
            match row {
                Row::Grant(grant) => self.grant = grant,
                Row::Token(token) => self.tokens.push(token),
                other => panic!("{other:?} after {:?}", self.acts),
            }
        }
        match change.outcome {
            Outcome::Grant(_) => Told::Pair(number),
            Outcome::SameTokens(sealed) => Told::Same(sealed[0]),
            Outcome::GrantEnded(_) => Told::GrantEnded,
            Outcome::Done => Told::Nothing,
            other => panic!("{other:?} after {:?}", self.acts),
        }
    }

    /// What must be true whatever the model thinks.
    fn check(&mut self, before: &Grant, told: Told) {
        let acts = &self.acts;
        if matches!((acts.last(), told), (Some(Act::Exchange(_)), Told::Pair(_))) {
            self.exchanges += 1;
        }
        assert!(self.exchanges <= 1, "two exchanges succeeded: {acts:?}");
        if let Some(ended_at) = before.ended_at {
            assert!(!matches!(told, Told::Pair(_) | Told::Same(_)), "tokens of an ended grant: {acts:?}");
            assert_eq!(self.grant.ended_at, Some(ended_at), "an end that moved: {acts:?}");
        }
        if self.grant.ended_at.is_some() {
            assert_eq!(self.grant.refresh, None, "something to refresh in an ended grant: {acts:?}");
        }
        for token in &self.tokens {
            let lifetime = token.expires_at.seconds_after(token.created_at);
            let (allowed, expected) = match token.kind {
                TokenKind::Access => (granted(), ACCESS_SECONDS),
                TokenKind::Refresh => (granted(), IDLE_SECONDS),
            };
            assert!(token.scopes.is_within(allowed) && !token.scopes.is_empty(), "{token:?}: {acts:?}");
            assert_eq!(lifetime, expected, "{acts:?}");
        }
        let of_the_grant = (self.grant.scopes, self.grant.account, self.grant.user, self.grant.app);
        assert_eq!(of_the_grant, (granted(), id(1), id(1), id(1)), "{acts:?}");
    }
}

fn exchange(presented: Presented, number: u8) -> Exchange {
    let other = |is: Presented, yes, no| if presented == is { yes } else { no };
    let uri = if presented == Presented::ForAnotherAddress { "https://app.example/callback/" } else { URI };
    Exchange {
        grant: id(1),
        account: id(1),
        app: id(other(Presented::ByAnotherApp, 2, 1)),
        redirect_uri: uri.to_owned(),
        verifier_hash: match presented {
            Presented::WithoutVerifier => None,
            Presented::WithAnotherVerifier => Some([8; 32]),
            Presented::Rightly | Presented::ByAnotherApp | Presented::ForAnotherAddress => Some(VERIFIER),
        },
        fresh: fresh(number),
    }
}

fn refresh(presented: [u8; 32], scopes: Option<Scopes>, number: u8) -> RefreshGrant {
    RefreshGrant { grant: id(1), account: id(1), app: id(1), presented, scopes, fresh: fresh(number) }
}

fn scopes(asked: Asked) -> Option<Scopes> {
    match asked {
        Asked::Everything => None,
        Asked::Less => Some([Scope::BalanceRead].into_iter().collect()),
        Asked::More => Some([Scope::BalanceRead, Scope::PayoutsWrite].into_iter().collect()),
    }
}

fn fresh(number: u8) -> NewTokens {
    let mut access = refresh_hash(number);
    access[0] = 1;
    NewTokens { access, refresh: refresh_hash(number), sealed_answer: vec![number] }
}

fn refresh_hash(number: u8) -> [u8; 32] {
    let mut hash = [number; 32];
    hash[0] = 2;
    hash
}

/// Everything worth trying at each step.
const ACTS: [Act; 14] = [
    Act::Exchange(Presented::Rightly),
    Act::Exchange(Presented::ByAnotherApp),
    Act::Exchange(Presented::WithoutVerifier),
    Act::Refresh(Which::Given(0), Asked::Everything),
    Act::Refresh(Which::Given(0), Asked::Less),
    Act::Refresh(Which::Given(0), Asked::More),
    Act::Refresh(Which::Given(1), Asked::Everything),
    Act::Refresh(Which::Given(1), Asked::More),
    Act::Refresh(Which::Given(2), Asked::Everything),
    Act::Refresh(Which::Given(2), Asked::More),
    Act::RefreshByAnotherApp,
    Act::Wait(RETRY_SECONDS),
    Act::Wait(IDLE_SECONDS),
    Act::End,
];
const LONGEST: usize = 5;

fn try_all(trial: &Trial, left: usize) -> usize {
    if left == 0 {
        return 1;
    }
    let tried = ACTS.iter().map(|act| {
        let mut next = trial.clone();
        next.act(*act);
        try_all(&next, left - 1)
    });
    1 + tried.sum::<usize>()
}

#[test]
fn a_grant_keeps_every_promise_in_every_short_sequence() {
    let tried = try_all(&Trial::new(), LONGEST);
    assert_eq!(tried, (0..=LONGEST).map(|length| ACTS.len().pow(length as u32)).sum::<usize>());
}

/// From a grant in use, where the long sequences are interesting.
#[test]
fn a_grant_that_was_refreshed_twice_keeps_every_promise_in_every_short_sequence() {
    let mut trial = Trial::new();
    trial.act(Act::Exchange(Presented::Rightly));
    trial.act(Act::Refresh(Which::Given(0), Asked::Everything));
    trial.act(Act::Refresh(Which::Given(0), Asked::Everything));
    try_all(&trial, LONGEST);
}

fn act() -> impl Strategy<Value = Act> {
    let presented = prop_oneof![
        4 => Just(Presented::Rightly),
        1 => Just(Presented::ByAnotherApp),
        1 => Just(Presented::ForAnotherAddress),
        1 => Just(Presented::WithoutVerifier),
        1 => Just(Presented::WithAnotherVerifier),
    ];
    let which = prop_oneof![
        12 => Just(Which::Given(0)),
        6 => Just(Which::Given(1)),
        1 => (2_usize..6).prop_map(Which::Given),
        1 => Just(Which::NeverGiven),
    ];
    let asked = prop_oneof![4 => Just(Asked::Everything), 1 => Just(Asked::Less), 1 => Just(Asked::More)];
    let waits = [1, RETRY_SECONDS - 1, RETRY_SECONDS, CODE_SECONDS, ACCESS_SECONDS, IDLE_SECONDS - 1];
    prop_oneof![
        1 => presented.prop_map(Act::Exchange),
        20 => (which, asked).prop_map(|(which, asked)| Act::Refresh(which, asked)),
        2 => Just(Act::RefreshByAnotherApp),
        6 => proptest::sample::select(waits.to_vec()).prop_map(Act::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn a_grant_keeps_every_promise_in_long_sequences(acts in proptest::collection::vec(act(), 1..150)) {
        let mut trial = Trial::new();
        trial.act(Act::Exchange(Presented::Rightly));
        acts.into_iter().for_each(|act| trial.act(act));
    }

    /// A client that only ever uses the newest token, or repeats the last request, is never locked out.
    #[test]
    fn an_honest_client_keeps_its_grant_for_years(
        steps in proptest::collection::vec((0..IDLE_SECONDS, any::<bool>()), 1..80),
    ) {
        let mut trial = Trial::new();
        trial.act(Act::Exchange(Presented::Rightly));
        for (seconds, answer_got_lost) in steps {
            trial.act(Act::Wait(seconds));
            trial.act(Act::Refresh(Which::Given(0), Asked::Everything));
            if answer_got_lost {
                trial.act(Act::Refresh(Which::Given(1), Asked::Everything));
            }
        }
        prop_assert_eq!(trial.grant.ended_at, None);
    }
}

#[test]
fn a_code_is_good_until_the_last_moment_of_its_minute() {
    for (seconds, told) in
        [(CODE_SECONDS - 1, Told::Pair(2)), (CODE_SECONDS, Told::Refused(Why::InvalidGrant))]
    {
        let mut trial = Trial::new();
        trial.act(Act::Wait(seconds));
        let given = trial.under_the_rules(Act::Exchange(Presented::Rightly), 2);
        assert_eq!(given, told, "after {seconds} s");
    }
}
