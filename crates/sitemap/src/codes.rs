//! Codes of languages and countries.

/// The two-letter codes of languages: ISO 639-1.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz \
    ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik \
    io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml \
    mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd \
    se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi \
    vo wa wo xh yi yo za zh zu";

/// The two-letter codes of countries: ISO 3166-1. The United Kingdom is GB, and EU is not a country.
const COUNTRIES: &str = "\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW \
    BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI \
    FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN \
    IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME \
    MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF \
    PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV \
    SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE \
    YT ZA ZM ZW";

/// Whether a text is the code of a language: of ISO 639-1 if it has two letters. Any three letters
/// are accepted as one of the thousands of codes of ISO 639-2 and 639-3, which are not listed here.
pub(super) fn is_language(code: &str) -> bool {
    match code.len() {
        2 => is_among(LANGUAGES, code),
        3 => code.bytes().all(|byte| byte.is_ascii_alphabetic()),
        _ => false,
    }
}

/// Whether a text is the code of a country, ignoring case.
pub(super) fn is_country(code: &str) -> bool {
    is_among(COUNTRIES, code)
}

fn is_among(codes: &str, code: &str) -> bool {
    codes.split(' ').any(|known| known.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_complete() {
        for (codes, count) in [(LANGUAGES, 184), (COUNTRIES, 249)] {
            assert!(codes.split(' ').all(|code| code.len() == 2));
            assert!(codes.split(' ').is_sorted());
            assert_eq!(codes.split(' ').count(), count);
        }
    }

    #[test]
    fn common_mistakes_are_not_codes() {
        for language in [
            "jp", "cn", "gr", "dk", "ua", "iw", "e", "e1", "e1e", "2ce", "engl", "",
        ] {
            assert!(!is_language(language), "{language}");
        }
        for country in ["UK", "EU", "EN", "XX", "USA", ""] {
            assert!(!is_country(country), "{country}");
        }
        assert!(is_language("de") && is_language("YUE") && is_country("gb"));
    }
}
