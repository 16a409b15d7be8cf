//! Money in and out, day by day: bars above and below a line, on one scale. Whole numbers only; the page stretches
//! the picture to its width, so that texts stay outside it.

use i18n::Locale;
use rules::money::{Amount, MICROS_PER_UNIT};

/// How wide one day is drawn, and the bar inside it.
const DAY: usize = 24;
const BAR: usize = 14;
/// How tall one step of the scale is drawn.
const STEP: u128 = 60;
/// About as many steps as the scale has.
const STEPS: u128 = 4;
/// What moved at all is seen, however little it was.
const LEAST: u128 = 2;
/// Days between two labels below the bars.
const WEEK: usize = 7;

pub struct Day {
    pub label: String,
    pub money_in: Amount,
    pub money_out: Amount,
}

/// What the macro `chart` draws.
pub struct Chart {
    pub width: usize,
    pub height: u128,
    /// Where the line between in and out is.
    pub zero: u128,
    /// From top to bottom.
    pub ticks: Vec<Tick>,
    pub bars: Vec<Bars>,
    pub total_in: Amount,
    pub total_out: Amount,
    /// Nothing moved.
    pub is_quiet: bool,
}

pub struct Tick {
    pub y: u128,
    pub label: String,
}

/// The bars of one day.
pub struct Bars {
    pub label: String,
    /// Whether its label stands below the bars, too.
    pub is_labelled: bool,
    /// Left edge of the day, and of its bars.
    pub x: usize,
    pub bar_x: usize,
    pub money_in: Amount,
    pub money_out: Amount,
    /// The bar above starts here and ends at the line; the bar below starts at the line.
    pub in_y: u128,
    pub in_height: u128,
    pub out_height: u128,
}

/// A negative amount is drawn as nothing.
pub fn chart(locale: Locale, days: &[Day]) -> Chart {
    let max_in = days.iter().map(|day| size(day.money_in)).max().unwrap_or(0);
    let max_out = days.iter().map(|day| size(day.money_out)).max().unwrap_or(0);
    let step = step(max_in + max_out);
    let (above, below) = (max_in.div_ceil(step), max_out.div_ceil(step));
    let is_quiet = above + below == 0;
    let above = if is_quiet { 1 } else { above };
    let zero = above * STEP;
    let bars = |(index, day): (usize, &Day)| {
        let in_height = height(size(day.money_in), step);
        Bars {
            label: day.label.clone(),
            is_labelled: (days.len() - 1 - index).is_multiple_of(WEEK),
            x: index * DAY,
            bar_x: index * DAY + (DAY - BAR) / 2,
            money_in: day.money_in,
            money_out: day.money_out,
            in_y: zero - in_height,
            in_height,
            out_height: height(size(day.money_out), step),
        }
    };
    Chart {
        width: days.len().max(1) * DAY,
        height: (above + below) * STEP,
        zero,
        ticks: (0..=above + below).map(|row| tick(locale, row, above, step)).collect(),
        bars: days.iter().enumerate().map(bars).collect(),
        total_in: total(days.iter().map(|day| day.money_in)),
        total_out: total(days.iter().map(|day| day.money_out)),
        is_quiet,
    }
}

fn size(amount: Amount) -> u128 {
    u128::try_from(amount.micros()).unwrap_or(0)
}

fn total(amounts: impl Iterator<Item = Amount>) -> Amount {
    amounts.fold(Amount::ZERO, |sum, amount| sum.checked_add(amount).unwrap_or(Amount::from_micros(i64::MAX)))
}

/// The smallest of 1, 2, 5, 10, 20, 50 … with which the range has about `STEPS` steps.
fn step(range: u128) -> u128 {
    let rough = range.div_ceil(STEPS).max(1);
    let mut power = 1;
    while power * 10 <= rough {
        power *= 10;
    }
    [1, 2, 5, 10].map(|digit| digit * power).into_iter().find(|step| *step >= rough).unwrap_or(power * 10)
}

fn height(size: u128, step: u128) -> u128 {
    if size == 0 { 0 } else { (size * STEP / step).max(LEAST) }
}

fn tick(locale: Locale, row: u128, above: u128, step: u128) -> Tick {
    Tick { y: row * STEP, label: compact(locale, step * above.abs_diff(row)) }
}

/// A round number in few letters: `0.5`, `200`, `20k`, `5M`.
fn compact(locale: Locale, micros: u128) -> String {
    let unit = u128::from(MICROS_PER_UNIT.unsigned_abs());
    let number = |scale: u128| {
        let scaled = i64::try_from(micros / scale).unwrap_or(i64::MAX);
        locale.short_number(Amount::from_micros(scaled))
    };
    match micros / unit {
        1_000_000_000.. => locale.text_with("chart-billions", &[("number", &number(1_000_000_000))]),
        1_000_000.. => locale.text_with("chart-millions", &[("number", &number(1_000_000))]),
        1_000.. => locale.text_with("chart-thousands", &[("number", &number(1_000))]),
        0..1_000 => number(1),
    }
}

#[cfg(test)]
mod tests {
    use i18n::Locale;
    use rules::language::Language;
    use rules::money::Amount;

    use super::{Chart, Day, chart, compact, step};

    fn of(days: &[(i64, i64)]) -> Chart {
        let day = |(money_in, money_out): &(i64, i64)| Day {
            label: "1 Nov".to_owned(),
            money_in: Amount::from_micros(*money_in),
            money_out: Amount::from_micros(*money_out),
        };
        chart(Locale::ENGLISH, &days.iter().map(day).collect::<Vec<_>>())
    }

    fn assert_inside(chart: &Chart) {
        for bars in &chart.bars {
            assert!(bars.bar_x + super::BAR <= chart.width);
            assert_eq!(bars.in_y + bars.in_height, chart.zero);
            assert!(chart.zero + bars.out_height <= chart.height);
        }
        assert_eq!(chart.ticks.first().map(|tick| tick.y), Some(0));
        assert_eq!(chart.ticks.last().map(|tick| tick.y), Some(chart.height));
        assert!(chart.ticks.len() <= 8, "{}", chart.ticks.len());
    }

    #[test]
    fn nothing_is_drawn_for_no_days_and_for_days_of_nothing() {
        for days in [&[][..], &[(0, 0); 30][..]] {
            let chart = of(days);
            assert!(chart.is_quiet && chart.height > 0 && chart.width > 0);
            assert!(chart.bars.iter().all(|bars| bars.in_height == 0 && bars.out_height == 0));
            assert_inside(&chart);
        }
    }

    #[test]
    fn one_huge_day_leaves_the_others_visible() {
        let mut days = [(1, 1); 30];
        days[12] = (i64::MAX, i64::MAX);
        let chart = of(&days);
        assert_inside(&chart);
        assert!(chart.bars.iter().all(|bars| bars.in_height >= 2 && bars.out_height >= 2));
        assert_eq!(chart.total_in.micros(), i64::MAX, "a total that does not fit is the most there is");
    }

    #[test]
    fn in_and_out_share_one_scale() {
        let chart = of(&[(4_000_000, 0), (0, 2_000_000), (-5, -5)]);
        assert_inside(&chart);
        let heights: Vec<_> = chart.bars.iter().map(|bars| (bars.in_height, bars.out_height)).collect();
        assert_eq!(heights, [(120, 0), (0, 60), (0, 0)]);
        let labels: Vec<_> = chart.ticks.iter().map(|tick| tick.label.as_str()).collect();
        assert_eq!(labels, ["4", "2", "0", "2"]);
    }

    #[test]
    fn the_last_day_and_every_week_before_it_have_a_label() {
        let labelled: Vec<bool> = of(&[(1, 0); 9]).bars.iter().map(|bars| bars.is_labelled).collect();
        assert_eq!(labelled, [false, true, false, false, false, false, false, false, true]);
    }

    #[test]
    fn steps_are_round_and_labels_short() {
        for (range, round) in [(0, 1), (4, 1), (5, 2), (9, 5), (21, 10), (410, 200), (4_000_000, 1_000_000)] {
            assert_eq!(step(range), round, "{range}");
        }
        let labels = [
            (0, "0"),
            (1, "0.000001"),
            (500_000, "0.5"),
            (200_000_000, "200"),
            (20_000_000_000, "20k"),
            (2_500_000_000, "2.5k"),
            (5_000_000_000_000, "5M"),
            (2_000_000_000_000_000, "2B"),
        ];
        for (micros, label) in labels {
            assert_eq!(compact(Locale::ENGLISH, micros), label);
        }
        let portuguese = Locale::from(Language::Portuguese);
        assert_eq!(compact(portuguese, 2_500_000_000), "2,5\u{a0}mil");
        assert_eq!(compact(portuguese, 500_000), "0,5");
    }
}
