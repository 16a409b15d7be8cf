// Writes expected.tsv: what ICU, as node has it, makes of numbers, money, dates, durations and lists. The tests compare
// every row with what this crate writes. Where we differ from ICU on purpose, it is said here.
//
//   node crates/i18n/icu/write.mjs
import { writeFileSync } from 'node:fs';

const NO_BREAK_SPACE = '\u00a0';

// The locale of ICU whose numbers readers of a language in a region expect. Where CLDR knows no such readers, it is that
// of the language where most of its readers are.
const NUMBER_LOCALES = {
  en: { '': 'en', CA: 'en-CA', EU: 'en-IE', US: 'en-US', MX: 'en', BR: 'en', AR: 'en', CO: 'en' },
  es: { '': 'es-419', AR: 'es-AR', BR: 'es-BR', CA: 'es-419', CO: 'es-CO', EU: 'es-ES', MX: 'es-MX', US: 'es-US' },
  pt: { '': 'pt-BR', AR: 'pt-BR', BR: 'pt-BR', CA: 'pt-BR', CO: 'pt-BR', EU: 'pt-PT', MX: 'pt-BR', US: 'pt-BR' },
  fr: { '': 'fr', AR: 'fr', BR: 'fr', CA: 'fr-CA', CO: 'fr', EU: 'fr-FR', MX: 'fr', US: 'fr' },
};

// Dates and lists depend on the language alone. Our English has the day before the month, and no comma before "and".
const TEXT_LOCALES = { en: 'en-001', es: 'es-419', pt: 'pt-BR', fr: 'fr' };

// French and Portuguese have an ordinal for the first of a month, which CLDR leaves out.
const FIRST_DAYS = { fr: '1er', pt: '1º' };

const rows = [];
const row = (...cells) => rows.push(cells.map((cell) => String(cell).replace(/[\u00a0\u202f]/g, visible)).join('\t'));
const visible = (space) => `\\u${space.charCodeAt(0).toString(16).padStart(4, '0')}`;

// Micro-units as an exact decimal: node formats decimals in strings without making floats of them.
const decimal = (micros) => {
  const digits = micros.replace('-', '').padStart(7, '0');
  return `${micros.startsWith('-') ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`;
};

const AMOUNTS = ['0', '10000000', '120500000', '1500000', '999990000', '1234500000', '12345678900', '1', '1234567891234',
  '-678900000', '-1234567891234', '-12000000', '999999999999123456'];

function numbers(language, region, locale) {
  const format = (options) => new Intl.NumberFormat(locale, options);
  for (const number of [0, 7, 999, 1000, 9999, 12345, 999999, -1234, -1234567, 1000000000]) {
    row('integer', language, region, number, format({}).format(number));
  }
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  for (const micros of AMOUNTS) {
    row('amount', language, region, micros, format(digits).format(decimal(micros)));
  }
  for (const basisPoints of [0, 1, 50, 125, 1000, 10000, 123450, -125]) {
    const percent = format({ style: 'percent', maximumFractionDigits: 2 });
    row('percent', language, region, basisPoints, percent.format(decimal(String(basisPoints * 100))));
  }
  for (const micros of ['678900000', '1250000000', '-1234567500000', '-500', '12000000']) {
    for (const currency of ['USD', 'BRL', 'ARS', 'COP', 'MXN', 'CAD', 'EUR']) {
      const money = format({ ...digits, style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
      // The symbol alone does not say which of five currencies it is.
      const code = ['BRL', 'EUR'].includes(currency) ? '' : NO_BREAK_SPACE + currency;
      row('money', language, region, `${micros} ${currency}`, money.format(decimal(micros)) + code);
    }
    // ISO 4217, and so ICU, does not know it.
    row('money', language, region, `${micros} USDC`, `${format(digits).format(decimal(micros))}${NO_BREAK_SPACE}USDC`);
  }
}

function dates(language, locale) {
  const seconds = [...Array(12).keys()].flatMap((month) =>
    [1, 5, 28].map((day) => Date.UTC(2026, month, day, month + 1, day, 9) / 1000));
  for (const at of [...seconds, 0, Date.UTC(2028, 1, 29, 23, 59, 59) / 1000]) {
    const date = new Date(at * 1000);
    const shown = (options) => {
      const text = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date);
      const first = FIRST_DAYS[language];
      return first ? text.replace(/(^| )1 /, `$1${first} `) : text;
    };
    const [long, medium] = [shown({ dateStyle: 'long' }), shown({ dateStyle: 'medium' })];
    const time = date.toISOString().slice(11, 19);
    row('long_date', language, '', at, long);
    row('medium_date', language, '', at, medium);
    const weekday = shown({ weekday: 'long', day: 'numeric', month: 'long' });
    row('weekday_date', language, '', at, weekday);
    row('weekday_date_time', language, '', at, `${weekday}, ${time.slice(0, 5)} UTC`);
    row('day_and_month', language, '', at, shown({ day: 'numeric', month: 'short' }));
    // Titles and lists begin with a capital.
    const month = shown({ month: 'long', year: 'numeric' });
    row('month_and_year', language, '', at, month[0].toUpperCase() + month.slice(1));
    const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' };
    // No English reader can take the month for the day when the year comes first.
    row('numeric_date', language, '', at, language === 'en' ? date.toISOString().slice(0, 10) : shown(numeric));
    // Hours are counted to 24, and the zone is named, whatever the language.
    row('date_time', language, '', at, `${medium}, ${time.slice(0, 5)} UTC`);
    row('long_date_time', language, '', at, `${long}, ${time.slice(0, 5)} UTC`);
    row('exact_date_time', language, '', at, `${medium}, ${time} UTC`);
  }
}

const UNITS = { second: 1, minute: 60, hour: 3600, day: 86400 };

function durations(language, locale) {
  const relative = new Intl.RelativeTimeFormat(locale);
  row('relative', language, '', 0, new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second'));
  const counts = { second: [1, 2, 119], minute: [2, 59, 119], hour: [2, 47], day: [2, 30, 12345] };
  for (const [unit, seconds] of Object.entries(UNITS)) {
    for (const count of counts[unit]) {
      for (const direction of [1, -1]) {
        row('relative', language, '', direction * count * seconds, relative.format(direction * count, unit));
      }
    }
    const duration = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
    for (const count of [1, 2, 7]) {
      const shown = duration.format(count);
      // CLDR keeps the number and the unit together in French, but for minutes.
      row('duration', language, '', count * seconds, language === 'fr' ? shown.replace(' ', NO_BREAK_SPACE) : shown);
    }
  }
}

function lists(language, locale) {
  const lists = ['a', 'a b', 'a b c', 'a b c d', 'Ana Inés', 'padre hijo', 'agua hielo', 'Ana Bruno Isabel'];
  for (const list of lists) {
    row('list', language, '', list, new Intl.ListFormat(locale).format(list.split(' ')));
  }
}

function plurals(language, locale) {
  const rules = new Intl.PluralRules(locale);
  for (const number of [0, 1, 2, 3, 10, 11, 21, 100, 101, 999999, 1000000, 1000001, 2000000, 1000000000, -1, -2]) {
    row('plural', language, '', number, rules.select(number));
  }
}

for (const [language, regions] of Object.entries(NUMBER_LOCALES)) {
  for (const [region, locale] of Object.entries(regions)) {
    numbers(language, region, locale);
  }
  const locale = TEXT_LOCALES[language];
  for (const part of [dates, durations, lists, plurals]) {
    part(language, locale);
  }
}
writeFileSync(new URL('expected.tsv', import.meta.url), `${rows.join('\n')}\n`);
