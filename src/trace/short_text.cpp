#include "trace/short_text.h"

#include <fmt/format.h>

#include <string_view>

namespace heddle::trace {

namespace {

std::string_view name(Policy::Kind kind) {
  switch (kind) {
    case Policy::Kind::kRunOn: return "run-on";
    case Policy::Kind::kRandom: return "random";
    case Policy::Kind::kPct: return "pct";
    case Policy::Kind::kDelay: return "delay";
  }
  return "";
}

}  // namespace

std::string short_text(const Names& names, PlaceId place) {
  if (place.index() >= names.places.size()) return "?";
  const Names::Place& p = names.places[place.index()];
  return fmt::format("{}:{}:{}", p.file, p.line, p.column);
}

std::string short_text(const Test& test) {
  constexpr std::size_t kMostSteps = 1000;  // in a message; the test file has all of them
  std::string result;
  for (const Step& s : test.schedule) {
    if (static_cast<std::size_t>(&s - test.schedule.data()) == kMostSteps) {
      result += fmt::format("… ({} steps) ", test.schedule.size());
      break;
    }
    result += fmt::format("{}", s.thread.value);
    if (s.choice != kNoChoice) result += fmt::format(":{}", s.choice);
    result += ' ';
  }
  result += fmt::format("then {}, seed {}, depth {}", name(test.policy.kind), test.policy.seed, test.depth);
  const auto add = [&](std::string_view what, const ThreadSet& set) {
    if (!set.empty()) result += fmt::format(", {}", what);
    for (const ThreadId t : set) result += fmt::format(" {}", t.value);
  };
  add("delayed", test.policy.delayed);
  add("asleep", test.sleep);
  for (const InputValue& i : test.inputs) {
    result += fmt::format(", input {} of thread {} is {}", i.nth, i.thread.value, i.value);
  }
  return result;
}

}  // namespace heddle::trace
