//! Which search engine a crawler serves, and how many people search with it.

use super::{
    APPLEBOT, Agent, BINGBOT, DUCKDUCKBOT, GOOGLEBOT, GOOGLEBOT_IMAGE, GOOGLEBOT_NEWS, GOOGLEBOT_VIDEO,
    Purpose, STOREBOT_GOOGLE,
};

/// How many people find pages through the search engine of a crawler.
///
/// No operator documents this. It is an estimate from public statistics of search engines' shares
/// of visits (gs.statcounter.com/search-engine-market-share), for all countries together, and only
/// weighs advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Nobody, few people, or people in only one country search with it.
    Few,
    /// Many people, in some products and countries.
    Many,
    /// Most people search with it: blocking it is nearly always a mistake.
    Most,
}

/// How many people search with the engine that an agent crawls for.
pub fn reach_of(agent: &Agent) -> Reach {
    if [GOOGLEBOT, BINGBOT].contains(agent) {
        Reach::Most
    } else if [DUCKDUCKBOT, APPLEBOT].contains(agent) {
        Reach::Many
    } else {
        Reach::Few
    }
}

/// The search engine that a crawler serves, by its common name, with a country if most of its users
/// are there. `None` if no crawler of the operator serves a search engine for people.
///
/// For display to site owners: few know which engine `Yeti` or `PetalBot` belongs to.
pub fn engine_of(agent: &Agent) -> Option<&'static str> {
    const ENGINES: [(&str, &str); 19] = [
        ("Google", "Google"),
        ("Microsoft", "Bing"),
        ("Apple", "Siri and Spotlight of Apple"),
        ("DuckDuckGo", "DuckDuckGo"),
        ("Yandex", "Yandex, Russia"),
        ("Seznam", "Seznam, Czech Republic"),
        ("Baidu", "Baidu, China"),
        ("Huawei", "Petal Search of Huawei"),
        ("Yahoo", "Yahoo"),
        ("Mojeek", "Mojeek"),
        ("Qwant", "Qwant"),
        ("Kagi", "Kagi"),
        ("Brave", "Brave Search"),
        ("Naver", "Naver, South Korea"),
        ("Kakao", "Daum, South Korea"),
        ("VK", "Mail.ru, Russia"),
        ("Sogou", "Sogou, China"),
        ("Qihoo 360", "360 Search, China"),
        ("Cốc Cốc", "Cốc Cốc, Vietnam"),
    ];
    // Parts of an engine that have their own crawler.
    const PARTS: [(Agent, &str); 4] = [
        (GOOGLEBOT_IMAGE, "Google Images"),
        (GOOGLEBOT_VIDEO, "Google Videos"),
        (GOOGLEBOT_NEWS, "Google News"),
        (STOREBOT_GOOGLE, "Google Shopping"),
    ];
    if agent.purpose() != Purpose::Search {
        return None;
    }
    let part = PARTS.iter().find(|(own, _)| own == agent).map(|(_, name)| *name);
    let of_operator = || ENGINES.iter().find(|(operator, _)| *operator == agent.operator());
    part.or_else(|| of_operator().map(|(_, name)| *name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::ALL;

    #[test]
    fn the_engines_that_most_people_search_with() {
        use crate::agents::{ADSBOT_GOOGLE, GPTBOT, SOGOU, YANDEXBOT};

        for (agent, reach, engine) in [
            (GOOGLEBOT, Reach::Most, Some("Google")),
            (BINGBOT, Reach::Most, Some("Bing")),
            (DUCKDUCKBOT, Reach::Many, Some("DuckDuckGo")),
            (APPLEBOT, Reach::Many, Some("Siri and Spotlight of Apple")),
            (GOOGLEBOT_IMAGE, Reach::Few, Some("Google Images")),
            (GOOGLEBOT_VIDEO, Reach::Few, Some("Google Videos")),
            (GOOGLEBOT_NEWS, Reach::Few, Some("Google News")),
            (STOREBOT_GOOGLE, Reach::Few, Some("Google Shopping")),
            (YANDEXBOT, Reach::Few, Some("Yandex, Russia")),
            (SOGOU, Reach::Few, Some("Sogou, China")),
            (GPTBOT, Reach::Few, None),
            (ADSBOT_GOOGLE, Reach::Few, None),
        ] {
            let found = (reach_of(&agent), engine_of(&agent));
            assert_eq!(found, (reach, engine), "{}", agent.name());
        }
    }

    #[test]
    fn every_crawler_of_a_search_engine_has_its_engine() {
        for agent in ALL {
            let is_search = agent.purpose() == Purpose::Search;
            assert_eq!(engine_of(agent).is_some(), is_search, "{}", agent.name());
        }
    }
}
