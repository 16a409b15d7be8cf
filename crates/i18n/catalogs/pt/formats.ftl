### Dates, times and lists. The code in `src/dates.rs`, `src/durations.rs` and `src/lists.rs` fills them.

## Dates

# The number of a day; some languages have an ordinal for the first.
date-day =
    { $day ->
        [1] 1º
       *[other] { $day }
    }
date-month =
    { $month ->
        [1] janeiro
        [2] fevereiro
        [3] março
        [4] abril
        [5] maio
        [6] junho
        [7] julho
        [8] agosto
        [9] setembro
        [10] outubro
        [11] novembro
       *[12] dezembro
    }
date-month-short =
    { $month ->
        [1] jan.
        [2] fev.
        [3] mar.
        [4] abr.
        [5] mai.
        [6] jun.
        [7] jul.
        [8] ago.
        [9] set.
        [10] out.
        [11] nov.
       *[12] dez.
    }
date-weekday =
    { $weekday ->
        [1] segunda-feira
        [2] terça-feira
        [3] quarta-feira
        [4] quinta-feira
        [5] sexta-feira
        [6] sábado
       *[7] domingo
    }
date-long = { $day } de { $month } de { $year }
date-medium = { $day } de { $month } de { $year }
date-weekday-day = { $weekday }, { $day } de { $month }
date-day-and-month = { $day } de { $month }
date-month-and-year = { $month } de { $year }
date-numeric = { $day }/{ $month }/{ $year }
date-with-time = { $date }, { $time } { $zone }
date-with-local-time = { $date }, { $time }
date-range = { $start } – { $end }

## How far away something is

time-now = agora
time-in-seconds =
    { $count ->
        [one] em { $count } segundo
       *[other] em { $count } segundos
    }
time-in-minutes =
    { $count ->
        [one] em { $count } minuto
       *[other] em { $count } minutos
    }
time-in-hours =
    { $count ->
        [one] em { $count } hora
       *[other] em { $count } horas
    }
time-in-days =
    { $count ->
        [one] em { $count } dia
       *[other] em { $count } dias
    }
time-seconds-ago =
    { $count ->
        [one] há { $count } segundo
       *[other] há { $count } segundos
    }
time-minutes-ago =
    { $count ->
        [one] há { $count } minuto
       *[other] há { $count } minutos
    }
time-hours-ago =
    { $count ->
        [one] há { $count } hora
       *[other] há { $count } horas
    }
time-days-ago =
    { $count ->
        [one] há { $count } dia
       *[other] há { $count } dias
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
        [one] { $count } dia
       *[other] { $count } dias
    }
time-business-days =
    { $count ->
        [one] { $count } dia útil
       *[other] { $count } dias úteis
    }

## Lists in a sentence

list-middle = { $start }, { $next }
list-last = { $start } e { $last }
# Spanish has another word before the sound of an i.
list-last-before-i = { $start } e { $last }
