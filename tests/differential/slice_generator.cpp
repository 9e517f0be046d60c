#include "tests/differential/slice_generator.h"

#include <fmt/format.h>

#include <utility>

#include "base/rng.h"

namespace heddle::differential {

namespace {

constexpr const char* kHeaders[] = {"assert.h", "heddle/heddle.h", "pthread.h", "sched.h", "stdatomic.h", "stdlib.h"};

// Writes one program, a line at a time.
class Generator {
 public:
  Generator(std::uint64_t seed, std::string prefix) : rng_(base::mix(seed)), prefix_(std::move(prefix)) {}

  std::vector<CLine> run() {
    for (const char* name : {"g0", "g1", "g2", "g3"}) line("static _Atomic int {}{};", prefix_, name);
    line("static struct {{ int x, y; }} {}s;", prefix_);
    line("static int {0}array[4], *_Atomic {0}cell = &{0}array[0];", prefix_);
    line("static _Atomic int* _Atomic {0}p0 = &{0}g0, *_Atomic {0}p1 = &{0}g1;", prefix_);
    line("static pthread_mutex_t {0}m0, {0}m1;", prefix_);
    function("h0", "static int {}h0(int a, int b) {{", "return a;", 1);
    function("h1", "static int {}h1(int a, int b) {{", "return b;", 1);
    line("static int (*{0}f)(int, int) = {0}h0;", prefix_);
    function("t0", "static void* {}t0(void* unused) {{ int a = 0, b = 0;", "return unused;", 3);
    function("t1", "static void* {}t1(void* unused) {{ int a = 0, b = 0;", "return unused;", 3);
    main_function();
    return std::move(lines_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    lines_.push_back({fmt::format(format, std::forward<Arguments>(arguments)...), false});
  }
  template <class... Arguments>
  void statement(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    lines_.push_back({fmt::format(format, std::forward<Arguments>(arguments)...), true});
  }

  void function(const std::string& name, const char* head, const char* end, unsigned size) {
    in_helper_ = name[0] == 'h';
    line(fmt::runtime(head), prefix_);
    block(size);
    line("  {}", end);
    line("}}");
  }

  void main_function() {
    in_helper_ = false;
    line("static void {}main(void) {{ int a = 0, b = 0; pthread_t one, two;", prefix_);
    line("  pthread_create(&one, NULL, {}t0, NULL);", prefix_);
    line("  pthread_create(&two, NULL, {}t1, NULL);", prefix_);
    block(1);
    if (!rng_.one_in(3)) line("  pthread_join(one, NULL);");
    if (rng_.one_in(3)) block(1);
    line("  assert({} != {});", variable(), number(3));
    if (rng_.one_in(2)) line("  pthread_join(two, NULL);");
    if (rng_.one_in(3)) line("  assert({} != {});", variable(), number(3));
    line("}}");
  }

  void block(unsigned size) {
    for (unsigned i = 0; i < size; ++i) any();
  }

  std::string global() { return fmt::format("{}g{}", prefix_, rng_.below(4)); }
  const char* local() { return rng_.one_in(2) ? "a" : "b"; }
  std::string variable() { return rng_.one_in(3) ? local() : global(); }
  std::string number(std::uint64_t bound) { return fmt::format("@{}@", rng_.below(bound)); }

  void any() {
    switch (rng_.below(in_helper_ ? 14 : 24)) {
      case 0:
      case 1: return statement("  {} = {};", global(), number(3));
      case 2:
      case 3: return statement("  {} = {};", local(), global());
      case 4: return statement("  {} = {} + {};", local(), local(), number(3));
      case 5: return statement("  {} += {};", global(), number(3));
      case 6: return statement("  {} = {} ? {} : {};", global(), local(), number(3), local());
      case 7: return statement("  *{}p{} = {};", prefix_, rng_.below(2), number(3));
      case 8: return statement("  {} = *{}p{};", local(), prefix_, rng_.below(2));
      case 9: return statement("  {0}p{1} = &{2};", prefix_, rng_.below(2), global());
      case 10: return statement("  {}s.{} = {};", prefix_, rng_.one_in(2) ? "x" : "y", local());
      case 11: return statement("  {} = {}s.{};", local(), prefix_, rng_.one_in(2) ? "x" : "y");
      case 12: return statement("  {}array[{} & 3] = {};", prefix_, local(), number(3));
      case 13: return statement("  {} = {}array[{}];", local(), prefix_, number(3));
      case 14:
      case 15: return inside(fmt::format("if ({} == {})", variable(), number(3)));
      case 16: return inside(fmt::format("for (int i = 0; i < {}; i++)", number(3)));
      case 17: return locked();
      case 18: return call();
      case 19: return line("  assert({} != {});", variable(), number(3));
      default: return rare();
    }
  }

  void inside(const std::string& head) {
    line("  {} {{", head);
    block(1);
    line("  }}");
  }

  void locked() {
    const std::uint64_t which = rng_.below(2);
    line("  pthread_mutex_lock(&{}m{});", prefix_, which);
    block(2);
    line("  pthread_mutex_unlock(&{}m{});", prefix_, which);
  }

  void call() {
    if (rng_.one_in(3)) return statement("  {0}f = {0}h{1};", prefix_, rng_.below(2));
    const std::string callee = rng_.one_in(2) ? "f" : fmt::format("h{}", rng_.below(2));
    statement("  {} = {}{}({}, {});", local(), prefix_, callee, variable(), number(3));
  }

  void rare() {
    switch (rng_.below(7)) {
      case 0: return line("  if ({} == {}) pthread_exit(NULL);", variable(), number(3));
      case 1: return line("  while ({} == {}) sched_yield();", global(), number(3));
      case 2: return line("  heddle_assume({} != {});", variable(), number(3));
      case 3: return statement("  {} = kept = 6 / {};", local(), variable());
      case 4: return statement("  {} = {}array[{} * 3];", local(), prefix_, local());
      case 5: return statement("  {0}cell = &{0}array[{1} & 3];", prefix_, local());
      default: return statement("  {} += *{}cell;", local(), prefix_);
    }
  }

  base::Rng rng_;
  std::string prefix_;
  bool in_helper_ = false;
  std::vector<CLine> lines_;
};

// The numbers of a line, unchanged or changed.
std::string with_numbers(const std::string& text, base::Rng* change) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '@') {
      result += text[at];
      continue;
    }
    const std::size_t end = text.find('@', at + 1);
    const int number = std::stoi(text.substr(at + 1, end - at - 1));
    result += std::to_string(change == nullptr ? number : (number + 1 + static_cast<int>(change->below(2))) % 3);
    at = end;
  }
  return result;
}

}  // namespace

std::vector<CLine> sliceable_program(std::uint64_t seed, const std::string& prefix) {
  return Generator(seed, prefix).run();
}

std::vector<CLine> sliceable_file(std::span<const std::uint64_t> seeds) {
  std::vector<CLine> lines;
  for (const char* header : kHeaders) lines.push_back({fmt::format("#include <{}>", header), false});
  // A division whose result is unused would be removed by the optimiser, together with its failure.
  lines.push_back({"static _Thread_local volatile int kept;", false});
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    const std::vector<CLine> one = sliceable_program(seeds[i], fmt::format("p{}_", i));
    lines.insert(lines.end(), one.begin(), one.end());
  }
  lines.push_back({"int main(int argc, char** argv) {", false});
  lines.push_back({"  switch (argc > 1 ? argv[1][0] * 100 + argv[1][1] - 4848 : 0) {", false});
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    lines.push_back({fmt::format("    case {}: p{}_main(); break;", i / 10 * 100 + i % 10, i), false});
  }
  lines.push_back({"  }", false});
  lines.push_back({"  return 0;", false});
  lines.push_back({"}", false});
  return lines;
}

std::string text_of(const std::vector<CLine>& lines, const std::function<bool(std::size_t)>& is_changed,
                    std::uint64_t seed) {
  base::Rng rng(base::mix(seed));
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool changed = is_changed(i + 1);
    const bool left_out = changed && lines[i].is_statement && rng.one_in(2);
    text += left_out ? ";" : with_numbers(lines[i].text, changed ? &rng : nullptr);
    text += "\n";
  }
  return text;
}

}  // namespace heddle::differential
