### Dates, times and lists. The code in `src/dates.rs`, `src/durations.rs` and `src/lists.rs` fills them.

## Dates

# The number of a day; some languages have an ordinal for the first.
date-day =
    { $day ->
       *[other] { $day }
    }
date-month =
    { $month ->
        [1] January
        [2] February
        [3] March
        [4] April
        [5] May
        [6] June
        [7] July
        [8] August
        [9] September
        [10] October
        [11] November
       *[12] December
    }
date-month-short =
    { $month ->
        [1] Jan
        [2] Feb
        [3] Mar
        [4] Apr
        [5] May
        [6] Jun
        [7] Jul
        [8] Aug
        [9] Sept
        [10] Oct
        [11] Nov
       *[12] Dec
    }
date-weekday =
    { $weekday ->
        [1] Monday
        [2] Tuesday
        [3] Wednesday
        [4] Thursday
        [5] Friday
        [6] Saturday
       *[7] Sunday
    }
date-long = { $day } { $month } { $year }
date-medium = { $day } { $month } { $year }
date-weekday-day = { $weekday }, { $day } { $month }
date-day-and-month = { $day } { $month }
date-month-and-year = { $month } { $year }
date-numeric = { $year }-{ $month }-{ $day }
date-with-time = { $date }, { $time } { $zone }
date-with-local-time = { $date }, { $time }
date-range = { $start } – { $end }

## How far away something is

time-now = now
time-in-seconds =
    { $count ->
        [one] in { $count } second
       *[other] in { $count } seconds
    }
time-in-minutes =
    { $count ->
        [one] in { $count } minute
       *[other] in { $count } minutes
    }
time-in-hours =
    { $count ->
        [one] in { $count } hour
       *[other] in { $count } hours
    }
time-in-days =
    { $count ->
        [one] in { $count } day
       *[other] in { $count } days
    }
time-seconds-ago =
    { $count ->
        [one] { $count } second ago
       *[other] { $count } seconds ago
    }
time-minutes-ago =
    { $count ->
        [one] { $count } minute ago
       *[other] { $count } minutes ago
    }
time-hours-ago =
    { $count ->
        [one] { $count } hour ago
       *[other] { $count } hours ago
    }
time-days-ago =
    { $count ->
        [one] { $count } day ago
       *[other] { $count } days ago
    }

## How long something lasts

time-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
time-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
time-hours =
    { $count ->
        [one] { $count } hour
       *[other] { $count } hours
    }
time-days =
    { $count ->
        [one] { $count } day
       *[other] { $count } days
    }
time-business-days =
    { $count ->
        [one] { $count } business day
       *[other] { $count } business days
    }

## Lists in a sentence

list-middle = { $start }, { $next }
list-last = { $start } and { $last }
# Spanish has another word before the sound of an i.
list-last-before-i = { $start } and { $last }
