/*
 * robots_exclusion.hpp: robots_exclusion.h for C++17, in a header alone. Objects free what they
 * hold, texts are std::string_view, what may be absent is std::optional, and what fails throws
 * robots::Error. What each function does is documented in robots_exclusion.h, under the name of C,
 * such as robots_rules_check for robots::Rules::check.
 *
 * Text. A std::string_view that is passed may hold any bytes, and is read during the call only. One
 * that is returned lives as long as the object that returned it, unless its function says otherwise.
 *
 * Objects can be moved, not copied. One that was moved from can only be assigned to or destroyed.
 *
 * Threads. As in C: functions that are const may be called by any number of threads at once.
 */
#ifndef ROBOTS_EXCLUSION_HPP
#define ROBOTS_EXCLUSION_HPP

#include <robots_exclusion.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace robots {

/* A function of the library that failed, with its status. */
class Error : public std::runtime_error {
public:
    explicit Error(robots_status status) : std::runtime_error(robots_status_message(status)), status_(status) {}

    robots_status status() const noexcept { return status_; }

private:
    robots_status status_;
};

namespace detail {

inline robots_str to_c(std::string_view text) noexcept { return {text.data(), text.size()}; }

inline std::vector<robots_str> to_c(const std::vector<std::string_view> &texts) {
    std::vector<robots_str> converted;
    converted.reserve(texts.size());
    for (const std::string_view text : texts) {
        converted.push_back(to_c(text));
    }
    return converted;
}

inline std::string_view view(robots_str text) noexcept { return {text.data, text.len}; }

/* A text that is not there has no data, unlike one that is empty. */
inline std::optional<std::string_view> view_if_any(robots_str text) noexcept {
    return text.data == nullptr ? std::nullopt : std::optional(view(text));
}

inline void succeed(robots_status status) {
    if (status != ROBOTS_STATUS_OK) {
        throw Error(status);
    }
}

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T *handle) const noexcept {
        Free(handle);
    }
};

template <class T, auto Free>
using Handle = std::unique_ptr<T, Deleter<Free>>;

/* What a function makes that writes a handle to its last argument. */
template <class T, class Function, class... Arguments>
T *made(Function function, Arguments... arguments) {
    T *handle = nullptr;
    succeed(function(arguments..., &handle));
    return handle;
}

/* What a function writes to its last argument, if it returns true. */
template <class T, class Function, class... Arguments>
std::optional<T> found(Function function, Arguments... arguments) {
    T item{};
    return function(arguments..., &item) ? std::optional(item) : std::nullopt;
}

/* All that a function writes which takes an index, each made into a T. */
template <class T, class Item, class Convert, class Function, class... Arguments>
std::vector<T> all(Convert convert, Function function, Arguments... arguments) {
    std::vector<T> items;
    Item item{};
    for (std::size_t index = 0; function(arguments..., index, &item); index++) {
        items.push_back(convert(item));
    }
    return items;
}

template <class Function, class... Arguments>
std::vector<std::string_view> texts(Function function, Arguments... arguments) {
    return all<std::string_view, robots_str>(view, function, arguments...);
}

}  // namespace detail

/* How files are read: by default whole, and in the dialect of the crawler that is asked about. */
class Options {
public:
    Options &dialect(std::string_view name) {
        detail::succeed(robots_options_set_dialect(own(), detail::to_c(name)));
        return *this;
    }

    Options &max_bytes(std::size_t bytes) {
        detail::succeed(robots_options_set_max_bytes(own(), bytes));
        return *this;
    }

    Options &transcode_utf16(bool transcode) {
        detail::succeed(robots_options_set_transcode_utf16(own(), transcode));
        return *this;
    }

    /* For functions of C: NULL, which stands for the defaults, if nothing was set. */
    const robots_options *get() const noexcept { return handle_.get(); }

private:
    robots_options *own() {
        if (!handle_) {
            handle_.reset(detail::made<robots_options>(robots_options_new));
        }
        return handle_.get();
    }

    detail::Handle<robots_options, robots_options_free> handle_;
};

/* The names of the dialects. They live as long as the program. */
inline std::vector<std::string_view> dialects() { return detail::texts(robots_dialect_name); }

/* A crawler. */
class Agents {
public:
    /* The crawler that a person means: robots_agents_resolve. */
    explicit Agents(std::string_view written)
        : Agents(detail::made<robots_agents>(robots_agents_resolve, detail::to_c(written))) {}

    /* One crawler of several such texts: robots_agents_resolve_list. */
    static Agents resolve_list(const std::vector<std::string_view> &written) {
        const std::vector<robots_str> texts = detail::to_c(written);
        return Agents(detail::made<robots_agents>(robots_agents_resolve_list, texts.data(), texts.size()));
    }

    static Agents of_tokens(const std::vector<std::string_view> &tokens) {
        const std::vector<robots_str> texts = detail::to_c(tokens);
        return Agents(detail::made<robots_agents>(robots_agents_new, texts.data(), texts.size()));
    }

    static Agents one(std::string_view token) {
        return Agents(detail::made<robots_agents>(robots_agents_one, detail::to_c(token)));
    }

    static Agents known(std::string_view token) {
        return Agents(detail::made<robots_agents>(robots_agents_known, detail::to_c(token)));
    }

    static Agents from_header(std::string_view header) {
        return Agents(detail::made<robots_agents>(robots_agents_from_header, detail::to_c(header)));
    }

    Agents &set_star(bool obeys_star) {
        detail::succeed(robots_agents_set_star(handle_.get(), obeys_star));
        return *this;
    }

    Agents &set_merged(bool is_merged) {
        detail::succeed(robots_agents_set_merged(handle_.get(), is_merged));
        return *this;
    }

    std::string_view name() const noexcept { return detail::view(robots_agents_name(handle_.get())); }
    std::vector<std::string_view> tokens() const { return detail::texts(robots_agents_token, get()); }
    std::string_view dialect() const noexcept { return detail::view(robots_agents_dialect(handle_.get())); }
    std::string_view obeys() const noexcept { return detail::view(robots_agents_obeys(handle_.get())); }
    bool obeys_star() const noexcept { return robots_agents_obeys_star(handle_.get()); }

    const robots_agents *get() const noexcept { return handle_.get(); }

private:
    explicit Agents(robots_agents *handle) noexcept : handle_(handle) {}

    detail::Handle<robots_agents, robots_agents_free> handle_;
};

/* An Allow or Disallow. */
struct Rule {
    std::string_view key;
    std::string_view pattern;
    std::uint32_t line;
    robots_rule_kind kind;
    robots_lost_by lost_by;

    static Rule of(const robots_rule &rule) noexcept {
        return {detail::view(rule.key), detail::view(rule.pattern), rule.line, rule.kind, rule.lost_by};
    }
};

/* Whether a crawler may fetch a URL, and why. */
class Verdict {
public:
    /* Takes a verdict that a function of C has made. */
    explicit Verdict(robots_verdict *handle) noexcept : handle_(handle) {}

    bool is_allowed() const noexcept { return robots_verdict_is_allowed(handle_.get()); }
    std::string_view text() const noexcept { return detail::view(robots_verdict_text(handle_.get())); }

    std::optional<std::string_view> group() const noexcept {
        return detail::view_if_any(robots_verdict_group(handle_.get()));
    }

    robots_answer answer() const {
        robots_answer answer;
        detail::succeed(robots_verdict_answer(handle_.get(), &answer));
        return answer;
    }

    /* The rules that match, beginning with the one that decided; no more than that one, unless
     * RobotsTxt::explain was asked. */
    std::vector<Rule> rules() const { return detail::all<Rule, robots_rule>(Rule::of, robots_verdict_rule, get()); }

    const robots_verdict *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<robots_verdict, robots_verdict_free> handle_;
};

/* A signal of Content-Signal lines, such as ai-train=no. */
struct ContentSignal {
    std::string_view name;
    std::string_view value;
};

/* The value of a Content-Usage line, as written. */
struct ContentUsage {
    std::string_view value;
    std::uint32_t line;
};

/* One crawler's rules, compiled for many questions. */
class Rules {
public:
    Rules(std::string_view body, const Agents &agents, const Options &options = Options())
        : Rules(detail::made<robots_rules>(robots_rules_parse, detail::to_c(body), agents.get(), options.get())) {}

    /* Takes rules that a function of C has made. */
    explicit Rules(robots_rules *handle) noexcept : handle_(handle) {}

    static Rules allow_all() { return Rules(detail::made<robots_rules>(robots_rules_allow_all)); }
    static Rules disallow_all() { return Rules(detail::made<robots_rules>(robots_rules_disallow_all)); }

    static Rules from_bytes(std::string_view bytes) {
        return Rules(detail::made<robots_rules>(robots_rules_from_bytes, detail::to_c(bytes)));
    }

    std::string to_bytes() const {
        std::string bytes(robots_rules_to_bytes(handle_.get(), nullptr, 0), '\0');
        robots_rules_to_bytes(handle_.get(), bytes.data(), bytes.size());
        return bytes;
    }

    bool is_allowed(std::string_view url) const noexcept { return robots_rules_is_allowed(handle_.get(), detail::to_c(url)); }

    Verdict check(std::string_view url) const {
        return Verdict(detail::made<robots_verdict>(robots_rules_check, get(), detail::to_c(url)));
    }

    std::vector<bool> is_allowed_batch(const std::vector<std::string_view> &urls) const {
        const std::vector<robots_str> texts = detail::to_c(urls);
        const auto allowed = std::make_unique<bool[]>(texts.size());
        detail::succeed(robots_rules_is_allowed_batch(handle_.get(), texts.data(), texts.size(), allowed.get()));
        return std::vector<bool>(allowed.get(), allowed.get() + texts.size());
    }

    std::vector<robots_answer> check_batch(const std::vector<std::string_view> &urls) const {
        const std::vector<robots_str> texts = detail::to_c(urls);
        std::vector<robots_answer> answers(texts.size());
        detail::succeed(robots_rules_check_batch(handle_.get(), texts.data(), texts.size(), answers.data()));
        return answers;
    }

    std::optional<std::chrono::duration<double>> crawl_delay() const noexcept {
        const auto seconds = detail::found<double>(robots_rules_crawl_delay, get());
        return seconds ? std::optional(std::chrono::duration<double>(*seconds)) : std::nullopt;
    }

    std::vector<robots_request_rate> request_rates() const {
        return detail::all<robots_request_rate, robots_request_rate>(same<robots_request_rate>, robots_rules_request_rate, get());
    }

    std::vector<robots_time_window> visit_times() const {
        return detail::all<robots_time_window, robots_time_window>(same<robots_time_window>, robots_rules_visit_time, get());
    }

    std::vector<ContentSignal> content_signals() const {
        const auto convert = [](const robots_content_signal &signal) {
            return ContentSignal{detail::view(signal.name), detail::view(signal.value)};
        };
        return detail::all<ContentSignal, robots_content_signal>(convert, robots_rules_content_signal, get());
    }

    std::vector<ContentUsage> content_usage() const {
        const auto convert = [](const robots_content_usage &usage) { return ContentUsage{detail::view(usage.value), usage.line}; };
        return detail::all<ContentUsage, robots_content_usage>(convert, robots_rules_content_usage, get());
    }

    std::vector<std::string_view> licenses() const { return detail::texts(robots_rules_license, get()); }

    std::optional<std::string_view> group() const noexcept { return detail::view_if_any(robots_rules_group(handle_.get())); }
    std::size_t size() const noexcept { return robots_rules_count(handle_.get()); }
    std::size_t memory() const noexcept { return robots_rules_memory(handle_.get()); }

    const robots_rules *get() const noexcept { return handle_.get(); }

private:
    template <class T>
    static T same(const T &item) {
        return item;
    }

    detail::Handle<robots_rules, robots_rules_free> handle_;
};

/* A line of a file, whatever is in it. */
struct Line {
    std::string_view kind;
    std::optional<std::string_view> key;
    std::optional<std::string_view> value;
    std::optional<std::string_view> comment;
    std::string_view text;
    std::uint32_t line;
};

/* The lines that share rules. */
struct Group {
    std::uint32_t line;
    std::vector<std::string_view> agents;
    std::vector<Rule> rules;
};

/* A parsed file, for any crawler. */
class RobotsTxt {
public:
    explicit RobotsTxt(std::string_view body, const Options &options = Options())
        : handle_(detail::made<robots_txt>(robots_txt_parse, detail::to_c(body), options.get())) {}

    bool is_allowed(const Agents &agents, std::string_view url) const noexcept {
        return robots_txt_is_allowed(handle_.get(), agents.get(), detail::to_c(url));
    }

    Verdict check(const Agents &agents, std::string_view url) const {
        return Verdict(detail::made<robots_verdict>(robots_txt_check, get(), agents.get(), detail::to_c(url)));
    }

    Verdict explain(const Agents &agents, std::string_view url) const {
        return Verdict(detail::made<robots_verdict>(robots_txt_explain, get(), agents.get(), detail::to_c(url)));
    }

    Rules rules_for(const Agents &agents) const {
        return Rules(detail::made<robots_rules>(robots_txt_rules_for, get(), agents.get()));
    }

    std::optional<std::chrono::duration<double>> crawl_delay(const Agents &agents) const noexcept {
        const auto seconds = detail::found<double>(robots_txt_crawl_delay, get(), agents.get());
        return seconds ? std::optional(std::chrono::duration<double>(*seconds)) : std::nullopt;
    }

    std::vector<Line> lines() const {
        const auto convert = [](const robots_line &line) {
            return Line{detail::view(line.kind),           detail::view_if_any(line.key), detail::view_if_any(line.value),
                        detail::view_if_any(line.comment), detail::view(line.text),       line.line};
        };
        return detail::all<Line, robots_line>(convert, robots_txt_line, get());
    }

    std::vector<Group> groups() const {
        std::vector<Group> groups;
        for (std::size_t index = 0; const std::uint32_t line = robots_txt_group_line(handle_.get(), index); index++) {
            groups.push_back({line, detail::texts(robots_txt_group_agent, get(), index),
                              detail::all<Rule, robots_rule>(Rule::of, robots_txt_group_rule, get(), index)});
        }
        return groups;
    }

    std::vector<std::string_view> sitemaps() const { return detail::texts(robots_txt_sitemap, get()); }
    std::vector<std::string_view> hosts() const { return detail::texts(robots_txt_host, get()); }
    std::vector<std::string_view> licenses() const { return detail::texts(robots_txt_license, get()); }

    std::string clean_url(std::string_view url) const {
        std::string cleaned(url.size(), '\0');
        cleaned.resize(robots_txt_clean_url(handle_.get(), detail::to_c(url), cleaned.data(), cleaned.size()));
        return cleaned;
    }

    bool is_truncated() const noexcept { return robots_txt_is_truncated(handle_.get()); }

    const robots_txt *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<robots_txt, robots_txt_free> handle_;
};

/* The verdict on one question, straight from a file. */
inline Verdict check(std::string_view body, const Agents &agents, std::string_view url, const Options &options = Options()) {
    return Verdict(detail::made<robots_verdict>(robots_check, detail::to_c(body), agents.get(), detail::to_c(url), options.get()));
}

/* Whether a crawler, named as for Agents, may fetch the URL, straight from a file. Unlike
 * robots_is_allowed, it throws if the crawler or the URL is not valid. */
inline bool is_allowed(std::string_view body, std::string_view crawler, std::string_view url, const Options &options = Options()) {
    return check(body, Agents(crawler), url, options).is_allowed();
}

/* What an HTTP status in answer to robots.txt means, without a site: robots_http_outcome. */
inline robots_outcome http_outcome(std::uint16_t status, bool has_copy, std::chrono::seconds failing, const Options &options = Options()) {
    const auto seconds = failing.count() < 0 ? 0 : static_cast<std::uint64_t>(failing.count());
    return robots_http_outcome(status, has_copy, seconds, options.get());
}

inline bool is_private_host(std::string_view host) noexcept { return robots_is_private_host(detail::to_c(host)); }

/* A time as a site counts it. */
using Time = std::chrono::time_point<std::chrono::system_clock, std::chrono::milliseconds>;

inline Time now() noexcept { return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

namespace detail {

inline std::uint64_t to_c(std::chrono::milliseconds duration) noexcept {
    return duration.count() < 0 ? 0 : static_cast<std::uint64_t>(duration.count());
}

inline std::uint64_t to_c(Time time) noexcept { return to_c(time.time_since_epoch()); }

/* What is too far away for a time of C++ is the last one. */
inline std::chrono::milliseconds milliseconds(std::uint64_t count) noexcept {
    constexpr auto most = std::chrono::milliseconds::max();
    return count > static_cast<std::uint64_t>(most.count()) ? most : std::chrono::milliseconds(count);
}

inline Time time(std::uint64_t count) noexcept { return Time(milliseconds(count)); }

/* Where C has 0 for a time that is not there. */
inline std::optional<Time> time_if_any(std::uint64_t count) noexcept {
    return count == 0 ? std::nullopt : std::optional(time(count));
}

}  // namespace detail

/* A crawler, and how fast it goes where a site does not say. */
class Crawler {
public:
    /* A polite one: robots_crawler_polite. */
    explicit Crawler(const Agents &agents) : Crawler(detail::made<robots_crawler>(robots_crawler_polite, agents.get())) {}

    static Crawler strict(const Agents &agents) {
        return Crawler(detail::made<robots_crawler>(robots_crawler_strict, agents.get()));
    }

    Crawler &dialect(std::string_view name) { return changed(robots_crawler_set_dialect, detail::to_c(name)); }
    Crawler &options(const Options &options) { return changed(robots_crawler_set_options, options.get()); }
    Crawler &default_delay(std::chrono::milliseconds delay) { return changed(robots_crawler_set_default_delay, detail::to_c(delay)); }
    Crawler &min_delay(std::chrono::milliseconds delay) { return changed(robots_crawler_set_min_delay, detail::to_c(delay)); }
    Crawler &max_delay(std::chrono::milliseconds delay) { return changed(robots_crawler_set_max_delay, detail::to_c(delay)); }
    Crawler &max_wait(std::chrono::milliseconds wait) { return changed(robots_crawler_set_max_wait, detail::to_c(wait)); }
    Crawler &max_open(std::uint8_t requests) { return changed(robots_crawler_set_max_open, requests); }

    std::size_t max_bytes() const noexcept { return robots_crawler_max_bytes(handle_.get()); }
    std::uint32_t max_redirects() const noexcept { return robots_crawler_max_redirects(handle_.get()); }

    const robots_crawler *get() const noexcept { return handle_.get(); }

private:
    explicit Crawler(robots_crawler *handle) noexcept : handle_(handle) {}

    template <class Function, class Argument>
    Crawler &changed(Function function, Argument argument) {
        detail::succeed(function(handle_.get(), argument));
        return *this;
    }

    detail::Handle<robots_crawler, robots_crawler_free> handle_;
};

/* What to do about a URL. */
struct Decision {
    robots_decision action;
    /* When to ask again, for ROBOTS_DECISION_WAIT_UNTIL and ROBOTS_DECISION_GIVE_UP_UNTIL. */
    std::optional<Time> until;
    /* The delay that the site asks for, for ROBOTS_DECISION_TOO_SLOW. */
    std::optional<std::chrono::milliseconds> delay;
    robots_wait_reason reason;

    /* The reason in words; empty for ROBOTS_WAIT_REASON_NONE. */
    std::string_view reason_text() const noexcept { return detail::view(robots_wait_reason_text(reason)); }
};

/* What a crawler knows about one site. It makes no requests: follow its decisions, and tell it what
 * came of them. */
class Site {
public:
    explicit Site(std::string_view url) : Site(detail::made<robots_site>(robots_site_new, detail::to_c(url))) {}

    static Site restore(std::string_view saved) { return Site(detail::made<robots_site>(robots_site_restore, detail::to_c(saved))); }

    std::string save() { return std::string(detail::view(robots_site_save(handle_.get()))); }
    std::string_view origin() const noexcept { return detail::view(robots_site_origin(handle_.get())); }

    Decision decide(const Crawler &crawler, std::string_view url, Time now = robots::now()) const noexcept {
        robots_decision_details details{};
        const robots_decision action =
            robots_site_decide_details(handle_.get(), crawler.get(), detail::to_c(now), detail::to_c(url), &details);
        Decision decision{action, std::nullopt, std::nullopt, details.wait_reason};
        if (action == ROBOTS_DECISION_WAIT_UNTIL || action == ROBOTS_DECISION_GIVE_UP_UNTIL) {
            decision.until = detail::time(details.until);
        } else if (action == ROBOTS_DECISION_TOO_SLOW) {
            decision.delay = detail::milliseconds(details.delay);
        }
        return decision;
    }

    Time next_due(const Crawler &crawler, Time now = robots::now()) const noexcept {
        return detail::time(robots_site_next_due(handle_.get(), crawler.get(), detail::to_c(now)));
    }

    Time next_page_at(const Crawler &crawler, Time now = robots::now()) const noexcept {
        return detail::time(robots_site_next_page_at(handle_.get(), crawler.get(), detail::to_c(now)));
    }

    std::optional<Time> next_fetch_at() const noexcept { return detail::time_if_any(robots_site_next_fetch_at(handle_.get())); }

    /* The lines of the header for a request for robots.txt. */
    std::string request_fields(const Crawler &crawler) {
        return std::string(detail::view(robots_site_request_fields(handle_.get(), crawler.get())));
    }

    /* Those for a request to this URL, to which a redirect led. */
    std::string request_fields(const Crawler &crawler, std::string_view url) {
        return std::string(detail::view(robots_site_request_fields_for(handle_.get(), crawler.get(), detail::to_c(url))));
    }

    void on_robots_request(Time now = robots::now()) { detail::succeed(robots_site_on_robots_request(handle_.get(), detail::to_c(now))); }
    void on_robots_abort() { detail::succeed(robots_site_on_robots_abort(handle_.get())); }

    robots_outcome on_response(const Crawler &crawler, std::uint16_t status, std::string_view fields, std::string_view body,
                               Time now = robots::now()) {
        robots_outcome outcome;
        detail::succeed(robots_site_on_response(handle_.get(), crawler.get(), detail::to_c(now), status, detail::to_c(fields),
                                                detail::to_c(body), &outcome));
        return outcome;
    }

    robots_outcome on_response_from(const Crawler &crawler, std::string_view url, std::uint16_t status, std::string_view fields,
                                    std::string_view body, Time now = robots::now()) {
        robots_outcome outcome;
        detail::succeed(robots_site_on_response_from(handle_.get(), crawler.get(), detail::to_c(now), detail::to_c(url), status,
                                                     detail::to_c(fields), detail::to_c(body), &outcome));
        return outcome;
    }

    std::optional<robots_outcome> outcome() const noexcept { return detail::found<robots_outcome>(robots_site_outcome, get()); }
    std::optional<std::string_view> cause() const noexcept { return detail::view_if_any(robots_site_cause(handle_.get())); }

    /* The outcome in words; empty if there was no request. */
    std::string outcome_text() { return std::string(detail::view(robots_site_outcome_text(handle_.get()))); }

    std::optional<Time> failing_since() const noexcept { return detail::time_if_any(robots_site_failing_since(handle_.get())); }

    void on_page_request(Time now = robots::now()) { detail::succeed(robots_site_on_page_request(handle_.get(), detail::to_c(now))); }

    void on_page_response(std::uint16_t status, std::string_view fields, Time now = robots::now()) {
        detail::succeed(robots_site_on_page_response(handle_.get(), detail::to_c(now), status, detail::to_c(fields)));
    }

    void on_page_failure(Time now = robots::now()) { detail::succeed(robots_site_on_page_failure(handle_.get(), detail::to_c(now))); }
    void on_page_abort() { detail::succeed(robots_site_on_page_abort(handle_.get())); }

    Rules rules(const Crawler &crawler) const { return Rules(detail::made<robots_rules>(robots_site_rules, get(), crawler.get())); }

    /* The texts live until the next function that changes the site. */
    std::vector<std::string_view> sitemaps(const Crawler &crawler) const {
        return detail::texts(robots_site_sitemap, get(), crawler.get());
    }

    std::size_t memory() const noexcept { return robots_site_memory(handle_.get()); }

    const robots_site *get() const noexcept { return handle_.get(); }

private:
    explicit Site(robots_site *handle) noexcept : handle_(handle) {}

    detail::Handle<robots_site, robots_site_free> handle_;
};

/* A page that a sitemap lists, or a sitemap that an index lists. */
struct SitemapEntry {
    std::string loc;
    std::optional<std::string> lastmod;
    std::optional<std::string_view> changefreq;
    std::optional<double> priority;
    std::uint64_t line;
    bool is_sitemap;
};

/* A violation of the protocol. */
struct SitemapProblem {
    std::string_view kind;
    std::string_view message;
    std::string excerpt;
    std::uint64_t line;
    bool entry_dropped;
};

/* A sitemap that is being read, entry by entry:
 *
 *   while (const auto entry = sitemap.next()) { ... }
 */
class Sitemap {
public:
    explicit Sitemap(std::string_view body) : handle_(detail::made<robots_sitemap>(robots_sitemap_read, detail::to_c(body))) {}

    /* The next entry; none at the end, and where the file cannot be read any further: see error. */
    std::optional<SitemapEntry> next() {
        robots_sitemap_entry entry;
        if (!robots_sitemap_next(handle_.get(), &entry)) {
            return std::nullopt;
        }
        const auto lastmod = detail::view_if_any(entry.lastmod);
        return SitemapEntry{std::string(detail::view(entry.loc)),
                            lastmod ? std::optional<std::string>(*lastmod) : std::nullopt,
                            detail::view_if_any(entry.changefreq),
                            entry.priority < 0 ? std::nullopt : std::optional(entry.priority),
                            entry.line,
                            entry.is_sitemap};
    }

    /* Why the file could not be read to its end. */
    std::optional<std::string_view> error() const noexcept { return detail::view_if_any(robots_sitemap_error(handle_.get())); }
    std::optional<std::string_view> format() const noexcept { return detail::view_if_any(robots_sitemap_format(handle_.get())); }

    /* The problems so far. */
    std::vector<SitemapProblem> problems() const {
        const auto convert = [](const robots_sitemap_problem_details &problem) {
            return SitemapProblem{detail::view(problem.kind), detail::view(problem.message), std::string(detail::view(problem.excerpt)),
                                  problem.line, problem.entry_dropped};
        };
        return detail::all<SitemapProblem, robots_sitemap_problem_details>(convert, robots_sitemap_problem, get());
    }

    const robots_sitemap *get() const noexcept { return handle_.get(); }

private:
    detail::Handle<robots_sitemap, robots_sitemap_free> handle_;
};

}  // namespace robots

#endif  // ROBOTS_EXCLUSION_HPP
