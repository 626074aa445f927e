// The header for C++: each of its functions, and that handles are freed, which the sanitizers look at.
#include <robots_exclusion.hpp>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                      \
        }                                                                      \
    } while (0)

// Whether a call throws an error with this status.
template <class Call>
static bool fails(robots_status status, Call call) {
    try {
        call();
    } catch (const robots::Error &error) {
        return error.status() == status && error.what() == std::string_view(robots_status_message(status));
    }
    return false;
}

using Texts = std::vector<std::string_view>;
using namespace std::chrono_literals;

static constexpr std::string_view BODY =
    "User-agent: *\nDisallow: /private/\nAllow: /private/press/\nCrawl-delay: 1.5\nRequest-rate: 1/10\nVisit-time: 0100-0545\n"
    "Content-Signal: ai-train=no\nContent-Usage: train-ai=n\nLicense: https://example.com/license.xml\n\n"
    "User-agent: Googlebot\nUser-agent: BarBot\nDisallow: /g # not this\n\n"
    "Sitemap: https://example.com/1.xml\nSitemap: https://example.com/2.xml\nHost: example.com\nClean-param: ref /\n";

template <class T>
static constexpr bool only_moves = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> && !std::is_copy_constructible_v<T>;
static_assert(only_moves<robots::Options> && only_moves<robots::Agents> && only_moves<robots::Verdict> && only_moves<robots::Rules>);
static_assert(only_moves<robots::RobotsTxt> && only_moves<robots::Crawler> && only_moves<robots::Site> && only_moves<robots::Sitemap>);

static void options() {
    robots::Options options;
    CHECK(options.get() == nullptr);
    CHECK(robots::is_allowed("User-agent: *\nDisalow: /x\n", "FooBot", "/x", options));
    options.dialect("google").transcode_utf16(true);
    CHECK(!robots::is_allowed("User-agent: *\nDisalow: /x\n", "FooBot", "/x", options));
    CHECK(robots::RobotsTxt(BODY, options.max_bytes(30)).is_truncated() && !robots::RobotsTxt(BODY).is_truncated());
    CHECK(fails(ROBOTS_STATUS_UNKNOWN_DIALECT, [&] { options.dialect("altavista"); }));
    CHECK(robots::dialects().size() > 10 && robots::dialects()[0] == "rfc9309");
}

static void crawlers() {
    const robots::Agents yandex("YandexBot");
    CHECK(yandex.name() == "YandexBot" && yandex.dialect() == "yandex" && yandex.obeys() == "always" && yandex.obeys_star());
    CHECK(!robots::Agents("AdsBot-Google").obeys_star() && robots::Agents::one("AdsBot-Google").obeys_star());
    CHECK(robots::Agents::from_header("Mozilla/5.0 (compatible; FooBot/2.1)").name() == "FooBot");
    CHECK((robots::Agents::resolve_list({"MyBot", "Googlebot-Image"}).tokens() == Texts{"MyBot", "Googlebot-Image", "Googlebot"}));
    CHECK((robots::Agents::of_tokens({"a", "b"}).tokens() == Texts{"a", "b"}) && robots::Agents("*").tokens().empty());
    CHECK(robots::Agents::known("googlebot").name() == "Googlebot");
    CHECK(fails(ROBOTS_STATUS_AGENT_IS_URL, [] { robots::Agents("https://example.com/"); }));
    CHECK(fails(ROBOTS_STATUS_UNKNOWN_AGENT, [] { robots::Agents(""); }) && fails(ROBOTS_STATUS_UNKNOWN_AGENT, [] { robots::Agents::resolve_list({}); }));

    robots::Agents foo("FooBot");
    CHECK(!robots::Rules(BODY, foo).is_allowed("/private/x") && robots::Rules(BODY, foo.set_star(false)).is_allowed("/private/x"));
    robots::Agents both = robots::Agents::of_tokens({"FooBot", "BarBot"});
    const std::string_view groups = "User-agent: FooBot\nDisallow: /f\n\nUser-agent: BarBot\nDisallow: /b\n";
    CHECK(robots::Rules(groups, both).is_allowed("/b") && !robots::Rules(groups, both.set_merged(true)).is_allowed("/b"));
}

static void questions() {
    CHECK(!robots::is_allowed(BODY, "FooBot", "https://example.com/private/x") && robots::is_allowed(BODY, "FooBot", "/"));
    CHECK(fails(ROBOTS_STATUS_NOT_A_URL, [] { robots::is_allowed(BODY, "FooBot", "private/x"); }));
    const robots::Verdict verdict = robots::check(BODY, robots::Agents("FooBot"), "/private/press/1");
    CHECK(verdict.is_allowed() && verdict.group() == "*" && verdict.get() != nullptr);
    CHECK(verdict.text() == "allowed by `Allow: /private/press/` on line 3, in the group of *");
    CHECK(verdict.answer().allowed && verdict.answer().reason == ROBOTS_REASON_RULE && verdict.answer().line == 3);
    CHECK(verdict.rules().size() == 1 && !robots::check("", robots::Agents("FooBot"), "/").group());
}

static void files() {
    const robots::Agents foo("FooBot");
    const robots::RobotsTxt file(BODY);
    CHECK(!file.is_allowed(foo, "/private/x") && file.check(foo, "/private/x").answer().line == 2);
    const auto matching = file.explain(foo, "/private/press/1");
    const std::vector<robots::Rule> rules = matching.rules();
    CHECK(rules.size() == 2 && rules[0].pattern == "/private/press/" && rules[0].kind == ROBOTS_RULE_KIND_ALLOW && rules[0].lost_by == ROBOTS_LOST_BY_NOTHING);
    CHECK(rules[1].key == "Disallow" && rules[1].line == 2 && rules[1].lost_by == ROBOTS_LOST_BY_LENGTH);
    CHECK(!file.rules_for(foo).is_allowed("/private/x") && file.crawl_delay(foo) == 1500ms && !file.crawl_delay(robots::Agents("BarBot")));
    CHECK((file.sitemaps() == Texts{"https://example.com/1.xml", "https://example.com/2.xml"}) && file.hosts() == Texts{"example.com"});
    CHECK(file.licenses() == Texts{"https://example.com/license.xml"} && file.clean_url("https://example.com/a?ref=1&b=2") == "https://example.com/a?b=2");
    const std::vector<robots::Group> groups = file.groups();
    CHECK(groups.size() == 2 && groups[1].line == 11 && (groups[1].agents == Texts{"Googlebot", "BarBot"}));
    CHECK(groups[1].rules.size() == 1 && groups[1].rules[0].pattern == "/g");
    const std::vector<robots::Line> lines = file.lines();
    CHECK(lines.size() == 18 && lines[9].kind == "blank" && !lines[9].key && !lines[9].value && !lines[9].comment && lines[9].text.empty());
    CHECK(lines[12].kind == "Disallow" && lines[12].key == "Disallow" && lines[12].value == "/g" && lines[12].comment == "# not this");
    CHECK(lines[12].text == "Disallow: /g # not this" && lines[12].line == 13);
}

static void compiled_rules() {
    robots::Rules rules(BODY, robots::Agents("FooBot"));
    CHECK(!rules.check("/private/x").is_allowed() && rules.group() == "*" && rules.size() == 2 && rules.memory() > 0);
    CHECK((rules.is_allowed_batch({"/private/x", "/y"}) == std::vector<bool>{false, true}) && rules.is_allowed_batch({}).empty());
    CHECK(rules.check_batch({"/y", "/private/x"})[1].line == 2);
    CHECK(rules.crawl_delay() == 1500ms && !robots::Rules::allow_all().crawl_delay() && !robots::Rules::allow_all().group());
    CHECK(rules.request_rates().size() == 1 && rules.request_rates()[0].seconds == 10);
    CHECK(rules.visit_times().size() == 1 && rules.visit_times()[0].first_minute == 60);
    CHECK(rules.content_signals().size() == 1 && rules.content_signals()[0].name == "ai-train" && rules.content_signals()[0].value == "no");
    CHECK(rules.content_usage().size() == 1 && rules.content_usage()[0].value == "train-ai=n" && rules.content_usage()[0].line == 8);
    CHECK(rules.licenses() == Texts{"https://example.com/license.xml"});
    const robots::Rules copy = robots::Rules::from_bytes(rules.to_bytes());
    CHECK(!copy.is_allowed("/private/x") && copy.is_allowed("/y"));
    CHECK(fails(ROBOTS_STATUS_FOREIGN_BYTES, [] { robots::Rules::from_bytes("x"); }));
    // What was there before is freed, and what was moved from allows nothing.
    rules = robots::Rules::disallow_all();
    const robots::Rules moved = std::move(rules);
    CHECK(!moved.is_allowed("/y") && rules.get() == nullptr && !rules.is_allowed("/y"));
}

static void crawl() {
    const robots::Agents foo("FooBot");
    robots::Crawler crawler(foo);
    CHECK(crawler.max_bytes() > 500'000 && crawler.max_redirects() == 5 && robots::Crawler::strict(foo).get() != nullptr);
    crawler.default_delay(3s).min_delay(2s).max_delay(1min).max_wait(10s).max_open(1).dialect("lenient").options(robots::Options().dialect("rfc9309"));
    CHECK(fails(ROBOTS_STATUS_UNKNOWN_DIALECT, [&] { crawler.dialect("altavista"); }));

    const robots::Time start{1'000'000s};
    robots::Site site("https://example.com/a");
    CHECK(site.origin() == "https://example.com" && site.memory() > 0 && !site.outcome() && !site.cause() && site.outcome_text().empty());
    CHECK(site.decide(crawler, "/a").action == ROBOTS_DECISION_FETCH_ROBOTS && !site.next_fetch_at() && !site.failing_since());
    site.on_robots_request(start);
    site.on_robots_abort();
    site.on_robots_request(start);
    CHECK(site.decide(crawler, "/a", start).reason == ROBOTS_WAIT_REASON_ROBOTS_IN_FLIGHT);
    CHECK(site.on_response_from(crawler, "https://example.com/robots.txt", 200, "ETag: \"1\"\n", "User-agent: *\nDisallow: /x\nSitemap: https://example.com/s.xml\n", start) == ROBOTS_OUTCOME_PARSE);
    CHECK(site.request_fields(crawler) == "If-None-Match: \"1\"\r\n" && site.request_fields(crawler, "https://example.com/robots.txt") == "If-None-Match: \"1\"\r\n");
    CHECK(site.outcome() == ROBOTS_OUTCOME_PARSE && !site.outcome_text().empty() && site.sitemaps(crawler) == Texts{"https://example.com/s.xml"});
    CHECK(!site.rules(crawler).is_allowed("/x") && site.decide(crawler, "/x", start + 1h).action == ROBOTS_DECISION_SKIP);
    CHECK(site.next_fetch_at() > start);
    const robots::Decision wait = site.decide(crawler, "/a", start);
    CHECK(wait.action == ROBOTS_DECISION_WAIT_UNTIL && wait.until == start + 3s && wait.reason == ROBOTS_WAIT_REASON_DELAY && !wait.delay);
    CHECK(!wait.reason_text().empty() && site.next_page_at(crawler, start) == start + 3s && site.next_due(crawler, start) == start + 3s);
    const robots::Decision fetch = site.decide(crawler, "/a", start + 3s);
    CHECK(fetch.action == ROBOTS_DECISION_FETCH_PAGE && !fetch.until && fetch.reason_text().empty());
    site.on_page_request(start + 3s);
    CHECK(site.decide(crawler, "/a", start + 4s).reason == ROBOTS_WAIT_REASON_REQUEST_IN_FLIGHT);
    site.on_page_abort();
    site.on_page_request(start + 6s);
    site.on_page_response(429, "Retry-After: 100\r\n", start + 6s);
    CHECK(site.decide(crawler, "/a", start + 7s).action == ROBOTS_DECISION_GIVE_UP_UNTIL);
    site.on_page_request(start + 200s);
    site.on_page_failure(start + 200s);

    robots::Site restored = robots::Site::restore(site.save());
    CHECK(!restored.rules(crawler).is_allowed("/x") && restored.origin() == site.origin());
    CHECK(restored.on_response(crawler, 0, "", "", start + 24h) != ROBOTS_OUTCOME_ALLOW_ALL && restored.failing_since() == start + 24h);
    robots::Site slow("https://example.com");
    slow.on_response(crawler, 200, "", "User-agent: *\nCrawl-delay: 600\n", start);
    const robots::Decision too_slow = slow.decide(crawler, "/a", start);
    CHECK(too_slow.action == ROBOTS_DECISION_TOO_SLOW && too_slow.delay == 600s);
    CHECK(fails(ROBOTS_STATUS_NOT_A_SITE, [] { robots::Site("example.com"); }) && fails(ROBOTS_STATUS_CORRUPT_BYTES, [] { robots::Site::restore("{}"); }));
    // What C writes as the largest number.
    CHECK(robots::Site("https://example.com").next_due(robots::Crawler(std::move(crawler)), start) >= start && site.next_due(crawler, start) == robots::Time::max());
    CHECK(robots::http_outcome(404, false, 0s) == ROBOTS_OUTCOME_ALLOW_ALL && robots::http_outcome(503, false, -1s) == ROBOTS_OUTCOME_DISALLOW_ALL);
    CHECK(robots::is_private_host("127.0.0.1") && !robots::is_private_host("example.com"));
}

static void sitemaps() {
    robots::Sitemap sitemap("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>https://example.com/1</loc><lastmod>2007-11-02</lastmod>"
                            "<changefreq>daily</changefreq><priority>0</priority></url><url><loc>/x</loc></url><url><loc>https://example.com/2</loc></url></urlset>");
    const auto first = sitemap.next();
    CHECK(first && first->loc == "https://example.com/1" && first->lastmod == "2007-11-02" && first->changefreq == "daily" && first->priority == 0.0);
    CHECK(first->line == 1 && !first->is_sitemap && sitemap.format() == "urlset" && sitemap.get() != nullptr);
    const auto second = sitemap.next();
    CHECK(second && second->loc == "https://example.com/2" && !second->lastmod && !second->changefreq && !second->priority);
    CHECK(!sitemap.next() && !sitemap.error());
    CHECK(sitemap.problems().size() == 1 && sitemap.problems()[0].entry_dropped && sitemap.problems()[0].excerpt == "/x" && !sitemap.problems()[0].kind.empty());
    robots::Sitemap page("<html></html>");
    CHECK(!page.next() && page.error());
}

int main() {
    options();
    crawlers();
    questions();
    files();
    compiled_rules();
    crawl();
    sitemaps();
    std::puts("wrapper: all hold");
}
