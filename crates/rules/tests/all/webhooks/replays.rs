//! Many deliveries again: each once, whichever process does which part, and nothing beyond what was asked for.

use rules::account::Mode;
use rules::change::{Outcome, Row};
use rules::command::WebhookCommand;
use rules::decisions::delivery::{LIVE_REPLAYS_PER_DAY, SANDBOX_REPLAYS_PER_DAY, paused_until};
use rules::delivery::{Delivery, DeliveryStatus, Replay, ReplayKind};
use rules::id::{EventId, ReplayId};
use rules::refusal::Refusal;
use rules::time::Timestamp;
use rules::world::World;

use crate::webhooks::support::{DAY, START, account, act, after, delivery, due, endpoint, id, known, world};

fn start(world: &mut World, kind: ReplayKind) -> ReplayId {
    let replay = Replay {
        id: id(50),
        endpoint: endpoint(),
        account: account(),
        kind,
        from: Timestamp::default(),
        to: Timestamp::from_micros(i64::MAX),
        position: String::new(),
        done: 0,
        created_at: START,
        ended_at: None,
    };
    match act(world, WebhookCommand::StartReplay(replay), START).expect("a replay").outcome {
        Outcome::Replay(replay) => {
            assert_eq!(replay.to, START.plus_micros(1), "what comes later is not part of it");
            replay.id
        }
        other => panic!("{other:?}"),
    }
}

fn step(world: &mut World, replay: ReplayId, from: &str, events: &[EventId], is_last: bool) -> i64 {
    let step = WebhookCommand::StepReplay {
        account: account(),
        endpoint: endpoint(),
        replay,
        from: from.to_owned(),
        events: events.to_vec(),
        seen: if is_last { None } else { events.last().copied() },
    };
    act(world, step, after(60)).expect("never refused");
    world.replays.get(&replay).expect("the replay").done
}

/// One of each status, in the order of [`DeliveryStatus::ALL`].
fn one_of_each(world: &mut World) -> Vec<EventId> {
    let statuses = DeliveryStatus::ALL.into_iter().enumerate();
    statuses
        .map(|(index, status)| {
            let event = due(world, index as u8 + 1);
            let known = delivery(world, event);
            let tried = Delivery { status, tries: 4, attempts: 6, next_at: after(9_000), ..known };
            world.deliveries.load((endpoint(), event), tried);
            event
        })
        .collect()
}

#[test]
fn each_kind_changes_what_it_is_for_and_nothing_else() {
    use DeliveryStatus::{Delivered, Failed, Skipped, Waiting};
    for (kind, becomes) in [
        (ReplayKind::Failed, [Waiting, Delivered, Waiting, Skipped]),
        (ReplayKind::Range, [Waiting; 4]),
        (ReplayKind::Skip, [Skipped, Delivered, Failed, Skipped]),
    ] {
        let mut world = world(Mode::Live);
        let events = one_of_each(&mut world);
        let before: Vec<Delivery> = events.iter().map(|event| delivery(&world, *event)).collect();
        let replay = start(&mut world, kind);
        let done = step(&mut world, replay, "", &events, false);
        let now: Vec<Delivery> = events.iter().map(|event| delivery(&world, *event)).collect();
        assert_eq!(now.iter().map(|delivery| delivery.status).collect::<Vec<_>>(), becomes, "{kind:?}");
        assert_eq!(done as usize, before.iter().zip(&now).filter(|(before, now)| before != now).count());
        for again in now.iter().filter(|delivery| delivery.next_at == after(60)) {
            assert_eq!((again.tries, again.attempts), (0, 6), "from the beginning, with its log");
        }
    }
}

#[test]
fn a_part_that_two_processes_do_is_done_once() {
    let mut world = world(Mode::Live);
    let events = one_of_each(&mut world);
    let replay = start(&mut world, ReplayKind::Range);
    assert_eq!(step(&mut world, replay, "", &events[..2], false), 2);
    assert_eq!(step(&mut world, replay, "", &events[..2], false), 2, "the second finds it done");
    let position = events[1].to_string();
    assert_eq!(step(&mut world, replay, &position, &events[2..], false), 4);
    let position = events[3].to_string();
    step(&mut world, replay, &position, &[], true);
    assert!(world.replays.get(&replay).expect("the replay").ended_at.is_some());
    assert_eq!(step(&mut world, replay, &position, &events, false), 4, "an end is an end");
}

#[test]
fn one_delivery_is_sent_again_whatever_became_of_it() {
    let mut world = world(Mode::Live);
    for event in one_of_each(&mut world) {
        act(&mut world, WebhookCommand::ReplayOne(account(), endpoint(), event), after(60))
            .expect("a replay");
        let again = delivery(&world, event);
        assert_eq!((again.status, again.next_at), (DeliveryStatus::Waiting, after(60)));
    }
    let unknown = act(&mut world, WebhookCommand::ReplayOne(account(), endpoint(), id(77)), after(60));
    assert!(unknown.is_err());
}

#[test]
fn an_endpoint_has_so_many_deliveries_sent_again_in_a_day() {
    for (mode, per_day) in [(Mode::Live, LIVE_REPLAYS_PER_DAY), (Mode::Test, SANDBOX_REPLAYS_PER_DAY)] {
        let mut world = world(mode);
        let event = due(&mut world, 1);
        let again = |world: &mut World, now| {
            act(world, WebhookCommand::ReplayOne(account(), endpoint(), event), now).map(drop)
        };
        let sent = (0..2 * per_day).take_while(|_| again(&mut world, START).is_ok()).count() as i64;
        // The last one may begin when a part of an allowance is left.
        assert!((per_day..=per_day + 1).contains(&sent), "{mode:?}: {sent}");
        let refused = again(&mut world, START).expect_err("used up");
        assert!(matches!(refused, Refusal::ReplayedTooOften { seconds: 1..=20 }), "{refused:?}");
        let sent = (0..2 * per_day).take_while(|_| again(&mut world, after(DAY / 2)).is_ok()).count() as i64;
        assert!(
            (per_day / 2 - 1..=per_day / 2 + 1).contains(&sent),
            "{mode:?}: {sent} more after half a day"
        );
    }
}

#[test]
fn a_replay_pauses_at_the_limit_of_its_endpoint_and_goes_on_where_it_was() {
    let mut world = world(Mode::Test);
    let events = one_of_each(&mut world);
    let replay = start(&mut world, ReplayKind::Range);
    assert_eq!(step(&mut world, replay, "", &events[..1], false), 1);
    let charged = known(&world).replays_whole_at.micros() - START.micros();
    assert_eq!(charged, 11 * 8_640_000, "the start counts as ten, a delivery as one");

    let mut endpoint = known(&world).clone();
    endpoint.replays_whole_at = after(60 + DAY + 30);
    world.put(Row::Endpoint(endpoint));
    assert_eq!(paused_until(known(&world), after(60)), Some(after(90)));
    let position = events[0].to_string();
    assert_eq!(step(&mut world, replay, &position, &events[1..], false), 1, "it waits");
    assert_eq!(world.replays.get(&replay).expect("the replay").position, position);
    let mut endpoint = known(&world).clone();
    endpoint.replays_whole_at = after(60 + DAY);
    world.put(Row::Endpoint(endpoint));
    assert_eq!(step(&mut world, replay, &position, &events[1..], false), 4);
}

#[test]
fn what_waits_can_be_skipped_at_the_limit() {
    let mut world = world(Mode::Test);
    let events = one_of_each(&mut world);
    let mut endpoint = known(&world).clone();
    endpoint.replays_whole_at = after(9 * DAY);
    world.put(Row::Endpoint(endpoint));
    let replay = start(&mut world, ReplayKind::Skip);
    assert_eq!(step(&mut world, replay, "", &events, false), 1);
    assert_eq!(known(&world).replays_whole_at, after(9 * DAY), "skipping is not counted");
}
