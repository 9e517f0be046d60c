#include "tests/differential/blocking_generator.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/rng.h"

namespace heddle::differential {

namespace {

constexpr std::uint64_t kMostSteps = 13;  // of all threads together: keeps the number of interleavings small enough

class BlockingGenerator {
 public:
  BlockingGenerator(std::uint64_t seed, bool waiting) : rng_(seed), waiting_(waiting) {}

  Program run() {
    Program program;
    program.declarations = {"shared x;", "shared y;", "lock m[3];"};
    if (waiting_) {
      program.declarations.emplace_back("cond c;");
      program.declarations.push_back(fmt::format("semaphore s = {};", rng_.below(2)));
      program.declarations.emplace_back("barrier b(2);");
    }
    const std::uint64_t threads = 2 + rng_.below(3);
    const bool spawns = rng_.one_in(3);
    for (std::uint64_t i = 0; i < threads; ++i) {
      held_ = 0;
      left_ = static_cast<std::int64_t>(kMostSteps / threads);
      const bool is_proc = spawns && i > 0;
      program.parts.push_back({is_proc ? fmt::format("proc p{}()", i) : fmt::format("thread t{}", i), body()});
    }
    if (spawns) add_spawns(program);
    return program;
  }

 private:
  using Statements = std::vector<Statement>;

  static Statement leaf(std::string head) { return {.head = std::move(head)}; }

  // The first thread starts the others and may wait for their ends, with or without a lock.
  void add_spawns(Program& program) {
    Statements& main = program.parts[0].body;
    for (std::size_t i = program.parts.size() - 1; i >= 1; --i) {
      main.insert(main.begin(), leaf(fmt::format("local h{0} = spawn p{0}();", i)));
      if (rng_.one_in(2)) {
        const std::size_t started = program.parts.size() - i;
        main.insert(main.begin() + static_cast<std::ptrdiff_t>(started + rng_.below(main.size() - started + 1)),
                    leaf(fmt::format("join(h{});", i)));
      }
    }
  }

  Statements body() {
    Statements result;
    while (left_ > 0) result.push_back(statement());
    // Usually, what is held is released in the end.
    for (std::uint64_t m = 0; m < 3; ++m) {
      if ((held_ >> m & 1) != 0 && !rng_.one_in(5)) result.push_back(leaf(fmt::format("unlock(m[{}]);", m)));
    }
    return result;
  }

  std::string cell() { return rng_.one_in(2) ? "x" : "y"; }

  Statement statement() {
    left_ -= 1;
    switch (rng_.below(waiting_ ? 12 : 7)) {
      case 0:
      case 1:
      case 2: return acquire(rng_.below(3));
      case 3: return release();
      case 4: return leaf(fmt::format("{} = {};", cell(), rng_.below(2)));
      case 5: {
        const std::uint64_t before = held_;
        const std::string head = fmt::format("if ({} == {})", cell(), rng_.below(2));
        Statement result{.head = head, .has_body = true, .body = {statement()}};
        held_ = before;  // what a branch holds is unknown: unlocking it may be a failure, which is fine, too
        return result;
      }
      case 6: {
        const std::uint64_t m = rng_.below(3);
        const std::uint64_t before = held_;
        Statement result{.head = fmt::format("if (trylock(m[{}]))", m), .has_body = true};
        result.body = {statement()};
        if (!rng_.one_in(3)) result.body.push_back(leaf(fmt::format("unlock(m[{}]);", m)));
        held_ = before;
        return result;
      }
      case 7: {
        left_ -= 2;
        const std::uint64_t m = rng_.below(3);
        if ((held_ >> m & 1) == 0) return acquire(m);
        return leaf(fmt::format("wait(c, m[{}]);", m));
      }
      case 8: return leaf(rng_.one_in(3) ? "broadcast(c);" : "signal(c);");
      case 9: return leaf("acquire(s);");
      case 10: return leaf("release(s);");
      default: return leaf("arrive(b);");
    }
  }

  Statement acquire(std::uint64_t m) {
    if ((held_ >> m & 1) != 0 && !rng_.one_in(6)) return release();
    held_ |= std::uint64_t{1} << m;
    return leaf(fmt::format("lock(m[{}]);", m));
  }

  Statement release() {
    if (held_ == 0) return acquire(rng_.below(3));
    std::uint64_t m = rng_.below(3);
    while ((held_ >> m & 1) == 0) m = (m + 1) % 3;
    held_ &= ~(std::uint64_t{1} << m);
    return leaf(fmt::format("unlock(m[{}]);", m));
  }

  base::Rng rng_;
  bool waiting_;
  std::uint64_t held_ = 0;  // the locks that the current thread holds, as far as known
  std::int64_t left_ = 0;   // steps of the current thread that may still be generated
};

}  // namespace

Program generate_blocking(std::uint64_t seed, bool waiting) {
  return BlockingGenerator(base::mix(seed + 1), waiting).run();
}

}  // namespace heddle::differential
