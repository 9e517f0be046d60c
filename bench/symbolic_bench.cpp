// The table of expressions and solver layers: the time to create one expression, to compute one value, and to answer
// one query. Each row is compared with the fixed loop of bench/measure.h.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "bench/measure.h"
#include "symbolic/evaluate.h"
#include "symbolic/expressions.h"
#include "symbolic/make_solver.h"
#include "symbolic/solvers/z3_solver.h"

namespace heddle::bench {
namespace {

using symbolic::Expressions;
using symbolic::ExprId;
using symbolic::Kind;
using symbolic::Model;
using symbolic::VariableId;

constexpr std::size_t kMade = 1'000'000;

void print(std::string_view what, double seconds, double count, double turn, std::string_view note = {}) {
  fmt::print("| {:<58} | {:>9.1f} | {:>10.0f} | {:>7.1f} | {} |\n", what, seconds / count * 1e9, count / seconds,
             seconds / count / turn, note);
  std::fflush(stdout);
}

// Random operations on recently created expressions.
struct Operations {
  struct Operation {
    Kind kind;
    std::uint32_t a;
    std::uint32_t b;
  };

  explicit Operations(std::size_t count) {
    constexpr std::array kKinds = {Kind::kAdd, Kind::kMul, Kind::kXor, Kind::kUDiv, Kind::kAnd, Kind::kSub};
    base::Rng rng(1);
    list.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const auto recent = [&] {
        return static_cast<std::uint32_t>(i + 8 - 1 - rng.below(std::min<std::size_t>(i + 8, 64)));
      };
      const std::uint32_t a = recent();
      list.push_back({kKinds[rng.below(kKinds.size())], a, recent()});
    }
  }

  void make(Expressions& in, std::vector<ExprId>& made) const {
    made.clear();
    for (std::uint32_t i = 0; i < 8; ++i) made.push_back(in.variable(1, i, 32, "v"));
    for (const Operation& o : list) made.push_back(in.binary(o.kind, made[o.a], made[o.b]));
  }

  std::vector<Operation> list;
};

// In a store that fits into the processor's cache.
void measure_small_store(double turn) {
  constexpr int kRepetitions = 100;
  const Operations operations(kMade / kRepetitions);
  Expressions in;
  std::vector<ExprId> made;
  operations.make(in, made);
  const double start = now();
  for (int i = 0; i < kRepetitions; ++i) operations.make(in, made);
  print("an expression, known, of 10,000", now() - start, kMade, turn);
}

void measure_expressions(double turn) {
  measure_small_store(turn);
  const Operations operations(kMade);
  Expressions in;
  std::vector<ExprId> made;
  made.reserve(kMade + 8);
  double start = now();
  operations.make(in, made);
  print("an expression, new, up to a million", now() - start, kMade, turn, fmt::format("{} stored", in.size()));
  start = now();
  operations.make(in, made);
  print("an expression, known, of a million", now() - start, kMade, turn);

  const ExprId x = made[0];
  start = now();
  for (std::size_t i = 0; i < kMade / 10; ++i) {
    ExprId loaded = in.extract(x, 0, 8);
    for (unsigned byte = 1; byte < 4; ++byte) loaded = in.concat(in.extract(x, 8 * byte, 8), loaded);
    CHECK(loaded == x);
  }
  print("a variable stored as four bytes and loaded back", now() - start, kMade / 10.0, turn);

  symbolic::Evaluator evaluator(in);
  Model model;
  for (std::uint32_t i = 0; i < 8; ++i) model.set(VariableId(i), 77 * i + 1);
  evaluator.use(model);
  evaluator.evaluate(made.back());
  const auto before = static_cast<double>(evaluator.computed());
  evaluator.use(model);
  start = now();
  for (const ExprId e : made) evaluator.evaluate(e);
  print("a value, computed", now() - start, static_cast<double>(evaluator.computed()) - before, turn);
  start = now();
  for (const ExprId e : made) evaluator.evaluate(e);
  print("a value, known", now() - start, static_cast<double>(made.size()), turn);
}

// Ten decisions; the 1024 ways to take them.
struct Paths {
  Paths(unsigned width, bool independent) {
    for (std::uint32_t i = 0; i < 10; ++i) inputs.push_back(in.variable(1, i, width, "v"));
    for (std::uint32_t i = 0; i < 10; ++i) {
      const ExprId sum = independent ? inputs[i] : in.binary(Kind::kAdd, inputs[i], inputs[(i + 1) % 10]);
      const ExprId bound = in.constant(20 + 17 * i, width);
      const ExprId taken = in.binary(Kind::kUnsignedLess, sum, bound);
      decisions.push_back({taken, in.negate(taken)});
    }
  }

  // All sets of one decision after another, each asked once: 10 queries for each of 1024 paths.
  void ask(symbolic::Solver& solver, int paths) {
    Model model;
    std::vector<ExprId> path;
    for (unsigned p = 0; p < static_cast<unsigned>(paths); ++p) {
      path.clear();
      for (unsigned i = 0; i < 10; ++i) {
        path.push_back(decisions[i][(p >> (9 - i)) & 1]);
        CHECK(solver.solve(path, model) == symbolic::Answer::kSatisfiable);
      }
      solver.remember(model);
    }
  }

  Expressions in;
  std::vector<ExprId> inputs;
  std::vector<std::array<ExprId, 2>> decisions;
};

void measure_queries(std::string_view what, unsigned width, bool independent, double turn) {
  {
    Paths paths(width, independent);
    symbolic::SolverStatistics s;
    const auto solver = symbolic::make_solver(paths.in, {}, s);
    const double start = now();
    paths.ask(*solver, 1024);
    print(fmt::format("a query, {}", what), now() - start, 10240, turn,
          fmt::format("stored {}, parts: stored {}, tried {}, cached {}, Z3 {}", s.by_stored_models,
                      s.parts_by_stored_models, s.by_trying, s.by_cache, s.z3_calls));
  }
  Paths paths(width, independent);
  symbolic::SolverStatistics s;
  symbolic::Z3Solver alone(paths.in, 10, s);
  const double start = now();
  paths.ask(alone, 64);
  print(fmt::format("a query, {}, Z3 alone", what), now() - start, 640, turn, fmt::format("Z3 {}", s.z3_calls));
}

}  // namespace
}  // namespace heddle::bench

int main() {
  using namespace heddle::bench;
  const double turn = calibrate();
  fmt::print("one turn of the loop: {:.1f} ns\n\n", turn * 1e9);
  fmt::print("| what | ns | per second | turns | |\n|---|---|---|---|---|\n");
  measure_expressions(turn);
  measure_queries("ten independent bytes", 8, true, turn);
  measure_queries("ten independent numbers of 32 bits", 32, true, turn);
  measure_queries("ten bytes in a chain of sums", 8, false, turn);
  return EXIT_SUCCESS;
}
