// In C++: handles in std::unique_ptr, so that none is forgotten. check CRAWLER URL..., with the
// robots.txt on standard input.
//
//   c++ -std=c++17 check.cpp $(pkg-config --cflags --libs robots_exclusion) -o check

#include <robots_exclusion.h>

#include <iostream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace robots {

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T *handle) const {
        Free(handle);
    }
};
using Agents = std::unique_ptr<robots_agents, Deleter<robots_agents_free>>;
using Rules = std::unique_ptr<robots_rules, Deleter<robots_rules_free>>;
using Verdict = std::unique_ptr<robots_verdict, Deleter<robots_verdict_free>>;

robots_str str(std::string_view text) { return {text.data(), text.size()}; }

std::string_view view(robots_str text) { return {text.data, text.len}; }

// Calls a function that makes a handle, with the place for it as the last argument.
template <class Handle, class Function, class... Arguments>
Handle make(Function function, Arguments... arguments) {
    typename Handle::pointer handle;
    const robots_status status = function(arguments..., &handle);
    if (status != ROBOTS_STATUS_OK) {
        throw std::runtime_error(robots_status_message(status));
    }
    return Handle(handle);
}

}  // namespace robots

int main(int argc, char **argv) try {
    if (argc < 3) {
        std::cerr << "usage: " << argv[0] << " CRAWLER URL... <robots.txt\n";
        return 2;
    }
    const std::string body{std::istreambuf_iterator<char>(std::cin), {}};
    const auto crawler = robots::make<robots::Agents>(robots_agents_resolve, robots::str(argv[1]));
    const auto rules = robots::make<robots::Rules>(robots_rules_parse, robots::str(body), crawler.get(), nullptr);
    for (int i = 2; i < argc; i++) {
        const auto verdict = robots::make<robots::Verdict>(robots_rules_check, rules.get(), robots::str(argv[i]));
        std::cout << argv[i] << ": " << robots::view(robots_verdict_text(verdict.get())) << '\n';
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
