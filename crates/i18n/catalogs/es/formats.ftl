### Dates, times and lists. The code in `src/dates.rs`, `src/durations.rs` and `src/lists.rs` fills them.

## Dates

# The number of a day; some languages have an ordinal for the first.
date-day =
    { $day ->
       *[other] { $day }
    }
date-month =
    { $month ->
        [1] enero
        [2] febrero
        [3] marzo
        [4] abril
        [5] mayo
        [6] junio
        [7] julio
        [8] agosto
        [9] septiembre
        [10] octubre
        [11] noviembre
       *[12] diciembre
    }
date-month-short =
    { $month ->
        [1] ene
        [2] feb
        [3] mar
        [4] abr
        [5] may
        [6] jun
        [7] jul
        [8] ago
        [9] sept
        [10] oct
        [11] nov
       *[12] dic
    }
date-weekday =
    { $weekday ->
        [1] lunes
        [2] martes
        [3] miércoles
        [4] jueves
        [5] viernes
        [6] sábado
       *[7] domingo
    }
date-long = { $day } de { $month } de { $year }
date-medium = { $day } { $month } { $year }
date-weekday-day = { $weekday }, { $day } de { $month }
date-day-and-month = { $day } { $month }
date-month-and-year = { $month } de { $year }
date-numeric = { $day }/{ $month }/{ $year }
date-with-time = { $date }, { $time } { $zone }
date-with-local-time = { $date }, { $time }
date-range = { $start } – { $end }

## How far away something is

time-now = ahora
time-in-seconds =
    { $count ->
        [one] dentro de { $count } segundo
       *[other] dentro de { $count } segundos
    }
time-in-minutes =
    { $count ->
        [one] dentro de { $count } minuto
       *[other] dentro de { $count } minutos
    }
time-in-hours =
    { $count ->
        [one] dentro de { $count } hora
       *[other] dentro de { $count } horas
    }
time-in-days =
    { $count ->
        [one] dentro de { $count } día
       *[other] dentro de { $count } días
    }
time-seconds-ago =
    { $count ->
        [one] hace { $count } segundo
       *[other] hace { $count } segundos
    }
time-minutes-ago =
    { $count ->
        [one] hace { $count } minuto
       *[other] hace { $count } minutos
    }
time-hours-ago =
    { $count ->
        [one] hace { $count } hora
       *[other] hace { $count } horas
    }
time-days-ago =
    { $count ->
        [one] hace { $count } día
       *[other] hace { $count } días
    }

## How long something lasts

time-seconds =
    { $count ->
        [one] { $count } segundo
       *[other] { $count } segundos
    }
time-minutes =
    { $count ->
        [one] { $count } minuto
       *[other] { $count } minutos
    }
time-hours =
    { $count ->
        [one] { $count } hora
       *[other] { $count } horas
    }
time-days =
    { $count ->
        [one] { $count } día
       *[other] { $count } días
    }
time-business-days =
    { $count ->
        [one] { $count } día hábil
       *[other] { $count } días hábiles
    }

## Lists in a sentence

list-middle = { $start }, { $next }
list-last = { $start } y { $last }
# Spanish has another word before the sound of an i.
list-last-before-i = { $start } e { $last }
