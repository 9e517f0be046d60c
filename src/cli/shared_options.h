#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "explore/loop.h"
#include "trace/program_spec.h"

// Options that several verbs have.

namespace heddle::cli {

// The whole text as a decimal number.
template <class Number>
bool parse_number(const char* begin, const char* end, Number& number) {
  const auto [stop, error] = std::from_chars(begin, end, number);
  return begin != end && stop == end && error == std::errc();
}

// An option with a number of at least `low`. CLI11 itself accepts "-1" for an unsigned number.
template <class Number>
CLI::Option* add_number(CLI::App* verb, const std::string& flag, Number& target, Number low, const std::string& help) {
  const auto parse = [flag, low, &target](const std::vector<std::string>& texts) {
    const std::string& text = texts.back();
    Number number{};
    if (parse_number(text.data(), text.data() + text.size(), number) && number >= low) {
      target = number;
      return true;
    }
    const std::string expected = std::is_floating_point_v<Number> ? fmt::format("a number of at least {}", low)
                                                                  : fmt::format("a whole number from {} to {}", low,
                                                                                std::numeric_limits<Number>::max());
    throw CLI::ValidationError(flag, fmt::format("expected {}, not '{}'", expected, text));
  };
  return verb->add_option(flag, parse, help)->type_name("N");
}

void add_program(CLI::App* verb, std::string& program);

// --flags, which may be repeated and whose words are quoted as in a shell.
void add_flags(CLI::App* verb, std::vector<std::string>& words, const std::string& help);

// How C and C++ programs are built and run; returns these options.
std::vector<CLI::Option*> add_native(CLI::App* verb, trace::ProgramSpec& spec);

// -D, as typed.
void add_definitions(CLI::App* verb, std::vector<std::string>& definitions);

void add_depth(CLI::App* verb, std::uint32_t& depth);
void add_budget(CLI::App* verb, explore::Budget& budget);

}  // namespace heddle::cli
