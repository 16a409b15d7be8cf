//! What is true at the end, by the events in the database and by what each receiver saw.

use rules::id::EventId;

use super::field::{Field, Placed};
use crate::table::Table;
use crate::units;
use crate::webhooks::books::{self, States};
use crate::webhooks::receiver::Conduct;

/// At a kill, so many can have reached one endpoint without a record of it: more are not sent ahead.
const MAX_UNNOTED: u64 = 512;

pub struct Verdict {
    pub text: String,
    pub faults: Vec<String>,
}

pub async fn judge(field: &Field<'_>, kills: u64) -> Result<Verdict, String> {
    let took = field.began.elapsed();
    let (mut events, states) = (books::events(&field.place).await?, books::states(&field.place).await?);
    events.retain(|(id, _)| !field.before.contains(id));
    let mut table =
        Table::new(2, &["endpoint", "asked for", "wanted", "arrived", "again", "waiting", "failed"]);
    let (mut faults, mut arrived) = (Vec::new(), 0);
    for endpoint in &field.endpoints {
        let wanted: Vec<EventId> =
            events.iter().filter(|event| endpoint.wants(&event.1)).map(|event| event.0).collect();
        faults.extend(endpoint.faults(&wanted, &states, kills));
        let count = |status: &str| units::thousands(endpoint.count(&states, status));
        arrived += endpoint.count(&states, "delivered");
        table.row(vec![
            format!("{:?}", endpoint.conduct),
            if endpoint.types.is_empty() {
                "everything".to_owned()
            } else {
                format!("{} types", endpoint.types.len())
            },
            units::thousands(wanted.len() as u64),
            units::thousands(endpoint.arrivals.count()),
            units::thousands(endpoint.arrivals.again().0),
            count("waiting"),
            count("failed"),
        ]);
    }
    let (events, arrived) = (units::thousands(events.len() as u64), units::thousands(arrived));
    let took = units::duration(took);
    Ok(Verdict {
        text: format!("{}\n{events} events, {arrived} deliveries in {took}\n", table.text()),
        faults,
    })
}

impl Placed {
    fn wants(&self, kind: &str) -> bool {
        self.types.is_empty() || self.types.contains(&kind)
    }

    fn count(&self, states: &States, status: &str) -> u64 {
        states.get(&(self.id.clone(), status.to_owned())).copied().unwrap_or(0)
    }

    /// What must not be.
    fn faults(&self, wanted: &[EventId], states: &States, kills: u64) -> Vec<String> {
        let mut faults = Vec::new();
        let mut fault = |is_wrong: bool, what: String| {
            if is_wrong {
                faults.push(format!("{:?} {}: {what}", self.conduct, self.id));
            }
        };
        let asked = wanted.len() as u64;
        let [delivered, waiting, failed] =
            ["delivered", "waiting", "failed"].map(|status| self.count(states, status));
        let known = delivered + waiting + failed;
        fault(known != asked, format!("{known} deliveries of {asked} events"));
        match self.conduct {
            Conduct::Good => {
                let (missing, (again, _)) = (self.arrivals.missing(wanted), self.arrivals.again());
                fault(!missing.is_empty(), format!("{} events never arrived", missing.len()));
                fault(self.arrivals.count() != asked, "it received events without a subscription".to_owned());
                fault(again > kills * MAX_UNNOTED, format!("{again} arrived twice"));
                fault(delivered != asked, format!("only {delivered} are recorded as delivered"));
            }
            Conduct::Broken | Conduct::Hangs | Conduct::Dead | Conduct::Drips => {
                fault(delivered > 0, format!("{delivered} are recorded as delivered, but none was"));
            }
            Conduct::Slow => {}
        }
        faults
    }
}
