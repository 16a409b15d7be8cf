// Writes countries.tsv: the names of the countries that an address may have, in each language, in the order of its
// alphabet. ICU, as node has it, knows countries by two letters, and the API by three.
//
//   node crates/i18n/icu/countries.mjs
import { writeFileSync } from 'node:fs';

const CODES = `
  ABW AW, AFG AF, AGO AO, AIA AI, ALB AL, AND AD, ARE AE, ARG AR, ARM AM, ASM AS, ATG AG, AUS AU, AUT AT,
  AZE AZ, BDI BI, BEL BE, BEN BJ, BES BQ, BFA BF, BGD BD, BGR BG, BHR BH, BHS BS, BIH BA, BLM BL, BLR BY,
  BLZ BZ, BMU BM, BOL BO, BRA BR, BRB BB, BRN BN, BTN BT, BWA BW, CAF CF, CAN CA, CHE CH, CHL CL, CHN CN,
  CIV CI, CMR CM, COD CD, COG CG, COK CK, COL CO, COM KM, CPV CV, CRI CR, CUB CU, CUW CW, CYM KY, CYP CY,
  CZE CZ, DEU DE, DJI DJ, DMA DM, DNK DK, DOM DO, DZA DZ, ECU EC, EGY EG, ERI ER, ESP ES, EST EE, ETH ET,
  FIN FI, FJI FJ, FLK FK, FRA FR, FRO FO, FSM FM, GAB GA, GBR GB, GEO GE, GGY GG, GHA GH, GIB GI, GIN GN,
  GLP GP, GMB GM, GNB GW, GNQ GQ, GRC GR, GRD GD, GRL GL, GTM GT, GUF GF, GUM GU, GUY GY, HKG HK, HND HN,
  HRV HR, HTI HT, HUN HU, IDN ID, IMN IM, IND IN, IOT IO, IRL IE, IRN IR, IRQ IQ, ISL IS, ISR IL, ITA IT,
  JAM JM, JEY JE, JOR JO, JPN JP, KAZ KZ, KEN KE, KGZ KG, KHM KH, KIR KI, KNA KN, KOR KR, KWT KW, LAO LA,
  LBN LB, LBR LR, LBY LY, LCA LC, LIE LI, LKA LK, LSO LS, LTU LT, LUX LU, LVA LV, MAC MO, MAF MF, MAR MA,
  MCO MC, MDA MD, MDG MG, MDV MV, MEX MX, MHL MH, MKD MK, MLI ML, MLT MT, MMR MM, MNE ME, MNG MN, MNP MP,
  MOZ MZ, MRT MR, MSR MS, MTQ MQ, MUS MU, MWI MW, MYS MY, MYT YT, NAM NA, NCL NC, NER NE, NGA NG, NIC NI,
  NIU NU, NLD NL, NOR NO, NPL NP, NRU NR, NZL NZ, OMN OM, PAK PK, PAN PA, PER PE, PHL PH, PLW PW, PNG PG,
  POL PL, PRI PR, PRK KP, PRT PT, PRY PY, PSE PS, PYF PF, QAT QA, REU RE, ROU RO, RUS RU, RWA RW, SAU SA,
  SDN SD, SEN SN, SGP SG, SGS GS, SHN SH, SLB SB, SLE SL, SLV SV, SMR SM, SOM SO, SPM PM, SRB RS, SSD SS,
  STP ST, SUR SR, SVK SK, SVN SI, SWE SE, SWZ SZ, SXM SX, SYC SC, SYR SY, TCA TC, TCD TD, TGO TG, THA TH,
  TJK TJ, TKL TK, TKM TM, TLS TL, TON TO, TTO TT, TUN TN, TUR TR, TUV TV, TWN TW, TZA TZ, UGA UG, UKR UA,
  URY UY, USA US, UZB UZ, VAT VA, VCT VC, VEN VE, VGB VG, VIR VI, VNM VN, VUT VU, WLF WF, WSM WS, YEM YE,
  ZAF ZA, ZMB ZM, ZWE ZW
`;

// Their long names say whose they are, which an address does not.
const SHORT = ['HK', 'MO', 'PS'];

const LOCALES = { en: 'en-001', es: 'es-419', pt: 'pt-BR', fr: 'fr' };

const rows = [];
for (const [language, locale] of Object.entries(LOCALES)) {
  const names = (style) => new Intl.DisplayNames(locale, { type: 'region', style });
  const [long, short] = [names('long'), names('short')];
  const { compare } = new Intl.Collator(locale);
  const countries = CODES.trim().split(/,\s+/).map((pair) => pair.split(' '));
  const named = countries.map(([three, two]) => [three, (SHORT.includes(two) ? short : long).of(two)]);
  named.sort(([, one], [, other]) => compare(one, other));
  rows.push(...named.map((country) => [language, ...country].join('\t')));
}
writeFileSync(new URL('countries.tsv', import.meta.url), `${rows.join('\n')}\n`);
