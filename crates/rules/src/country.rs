//! The country codes an address may carry: the API's own closed list, in the order in which it is
//! published.
//!
//! It is not the whole of ISO 3166-1 alpha-3 and is never completed from there: a code that the reference
//! does not show is refused, however real the country.

#[rustfmt::skip]
pub const CODES: [&str; 237] = [
    "AUS", "AUT", "AZE", "ALB", "DZA", "ASM", "AIA", "AGO", "AND", "ATG", "ARE", "ARG", "ARM", "ABW",
    "AFG", "BHS", "BGD", "BRB", "BHR", "BLR", "BLZ", "BEL", "BEN", "BMU", "BGR", "BOL", "BIH", "BWA",
    "BRA", "IOT", "BRN", "BFA", "BDI", "BTN", "VUT", "VAT", "GBR", "HUN", "VEN", "VGB", "VIR", "TLS",
    "VNM", "GAB", "HTI", "GUY", "GMB", "GHA", "GLP", "GTM", "GIN", "GNB", "DEU", "GIB", "HND", "HKG",
    "GRD", "GRL", "GRC", "GEO", "GUM", "DNK", "COD", "DJI", "DMA", "DOM", "EGY", "ZMB", "ZWE", "ISR",
    "IND", "IDN", "JOR", "IRQ", "IRN", "IRL", "ISL", "ESP", "ITA", "YEM", "KAZ", "CYM", "KHM", "CMR",
    "CAN", "QAT", "KEN", "CYP", "KIR", "CHN", "COL", "COM", "COG", "PRK", "KOR", "CRI", "CIV", "CUB",
    "KWT", "KGZ", "LAO", "LVA", "LSO", "LBR", "LBN", "LBY", "LTU", "LIE", "LUX", "MUS", "MRT", "MDG",
    "MYT", "MAC", "MKD", "MWI", "MYS", "MLI", "MDV", "MLT", "MNP", "MAR", "MTQ", "MHL", "MEX", "FSM",
    "MOZ", "MDA", "MCO", "MNG", "MSR", "MMR", "NAM", "NRU", "NPL", "NER", "NGA", "NLD", "NIC", "NIU",
    "NZL", "NCL", "NOR", "OMN", "IMN", "SHN", "WLF", "CPV", "COK", "WSM", "TCA", "PAK", "PLW", "PSE",
    "PAN", "PNG", "PRY", "PER", "POL", "PRT", "PRI", "REU", "RUS", "RWA", "ROU", "SLV", "SMR", "STP",
    "SAU", "SWZ", "SYC", "SEN", "SPM", "VCT", "KNA", "LCA", "SGP", "SYR", "SVK", "SVN", "USA", "SLB",
    "SOM", "SDN", "SUR", "SLE", "TJK", "TWN", "THA", "TZA", "TGO", "TKL", "TON", "TTO", "TUV", "TUN",
    "TKM", "TUR", "UGA", "UZB", "UKR", "URY", "FRO", "FJI", "PHL", "FIN", "FLK", "FRA", "GUF", "PYF",
    "HRV", "CAF", "TCD", "CZE", "CHL", "CHE", "SWE", "LKA", "ECU", "GNQ", "ERI", "EST", "ETH", "ZAF",
    "SGS", "JAM", "MNE", "BLM", "SXM", "SRB", "BES", "GGY", "JEY", "CUW", "MAF", "SSD", "JPN",
];

pub fn is_known(code: &str) -> bool {
    CODES.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::{CODES, is_known};

    #[test]
    fn the_list_holds_three_capitals_each_and_no_code_twice() {
        let distinct: std::collections::BTreeSet<_> = CODES.iter().collect();
        assert_eq!(distinct.len(), CODES.len());
        for code in CODES {
            assert!(code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()), "{code}");
        }
    }

    #[test]
    fn only_listed_codes_in_capitals_are_known() {
        for known in ["AUS", "USA", "DEU", "ARG", "BRA", "JPN"] {
            assert!(is_known(known), "{known}");
        }
        // Antarctica and Åland are in ISO 3166-1 and not in the list.
        for unknown in ["", "US", "usa", "Usa", "USA ", "USAA", "ATA", "ALA", "XXX", "U\0A", "ЅЅЅ"] {
            assert!(!is_known(unknown), "{unknown:?}");
        }
    }
}
