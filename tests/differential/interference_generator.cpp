#include "tests/differential/interference_generator.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/rng.h"

namespace heddle::differential {

namespace {

class InterferenceGenerator {
 public:
  InterferenceGenerator(std::uint64_t seed, bool waits) : rng_(seed), waits_(waits) {}

  Program run() {
    threads_ = rng_.one_in(3) ? 3 : 2;
    variables_ = 2 + rng_.below(2);
    has_locks_ = rng_.one_in(3);
    has_inputs_ = rng_.one_in(2);
    Program program;
    for (std::uint64_t v = 0; v < variables_; ++v) program.declarations.push_back(fmt::format("shared x{};", v));
    if (has_locks_) program.declarations.emplace_back("lock m;");
    for (thread_ = 0; thread_ < threads_; ++thread_) {
      left_ = threads_ == 2 ? 6 : 3;
      is_locked_ = false;
      input_is_left_ = has_inputs_ && thread_ < 2;
      program.parts.push_back({fmt::format("thread t{}", thread_), body()});
    }
    return program;
  }

 private:
  using Statements = std::vector<Statement>;

  static Statement leaf(std::string head) { return {.head = std::move(head)}; }

  Statements body() {
    Statements result = {leaf("local a = 0;")};
    if (input_is_left_) {
      result.push_back(leaf("local b = input & 3;"));
    } else {
      result.push_back(leaf("local b = 2;"));
    }
    if (thread_ != 0) result.push_back(decision(0));
    while (left_ > 0) result.push_back(statement(0));
    return result;
  }

  // Each thread mostly writes to one variable, and looks at those of others.
  std::string written() { return variable(rng_.one_in(4) ? rng_.below(variables_) : thread_ % variables_); }
  std::string read() {
    return variable((thread_ + (rng_.one_in(4) ? 0 : 1 + rng_.below(variables_ - 1))) % variables_);
  }
  static std::string variable(std::uint64_t v) { return fmt::format("x{}", v); }

  std::string value() {
    switch (rng_.below(5)) {
      case 0: return "b";
      case 1: return "a + 1";
      default: return std::to_string(1 + rng_.below(2));
    }
  }

  // What others may have written there.
  std::string condition() {
    left_ -= 1;
    switch (rng_.below(6)) {
      case 0: return fmt::format("{} == b", read());
      case 1: return fmt::format("{} > 0", read());
      case 2: return fmt::format("{} == a + 1", read());
      default: return fmt::format("{} == {}", read(), 1 + rng_.below(2));
    }
  }

  Statement statement(int depth) {
    switch (rng_.below(depth < 2 ? 12 : 7)) {
      case 0:
      case 1:
      case 2: left_ -= 1; return leaf(fmt::format("{} = {};", written(), value()));
      case 3: left_ -= 1; return leaf(fmt::format("a = {};", read()));
      case 4: left_ -= 1; return leaf(fmt::format("assert({} != {});", read(), 1 + rng_.below(3)));
      case 5: left_ -= 1; return update();
      case 6:
        if (waits_ && rng_.one_in(2)) return {.head = fmt::format("while (!({}))", condition()), .has_body = true};
        if (has_locks_ && !is_locked_) return section(depth);
        left_ -= 1;
        return leaf(fmt::format("{} = a + b;", written()));
      default: return decision(depth);
    }
  }

  Statement update() {
    switch (rng_.below(3)) {
      case 0: return leaf(fmt::format("a = cas({}, {}, {});", written(), rng_.below(2), 1 + rng_.below(2)));
      case 1: return leaf(fmt::format("a = exchange({}, {});", written(), 1 + rng_.below(2)));
      default: return leaf(fmt::format("a = fetch_add({}, 1);", written()));
    }
  }

  Statement section(int depth) {
    is_locked_ = true;
    left_ -= 1;
    Statement result{.head = "if (b >= 0)", .has_body = true, .body = {leaf("lock(m);")}};
    result.body.push_back(statement(depth + 1));
    if (rng_.one_in(2)) result.body.push_back(statement(depth + 1));
    result.body.push_back(leaf("unlock(m);"));
    is_locked_ = false;
    return result;
  }

  Statement decision(int depth) {
    Statement result{.head = fmt::format("if ({})", condition()), .has_body = true};
    result.body.push_back(statement(depth + 1));
    if (rng_.one_in(3)) result.otherwise.push_back(statement(depth + 1));
    return result;
  }

  base::Rng rng_;
  bool waits_;
  std::uint64_t threads_ = 2;
  std::uint64_t variables_ = 2;
  std::uint64_t thread_ = 0;  // the one being written
  bool has_locks_ = false;
  bool has_inputs_ = false;
  bool is_locked_ = false;
  bool input_is_left_ = false;
  std::int64_t left_ = 0;  // accesses that the thread may still have
};

}  // namespace

Program generate_interferences(std::uint64_t seed, bool waits) {
  return InterferenceGenerator(base::mix(seed + 1), waits).run();
}

}  // namespace heddle::differential
