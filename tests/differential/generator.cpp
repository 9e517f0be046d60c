#include "tests/differential/generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/rng.h"

namespace heddle::differential {

namespace {

using Statements = std::vector<Statement>;

Statement leaf(std::string head) { return {.head = std::move(head)}; }
Statement compound(std::string head, Statements body) {
  return {.head = std::move(head), .has_body = true, .body = std::move(body)};
}

// Statements with what they cost: the steps on the longest path through them, and how many paths their inputs open.
struct Piece {
  Statements statements;
  double steps = 0;
  double outcomes = 1;

  void append(Piece other) {
    std::ranges::move(other.statements, std::back_inserter(statements));
    steps += other.steps;
    outcomes *= other.outcomes;
  }
};

class Generator {
 public:
  Generator(std::uint64_t seed, const Size& size) : rng_(seed), size_(size) {}

  Program run() {
    choose_features();
    Program program;
    declare(program);
    write_threads(program);
    return program;
  }

 private:
  enum Feature : std::uint32_t {
    kArrays = 1 << 0,
    kLocks = 1 << 1,
    kTryLocks = 1 << 2,
    kAtomics = 1 << 3,
    kConditions = 1 << 4,
    kSemaphores = 1 << 5,
    kBarriers = 1 << 6,
    kInputs = 1 << 7,
    kSpawn = 1 << 8,
    kBranches = 1 << 9,
    kAsserts = 1 << 10,
    kAssumes = 1 << 11,
    kLoops = 1 << 12,
    kMistakes = 1 << 13,
    kTimeOuts = 1 << 14,
  };

  // More than the nesting depth of sections, so that one is always free.
  static constexpr std::uint64_t kMaxLocks = 3;

  bool has(Feature f) const { return (features_ & f) != 0; }

  void choose_features() {
    // A few features in one program, so that they interact; the repeated ones are chosen more often.
    constexpr Feature kChoices[] = {kArrays,     kLocks,    kLocks,      kLocks,      kTryLocks,   kTryLocks,
                                    kAtomics,    kAtomics,  kConditions, kConditions, kConditions, kSemaphores,
                                    kSemaphores, kBarriers, kInputs,     kInputs,     kAsserts,    kAsserts,
                                    kAssumes,    kLoops,    kMistakes};
    for (std::uint64_t n = 1 + rng_.below(4); n > 0; --n) features_ |= kChoices[rng_.below(std::size(kChoices))];
    if (rng_.one_in(2)) features_ |= kBranches;
    if (rng_.one_in(3)) features_ |= kSpawn;
    if (size_.timed) features_ |= kConditions | kTimeOuts;
    if (has(kConditions) && rng_.one_in(2)) features_ |= kTimeOuts;
    if (rng_.one_in(3)) features_ |= kAsserts;
    if (size_.synchronised) {
      // Operations that wait for each other, in addition to whatever else was chosen.
      constexpr Feature kWaiting[] = {kTryLocks, kConditions, kConditions, kSemaphores, kBarriers};
      features_ |= kLocks | kWaiting[rng_.below(std::size(kWaiting))] | kWaiting[rng_.below(std::size(kWaiting))];
    }
    if (size_.open_inputs) features_ |= kInputs | kBranches;
    if (size_.compares) features_ |= kAtomics;
    if (size_.mistaken) features_ |= kMistakes | kArrays | kLocks | kAsserts;
    variables_ = 1 + rng_.below(rng_.one_in(2) ? 3 : 2);
    locks_ = 1 + rng_.below(2);
    threads_ = 2 + rng_.below(std::max<std::uint64_t>(size_.max_threads, 2) - 1);
    // Small programs as often as large ones, on a logarithmic scale.
    const double position = static_cast<double>(rng_.below(1000)) / 1000;
    target_ = size_.interleavings / 300 * std::pow(300, position);
  }

  void declare(Program& program) {
    for (std::uint64_t i = 0; i < variables_; ++i) {
      program.declarations.push_back(rng_.one_in(3) ? fmt::format("shared x{} = {};", i, rng_.between(-1, 2))
                                                    : fmt::format("shared x{};", i));
    }
    if (has(kArrays)) program.declarations.emplace_back("shared arr[2] = {0, 1};");
    if (has(kLocks) || has(kTryLocks) || has(kConditions)) {
      for (std::uint64_t i = 0; i < kMaxLocks; ++i) program.declarations.push_back(fmt::format("lock m{};", i));
    }
    if (has(kConditions)) program.declarations.emplace_back("cond c;");
    if (has(kSemaphores)) program.declarations.push_back(fmt::format("semaphore s = {};", rng_.below(2)));
    if (has(kBarriers)) program.declarations.emplace_back("barrier gate(2);");
  }

  // The threads grow by one statement at a time, in turns, until the next one would be too much.
  void write_threads(Program& program) {
    std::vector<Piece> bodies(threads_);
    if (has(kConditions) && rng_.one_in(2)) gather_waiters(bodies);
    for (int refused = 0; refused < 4;) {
      if (!append_if_it_fits(bodies, rng_.below(threads_), statement(0))) ++refused;
    }
    for (std::uint64_t i = 0; i < threads_; ++i) {
      Statements all = {leaf("local a = 0;"), leaf("local b = 1;")};
      if (has(kLoops)) all.push_back(leaf("local i = 0;"));
      std::ranges::move(bodies[i].statements, std::back_inserter(all));
      const bool is_proc = has(kSpawn) && i > 0;
      program.parts.push_back({is_proc ? fmt::format("proc p{}()", i) : fmt::format("thread t{}", i), std::move(all)});
    }
    if (has(kSpawn)) {
      add_spawns(program);
    } else if (size_.joins) {
      add_joins(program);
    }
  }

  bool append_if_it_fits(std::vector<Piece>& bodies, std::size_t thread, Piece next) const {
    Piece& body = bodies[thread];
    const double steps = body.steps;
    const double outcomes = body.outcomes;
    body.steps += next.steps;
    body.outcomes *= next.outcomes;
    const bool fits = interleavings(bodies) <= target_;
    body.steps = steps;
    body.outcomes = outcomes;
    if (fits) body.append(std::move(next));
    return fits;
  }

  // All threads except one begin by waiting, so that a signal has several to choose from.
  void gather_waiters(std::vector<Piece>& bodies) {
    const std::uint64_t signaller = rng_.below(threads_);
    locks_ = 1;
    for (std::uint64_t i = 0; i < threads_; ++i) {
      if (i == signaller) {
        bodies[i].append(signalling(0));
        if (rng_.one_in(2)) bodies[i].append(signalling(1));
      } else if (i < 3) {
        append_if_it_fits(bodies, i, waiting());
      }
    }
  }

  // The first thread starts the others, at its beginning or later, and may wait for some of them.
  void add_spawns(Program& program) {
    Statements& main = program.parts[0].body;
    const std::size_t locals = has(kLoops) ? 3 : 2;
    for (std::uint64_t i = 1; i < threads_; ++i) {
      const std::size_t at = rng_.one_in(3) ? locals + rng_.below(main.size() - locals + 1) : locals;
      main.insert(main.begin() + at, leaf(fmt::format("local h{0} = spawn p{0}();", i)));
      if (rng_.one_in(2)) main.push_back(leaf(fmt::format("join(h{});", i)));
    }
    if (rng_.one_in(3)) main.push_back(leaf(fmt::format("assert({} != 2);", variable())));
  }

  // Each thread may wait for others, usually those before it, at its end or earlier, and then looks at something.
  void add_joins(Program& program) {
    const std::size_t locals = has(kLoops) ? 3 : 2;
    for (std::uint64_t i = 0; i < threads_; ++i) {
      Statements& body = program.parts[i].body;
      for (std::uint64_t j = 0; j < threads_; ++j) {
        if (i == j || !rng_.one_in(j < i ? 2 : 12)) continue;
        const std::size_t at = rng_.one_in(3) ? locals + rng_.below(body.size() - locals + 1) : body.size();
        body.insert(body.begin() + at, leaf(fmt::format("join(t{});", j)));
        if (rng_.one_in(2)) body.push_back(leaf(fmt::format("a = {};", variable())));
      }
    }
  }

  static double interleavings(const std::vector<Piece>& bodies) {
    double steps = 0;
    double log = 0;
    for (const Piece& b : bodies) {
      steps += b.steps;
      log += std::log(b.outcomes) - std::lgamma(b.steps + 1);
    }
    return std::exp(log + std::lgamma(steps + 1));
  }

  // --- expressions -------------------------------------------------------------------------------------------

  std::string variable() { return fmt::format("x{}", rng_.below(variables_)); }
  std::string local() { return rng_.one_in(2) ? "a" : "b"; }
  std::string lock() {
    std::uint64_t m = rng_.below(locks_);
    if (!has(kMistakes)) {
      while (((held_ >> m) & 1) != 0) m = rng_.below(kMaxLocks);
    }
    return fmt::format("m{}", m);
  }
  static std::uint64_t bit_of(const std::string& lock) { return 1ULL << (lock[1] - '0'); }
  std::string element() {
    switch (rng_.below(3)) {
      case 0: return "arr[0]";
      case 1: return "arr[1]";
      default: return has(kMistakes) ? "arr[a]" : "arr[a & 1]";
    }
  }
  // A shared variable or element.
  std::string cell() { return has(kArrays) && rng_.one_in(3) ? element() : variable(); }

  // Over local variables: not a step.
  std::string value() {
    switch (rng_.below(has(kMistakes) ? 7 : 6)) {
      case 0: return local();
      case 1: return local() + " + 1";
      case 2: return "a - b";
      case 3: return "2 * a + 1";
      case 6: return "4 / a";
      default: return fmt::format("{}", rng_.between(0, 2));
    }
  }
  std::string condition() {
    switch (rng_.below(4)) {
      case 0: return fmt::format("{} == {}", local(), rng_.between(0, 2));
      case 1: return fmt::format("{} > {}", local(), rng_.between(0, 1));
      case 2: return "a == b";
      default: return fmt::format("{} != {}", local(), rng_.between(0, 2));
    }
  }

  // --- statements --------------------------------------------------------------------------------------------

  Piece statement(int depth) {
    for (;;) {
      if (size_.open_inputs && rng_.one_in(8)) return input();
      const std::uint64_t kind = rng_.below(28);
      if (size_.synchronised && kind < 8 && !rng_.one_in(3)) continue;
      switch (kind) {
        case 0:
        case 1:
        case 2: return {{leaf(fmt::format("{} = {};", cell(), value()))}, 1};
        case 3:
        case 4:
        case 5: return {{leaf(fmt::format("{} = {};", local(), cell()))}, 1};
        case 6: return {{leaf(fmt::format("{} = {} + {};", cell(), variable(), rng_.between(1, 2)))}, 2};
        case 7: return {{leaf(fmt::format("{} = {};", local(), value()))}, 0};
        case 8:
        case 9:
        case 10:
          if (has(kLocks) && depth < 2) return critical_section(depth);
          break;
        case 11:
          if (has(kTryLocks) && depth < 2) return try_section(depth);
          break;
        case 12:
        case 13:
          if (has(kAtomics)) return atomic();
          break;
        case 14:
        case 15:
          if (has(kConditions) && depth == 0) return waiting();
          break;
        case 16:
        case 17:
        case 18:
          if (has(kConditions)) return signalling(depth);
          break;
        case 19:
        case 20:
          if (has(kSemaphores)) return semaphore(depth);
          break;
        case 21:
        case 22:
          if (has(kBarriers)) return {{leaf("arrive(gate);")}, 1};
          break;
        case 23:
          if (has(kInputs)) return input();
          break;
        case 24:
        case 25:
          if (has(kBranches) && depth < 2) return branch(depth);
          break;
        case 26:
          if (has(kAsserts)) return check();
          break;
        default:
          if (has(kLoops) && depth == 0) return loop();
          if (has(kAssumes)) return {{leaf(fmt::format("assume({});", condition()))}, 0};
          break;
      }
    }
  }

  Piece block(int depth) {
    Piece result = statement(depth);
    if (rng_.one_in(2)) result.append(statement(depth));
    return result;
  }

  Piece critical_section(int depth) {
    // Inside, the other lock may be taken, in any order: but the same one twice only by mistake.
    const std::uint64_t outer = held_;
    const std::string m = lock();
    held_ |= bit_of(m);
    Piece inside = block(depth + 1);
    held_ = outer;
    Piece result{{leaf(fmt::format("lock({});", m))}, 2};
    result.append(std::move(inside));
    if (!has(kMistakes) || !rng_.one_in(3)) result.statements.push_back(leaf(fmt::format("unlock({});", m)));
    if (has(kMistakes) && rng_.one_in(6)) result.statements.push_back(leaf(fmt::format("unlock({});", lock())));
    return result;
  }

  Piece try_section(int depth) {
    const std::uint64_t outer = held_;
    const std::string m = lock();
    held_ |= bit_of(m);
    Piece inside = block(depth + 1);
    held_ = outer;
    inside.statements.push_back(leaf(fmt::format("unlock({});", m)));
    inside.statements = {compound(fmt::format("if (trylock({}))", m), std::move(inside.statements))};
    inside.steps += 2;
    return inside;
  }

  // Half of them fetch and add; some usually have no effect.
  Piece atomic() {
    const auto one = [](std::string text) { return Piece{{leaf(std::move(text))}, 1}; };
    if (size_.compares && rng_.one_in(2))
      return one(fmt::format("{} = cas({}, {}, {});", local(), cell(), value(), value()));
    if (size_.open_inputs && rng_.one_in(2)) return one(atomic_of_inputs());
    switch (rng_.below(8)) {
      case 0:
      case 1: return one(fmt::format("fetch_add({}, 1);", cell()));
      case 2: return one(fmt::format("{} = fetch_add({}, {});", local(), cell(), rng_.between(-1, 1)));
      case 3: return one(fmt::format("{} = fetch_add({}, 0);", local(), cell()));
      case 4: return one(fmt::format("{} = exchange({}, {});", local(), cell(), value()));
      case 5: return one(fmt::format("{} = exchange({}, {});", local(), cell(), rng_.between(0, 1)));
      case 6: return one(fmt::format("{} = cas({}, {}, {});", local(), cell(), rng_.between(0, 1), value()));
      default: {
        const std::int64_t same = rng_.between(0, 1);
        return one(fmt::format("{} = cas({}, {}, {});", local(), cell(), same, same));
      }
    }
  }

  // Operands that may be inputs, and results that take the place of an operand.
  std::string atomic_of_inputs() {
    const std::string a = local();
    const std::string b = rng_.one_in(2) ? a : local();
    const std::string result = rng_.one_in(2) ? a : local();
    switch (rng_.below(4)) {
      case 0: return fmt::format("{} = fetch_add({}, {});", result, cell(), a);
      case 1: return fmt::format("{} = exchange({}, {});", result, cell(), a);
      case 2: return fmt::format("{} = cas({}, {}, {});", result, cell(), a, value());
      default: return fmt::format("{} = cas({}, {}, {});", result, cell(), value(), b);
    }
  }

  // A thread that waits is woken by a signal or broadcast elsewhere, or never.
  Piece waiting() {
    const std::string m = lock();
    Statements inside;
    const double loops = has(kLoops) && rng_.one_in(3) ? 2 : 1;
    // A loop whose waits time out would have no end.
    const bool timed = has(kTimeOuts) && loops == 1 && !rng_.one_in(3);
    const Statement wait =
        timed ? leaf(fmt::format("{} = timedwait(c, {});", local(), m)) : leaf(fmt::format("wait(c, {});", m));
    if (rng_.one_in(3)) {
      inside.push_back(wait);
    } else {
      inside.push_back(compound(fmt::format("{} ({} == 0)", loops > 1 ? "while" : "if", variable()), {wait}));
    }
    // A timeout may occur at any moment.
    Piece result{{leaf(fmt::format("lock({});", m))}, 2 + 2 * loops + (timed ? 2 : 0), timed ? 2.0 : 1.0};
    std::ranges::move(inside, std::back_inserter(result.statements));
    result.statements.push_back(leaf(fmt::format("unlock({});", m)));
    return result;
  }

  // With the lock, as it should be, or without it.
  Piece signalling(int depth) {
    Piece result{{leaf(rng_.one_in(3) ? "broadcast(c);" : "signal(c);")}, 1, 1.5};
    if (depth > 0 || rng_.one_in(2)) return result;
    const std::string m = lock();
    result.statements.insert(result.statements.begin(), leaf(fmt::format("{} = 1;", variable())));
    result.statements.insert(result.statements.begin(), leaf(fmt::format("lock({});", m)));
    result.statements.push_back(leaf(fmt::format("unlock({});", m)));
    result.steps += 3;
    return result;
  }

  Piece semaphore(int depth) {
    switch (rng_.below(4)) {
      case 0: return {{leaf("acquire(s);")}, 1};
      case 1: {
        Piece inside = statement(depth + 1);
        inside.statements = {compound("if (tryacquire(s))", std::move(inside.statements))};
        inside.steps += 1;
        return inside;
      }
      default: return {{leaf("release(s);")}, 1};
    }
  }

  Piece input() {
    if (size_.open_inputs) {
      const char* mask = rng_.one_in(2) ? "1" : "3";
      return {{leaf(fmt::format("{} = input & {};", local(), mask))}, 0, 2};
    }
    const auto values = 2 + rng_.below(2);
    return {{leaf(fmt::format("{} = input(0, {});", local(), values - 1))}, 0, static_cast<double>(values)};
  }

  Piece branch(int depth) {
    const bool on_shared = rng_.one_in(2);
    const std::string head =
        on_shared ? fmt::format("if ({} == {})", cell(), rng_.between(0, 1)) : fmt::format("if ({})", condition());
    Piece yes = block(depth + 1);
    Piece result{{compound(head, std::move(yes.statements))}, yes.steps, yes.outcomes};
    if (rng_.one_in(2)) {
      Piece no = statement(depth + 1);
      result.statements[0].otherwise = std::move(no.statements);
      result.steps = std::max(result.steps, no.steps);
      result.outcomes = std::max(result.outcomes, no.outcomes);
    }
    result.steps += on_shared ? 1 : 0;
    return result;
  }

  Piece loop() {
    Piece inside = statement(1);
    inside.statements.push_back(leaf("i = i + 1;"));
    const bool spins = rng_.one_in(3);
    const std::string head = spins ? fmt::format("while (i < 2 && {} == 0)", variable()) : "while (i < 2)";
    return {{leaf("i = 0;"), compound(head, std::move(inside.statements))},
            2 * inside.steps + (spins ? 2 : 0),
            inside.outcomes * inside.outcomes};
  }

  Piece check() {
    switch (rng_.below(4)) {
      case 0: return {{leaf(fmt::format("assert({} <= 2);", variable()))}, 1};
      case 1: return {{compound(fmt::format("if ({})", condition()), {leaf("error;")})}, 0};
      default: return {{leaf(fmt::format("assert({});", condition()))}, 0};
    }
  }

  base::Rng rng_;
  Size size_;
  std::uint32_t features_ = 0;
  std::uint64_t variables_ = 1;
  std::uint64_t locks_ = 1;  // preferred ones; a nested section takes another one
  std::uint64_t held_ = 0;   // the locks of the sections around the current statement
  std::uint64_t threads_ = 2;
  double target_ = 0;
};

}  // namespace

Program generate(std::uint64_t seed, const Size& size) { return Generator(base::mix(seed + 1), size).run(); }

}  // namespace heddle::differential
