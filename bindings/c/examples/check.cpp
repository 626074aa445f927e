// The answers of a robots.txt on standard input, in C++17: check CRAWLER URL...
//
//   c++ -std=c++17 check.cpp $(pkg-config --cflags --libs robots_exclusion) -o check

#include <robots_exclusion.hpp>

#include <exception>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char **argv) try {
    if (argc < 3) {
        std::cerr << "usage: " << argv[0] << " CRAWLER URL... <robots.txt\n";
        return 2;
    }
    const std::string body{std::istreambuf_iterator<char>(std::cin), {}};
    const robots::Rules rules(body, robots::Agents(argv[1]));
    for (int i = 2; i < argc; i++) {
        std::cout << argv[i] << ": " << rules.check(argv[i]).text() << '\n';
    }
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 2;
}
