### Dates, times and lists. The code in `src/dates.rs`, `src/durations.rs` and `src/lists.rs` fills them.

## Dates

# The number of a day; some languages have an ordinal for the first.
date-day =
    { $day ->
        [1] 1er
       *[other] { $day }
    }
date-month =
    { $month ->
        [1] janvier
        [2] février
        [3] mars
        [4] avril
        [5] mai
        [6] juin
        [7] juillet
        [8] août
        [9] septembre
        [10] octobre
        [11] novembre
       *[12] décembre
    }
date-month-short =
    { $month ->
        [1] janv.
        [2] févr.
        [3] mars
        [4] avr.
        [5] mai
        [6] juin
        [7] juil.
        [8] août
        [9] sept.
        [10] oct.
        [11] nov.
       *[12] déc.
    }
date-weekday =
    { $weekday ->
        [1] lundi
        [2] mardi
        [3] mercredi
        [4] jeudi
        [5] vendredi
        [6] samedi
       *[7] dimanche
    }
date-long = { $day } { $month } { $year }
date-medium = { $day } { $month } { $year }
date-weekday-day = { $weekday } { $day } { $month }
date-day-and-month = { $day } { $month }
date-month-and-year = { $month } { $year }
date-numeric = { $day }/{ $month }/{ $year }
date-with-time = { $date }, { $time } { $zone }
date-with-local-time = { $date }, { $time }
date-range = { $start } – { $end }

## How far away something is

time-now = maintenant
time-in-seconds =
    { $count ->
        [one] dans { $count } seconde
       *[other] dans { $count } secondes
    }
time-in-minutes =
    { $count ->
        [one] dans { $count } minute
       *[other] dans { $count } minutes
    }
time-in-hours =
    { $count ->
        [one] dans { $count } heure
       *[other] dans { $count } heures
    }
time-in-days =
    { $count ->
        [one] dans { $count } jour
       *[other] dans { $count } jours
    }
time-seconds-ago =
    { $count ->
        [one] il y a { $count } seconde
       *[other] il y a { $count } secondes
    }
time-minutes-ago =
    { $count ->
        [one] il y a { $count } minute
       *[other] il y a { $count } minutes
    }
time-hours-ago =
    { $count ->
        [one] il y a { $count } heure
       *[other] il y a { $count } heures
    }
time-days-ago =
    { $count ->
        [one] il y a { $count } jour
       *[other] il y a { $count } jours
    }

## How long something lasts

time-seconds =
    { $count ->
        [one] { $count } seconde
       *[other] { $count } secondes
    }
time-minutes =
    { $count ->
        [one] { $count } minute
       *[other] { $count } minutes
    }
time-hours =
    { $count ->
        [one] { $count } heure
       *[other] { $count } heures
    }
time-days =
    { $count ->
        [one] { $count } jour
       *[other] { $count } jours
    }
time-business-days =
    { $count ->
        [one] { $count } jour ouvré
       *[other] { $count } jours ouvrés
    }

## Lists in a sentence

list-middle = { $start }, { $next }
list-last = { $start } et { $last }
# Spanish has another word before the sound of an i.
list-last-before-i = { $start } et { $last }
