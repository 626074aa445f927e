//! Names of crawlers that only third parties list. `.ci/reported-crawlers` writes the rows from a
//! list of the project ai.robots.txt (MIT), of 22 August 2026.

/// A name from a list of crawlers, for which no page of an operator was read. This crate makes no
/// claim about what such a crawler does, or whether it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reported {
    name: &'static str,
    operator: Option<&'static str>,
}

impl Reported {
    /// The name as the list spells it, without a version.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Who runs the crawler according to the list, if the list names an operator.
    #[must_use]
    pub const fn operator(&self) -> Option<&'static str> {
        self.operator
    }

    const fn new(name: &'static str, operator: Option<&'static str>) -> Self {
        Self { name, operator }
    }
}

/// The names that only lists of third parties have, in alphabetical order.
#[rustfmt::skip]
pub const REPORTED: &[Reported] = &[
    // BEGIN
    Reported::new("AddSearchBot", None),
    Reported::new("AgentTimes", Some("The Agent Times")),
    Reported::new("AI2Bot-DeepResearchEval", Some("Ai2")),
    Reported::new("Ai2Bot-Dolma", Some("Ai2")),
    Reported::new("aiHitBot", Some("aiHit")),
    Reported::new("AIWebIndex", Some("Lyrenth")),
    Reported::new("amazon-kendra", Some("Amazon")),
    Reported::new("amazon-QBusiness", None),
    Reported::new("AmazonBuyForMe", Some("Amazon")),
    Reported::new("Andibot", Some("Andi")),
    Reported::new("Anomura", Some("Direqt")),
    Reported::new("ApifyBot", None),
    Reported::new("ApifyWebsiteContentCrawler", None),
    Reported::new("Aranet-SearchBot", None),
    Reported::new("atlassian-bot", Some("Atlassian")),
    Reported::new("Awario", Some("Awario")),
    Reported::new("AzureAI-SearchBot", None),
    Reported::new("bedrockbot", Some("Amazon")),
    Reported::new("bigsur.ai", Some("Big Sur AI")),
    Reported::new("Brightbot", None),
    Reported::new("BuddyBot", Some("BuddyBotLearning")),
    Reported::new("Channel3Bot", None),
    Reported::new("ChatGLM-Spider", None),
    Reported::new("ChatGPT Agent", Some("OpenAI")),
    Reported::new("Claude-Code", None),
    Reported::new("Cloudflare-AutoRAG", Some("Cloudflare")),
    Reported::new("CloudVertexBot", None),
    Reported::new("Code", None),
    Reported::new("Cotoyogi", Some("ROIS")),
    Reported::new("CragCrawler", Some("CragSoftware")),
    Reported::new("Crawl4AI", None),
    Reported::new("Crawlspace", Some("Crawlspace")),
    Reported::new("Cursor", None),
    Reported::new("Datenbank Crawler", Some("Datenbank")),
    Reported::new("DeepSeekBot", Some("DeepSeek")),
    Reported::new("Devin", Some("Devin AI")),
    Reported::new("Echobot Bot", Some("Echobox")),
    Reported::new("EchoboxBot", Some("Echobox")),
    Reported::new("ExaBot", None),
    Reported::new("Factset_spyderbot", Some("Factset")),
    Reported::new("FriendlyCrawler", None),
    Reported::new("GeistHaus-PageFetcher", Some("GeistHaus")),
    Reported::new("Gemini-Deep-Research", None),
    Reported::new("Google-Firebase", Some("Google")),
    Reported::new("Google-Gemini-CLI", None),
    Reported::new("GoogleAgent-URLContext", Some("Google")),
    Reported::new("HenkBot", None),
    Reported::new("iAskBot", None),
    Reported::new("iaskspider", Some("iAsk")),
    Reported::new("ICC-Crawler", Some("NICT")),
    Reported::new("imageSpider", None),
    Reported::new("img2dataset", Some("img2dataset")),
    Reported::new("ISSCyberRiskCrawler", Some("ISS-Corporate")),
    Reported::new("kagi-fetcher", Some("Kagi")),
    Reported::new("Kangaroo Bot", None),
    Reported::new("KlaviyoAIBot", Some("Klaviyo")),
    Reported::new("KunatoCrawler", None),
    Reported::new("laion-huggingface-processor", None),
    Reported::new("LAIONDownloader", Some("Large-scale Artificial Intelligence Open Network")),
    Reported::new("LCC", None),
    Reported::new("Lightpanda", None),
    Reported::new("LinerBot", None),
    Reported::new("Linguee Bot", Some("Linguee")),
    Reported::new("LinkupBot", None),
    Reported::new("Manus-User", Some("Butterfly Effect")),
    Reported::new("Mozilla-Tabstack", Some("Mozilla")),
    Reported::new("MyCentralAIScraperBot", None),
    Reported::new("NagetBot", Some("Naget Inc")),
    Reported::new("netEstate Imprint Crawler", Some("netEstate")),
    Reported::new("newsai", None),
    Reported::new("NotebookLM", None),
    Reported::new("NovaAct", None),
    Reported::new("opencode", None),
    Reported::new("Operator", None),
    Reported::new("PanguBot", Some("Huawei")),
    Reported::new("Panscient", Some("Panscient")),
    Reported::new("panscient.com", Some("Panscient")),
    Reported::new("PhindBot", Some("phind")),
    Reported::new("Poggio-Citations", Some("Poggio")),
    Reported::new("Poseidon Research Crawler", Some("Poseidon Research")),
    Reported::new("QualifiedBot", Some("Qualified")),
    Reported::new("Querit-SearchBot", Some("Querit")),
    Reported::new("QueritBot", Some("Querit")),
    Reported::new("QuillBot", Some("Quillbot")),
    Reported::new("quillbot.com", Some("Quillbot")),
    Reported::new("Reflectionbot", Some("Reflection")),
    Reported::new("SBIntuitionsBot", Some("SB Intuitions")),
    Reported::new("Scrapy", Some("Zyte")),
    Reported::new("Shap-User", None),
    Reported::new("ShapBot", Some("Parallel")),
    Reported::new("Sidetrade indexer bot", Some("Sidetrade")),
    Reported::new("Spider", None),
    Reported::new("Terra Cotta", None),
    Reported::new("TerraCotta", Some("Ceramic AI")),
    Reported::new("Thinkbot", Some("Thinkbot")),
    Reported::new("Timpibot", Some("Timpi")),
    Reported::new("TongyiBot", Some("Alibaba")),
    Reported::new("Trae", None),
    Reported::new("TwinAgent", Some("Twin")),
    Reported::new("UseAI", None),
    Reported::new("VelenPublicWebCrawler", Some("Velen Crawler")),
    Reported::new("WARDBot", Some("WEBSPARK")),
    Reported::new("Webzio-Extended", None),
    Reported::new("wpbot", Some("QuantumCloud")),
    Reported::new("WRTNBot", None),
    Reported::new("YaK", Some("Meltwater")),
    Reported::new("YiyanBot", Some("Baidu")),
    Reported::new("ZanistaBot", None),
    // END
];

/// The report about a name, in any case.
///
/// # Complexity
///
/// Logarithmic in the length of the table.
///
/// # Examples
///
/// ```
/// use robots_exclusion::agents;
///
/// assert_eq!(agents::reported("deepseekbot").unwrap().operator(), Some("DeepSeek"));
/// assert_eq!(agents::reported("GPTBot"), None); // OpenAI documents it.
/// ```
#[must_use]
pub fn reported(name: &str) -> Option<&'static Reported> {
    fn lower(text: &str) -> impl Iterator<Item = u8> {
        text.bytes().map(|byte| byte.to_ascii_lowercase())
    }
    let place = REPORTED.binary_search_by(|row| lower(row.name).cmp(lower(name)));
    place.ok().map(|place| &REPORTED[place])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::{by_token, family_of, retired, undocumented};

    #[test]
    fn the_table_is_sorted_and_no_other_table_has_its_names() {
        assert!(REPORTED.len() > 80);
        for row in REPORTED {
            let name = row.name();
            assert_eq!(reported(name), Some(row), "{name}");
            assert_eq!(reported(&name.to_ascii_uppercase()), Some(row), "{name}");
            assert!(by_token(name).is_none() && family_of(name).is_none(), "{name}");
            assert!(retired(name).is_none() && undocumented(name).is_none(), "{name}");
            assert!(row.operator().is_none_or(|operator| !operator.is_empty()));
        }
    }
}
