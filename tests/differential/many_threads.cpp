#include "tests/differential/many_threads.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rng.h"
#include "tests/differential/c_program.h"
#include "tests/differential/generator.h"
#include "trace/semantics.h"

namespace heddle::differential {

namespace {

using Statements = std::vector<Statement>;

constexpr std::uint64_t kMostThreads = 200;

Statement leaf(std::string head) { return {.head = std::move(head)}; }

bool waits(const Program& program) {
  return std::ranges::any_of(program.declarations,
                             [](const std::string& d) { return d.starts_with("cond") || d.starts_with("barrier"); });
}

// Puts other threads around those of a program. Used for one program.
class Crowd {
 public:
  Crowd(base::Rng& rng, Program program, std::uint64_t others)
      : rng_(rng), program_(std::move(program)), left_(others) {}

  // `first`: the threads of the program begin before most of the others.
  Program run(bool first) {
    declare("shared fixed = 3, serial;");
    declare("lock one_by_one;");
    add_proc("idle()", {leaf("local a = fixed;")});
    add_proc("in_turn()", {leaf("lock(one_by_one);"), leaf("serial = serial + 1;"), leaf("unlock(one_by_one);")});
    Program::Part& main = *std::ranges::find(program_.parts, "thread main", &Program::Part::head);
    const Statements spawns = std::exchange(main.body, {});
    const std::size_t main_index = static_cast<std::size_t>(&main - program_.parts.data());
    Statements body;
    std::size_t begun = 0;
    while (left_ > 0 || begun < spawns.size()) {
      const bool begin = begun < spawns.size() && (left_ == 0 || (first ? !rng_.one_in(8) : rng_.one_in(6)));
      if (begin) {
        body.push_back(spawns[begun++]);
      } else {
        Statements statements = wave();
        std::ranges::move(statements, std::back_inserter(body));
      }
    }
    std::ranges::move(joins_, std::back_inserter(body));
    program_.parts[main_index].body = std::move(body);
    return std::move(program_);
  }

 private:
  // On the line of the last declaration, so that the line numbers of the program stay the same.
  void declare(const std::string& text) { program_.declarations.back() += " " + text; }
  void add_proc(const std::string& head, Statements body) {
    program_.parts.push_back({"proc " + head, std::move(body)});
  }

  std::uint64_t some(std::uint64_t most) {
    const std::uint64_t n = std::min(left_, 1 + rng_.below(most));
    left_ -= n;
    return n;
  }

  // Statements of main, or of a thread that it creates, which create some threads.
  Statements wave() {
    const std::uint64_t id = waves_++;
    switch (rng_.below(10)) {
      case 0:
      case 1: return {repeat(id, some(60), {leaf("spawn idle();")})};
      case 2:
      case 3: return {repeat(id, some(30), {leaf("local h = spawn in_turn();"), leaf("join(h);")})};
      case 4:
      case 5: return chain(id);
      case 6:
      case 7: return nested(id);
      case 8: return own_cells(id);
      default: return semaphore(id);
    }
  }

  static Statement repeat(std::uint64_t id, std::uint64_t times, Statements body) {
    body.push_back(leaf(fmt::format("n{0} = n{0} + 1;", id)));
    Statement loop{.head = fmt::format("while (n{} < {})", id, times), .has_body = true, .body = std::move(body)};
    return {.head = "", .has_body = true, .body = {leaf(fmt::format("local n{} = 0;", id)), std::move(loop)}};
  }

  Statements chain(std::uint64_t id) {
    declare(fmt::format("shared links{};", id));
    const std::uint64_t length = some(25);
    Statement next{.head = fmt::format("if (link < {})", length - 1), .has_body = true};
    next.body = {leaf(fmt::format("spawn chain{}();", id))};
    add_proc(fmt::format("chain{}()", id), {leaf(fmt::format("local link = fetch_add(links{}, 1);", id)), next});
    return {leaf(fmt::format("spawn chain{}();", id))};
  }

  // Joined at the end, in any order, or never.
  Statements own_cells(std::uint64_t id) {
    const std::uint64_t count = some(4);
    declare(fmt::format("shared own{}[{}];", id, count + 1));
    Statements result;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::string cell = fmt::format("own{}[{}]", id, i);
      const std::string proc = fmt::format("own{}_{}()", id, i);
      add_proc(proc, {leaf(cell + " = 1;"), leaf(fmt::format("local a = {};", cell)), leaf("assert(a == 1);")});
      const bool joined = rng_.one_in(2);
      result.push_back(leaf(fmt::format("{}spawn {};", joined ? fmt::format("local h{}_{} = ", id, i) : "", proc)));
      const auto at = static_cast<std::ptrdiff_t>(rng_.below(joins_.size() + 1));
      if (joined) joins_.insert(joins_.begin() + at, leaf(fmt::format("join(h{}_{});", id, i)));
    }
    return result;
  }

  Statements nested(std::uint64_t id) {
    left_ -= 1;
    const bool joined = rng_.one_in(2);
    Statements body;
    if (left_ > 0) body.push_back(repeat(id, some(20), {leaf("spawn idle();")}));
    if (left_ > 0) {
      left_ -= 1;
      body.push_back(leaf("local h = spawn idle();"));
      body.push_back(leaf("join(h);"));
    }
    add_proc(fmt::format("nest{}()", id), std::move(body));
    if (!joined) return {leaf(fmt::format("spawn nest{}();", id))};
    return {leaf(fmt::format("local h{0} = spawn nest{0}();", id)), leaf(fmt::format("join(h{});", id))};
  }

  // Many wait for what is passed on to one at a time.
  Statements semaphore(std::uint64_t id) {
    const std::uint64_t count = some(3);
    Statements result;
    for (std::uint64_t i = 0; i < count; ++i) {
      declare(fmt::format("semaphore baton{}_{} = {};", id, i, i == 0 ? 1 : 0));
      Statements body = {leaf(fmt::format("acquire(baton{}_{});", id, i))};
      if (i + 1 < count) body.push_back(leaf(fmt::format("release(baton{}_{});", id, i + 1)));
      add_proc(fmt::format("runner{}_{}()", id, i), std::move(body));
      result.push_back(leaf(fmt::format("spawn runner{}_{}();", id, i)));
    }
    return result;
  }

  base::Rng& rng_;
  Program program_;
  std::uint64_t left_;  // threads still to be created
  std::uint64_t waves_ = 0;
  Statements joins_;  // at the end of main
};

}  // namespace

ManyThreads generate_many_threads(std::uint64_t seed, bool c) {
  base::Rng rng(base::mix(seed));
  for (;; seed += 1'000'000'007) {
    const Program few = with_main(generate(
        seed, {.interleavings = 300, .max_threads = 3, .synchronised = seed % 2 == 1, .timed = seed % 8 == 3}));
    if (c && !c_program(text(few), "p_").refused.empty()) continue;
    const double position = static_cast<double>(rng.below(1000)) / 1000;
    const std::uint64_t threads =
        rng.one_in(4) ? kMostThreads : static_cast<std::uint64_t>(10 * std::pow(kMostThreads / 10.0, position));
    const bool first = waits(few) ? !rng.one_in(8) : rng.one_in(3);
    const std::uint64_t others = threads - few.parts.size();
    ManyThreads result{.few = few, .threads = static_cast<std::uint32_t>(threads)};
    result.program = Crowd(rng, few, others).run(first);
    result.may_be_cut = waits(few) && threads > trace::kMaxWaiters;
    return result;
  }
}

}  // namespace heddle::differential
