#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/check.h"
#include "explore/loop.h"
#include "explore/unfolding/unfolding_strategy.h"
#include "tests/differential/compile.h"
#include "trace/identity.h"

namespace heddle::unfolding {

// A program with its unfolding.
class Explored {
 public:
  explicit Explored(std::string_view source, Net net = Net::kContextual,
                    const std::map<std::string, std::int64_t>& definitions = {})
      : executor_(differential::compile(source, definitions)), strategy_(*executor_, {.net = net}) {}

  // Runs the next test; false if there is none.
  bool step() {
    if (strategy_.next(plan_) != explore::Next::kPlan) return false;
    executor_->run(plan_.test, trace_);
    strategy_.observe(plan_.ticket, trace_);
    return true;
  }
  Explored& explore() {
    while (step()) continue;
    return *this;
  }

  const trace::Executor& executor() const { return *executor_; }
  explore::UnfoldingStrategy& strategy() { return strategy_; }
  Unfolding& unfolding() { return strategy_.unfolding(); }
  BranchingProcess& process() { return unfolding().process(); }
  const trace::Trace& trace() const { return trace_; }  // of the last test

  // The first event of the thread with this operation and value; there must be one.
  EventId event(std::string_view thread, trace::OpKind kind, std::string_view location = {},
                std::int64_t value = kAny) {
    for (std::size_t i = 0; i < process().size(); ++i) {
      const EventId e(i);
      if (!process()[e].parent.valid() || process().operation(e).kind != kind) continue;
      if (name_of(process()[e].thread) != thread) continue;
      const trace::LocationId at = process().operation(e).location;
      if (!location.empty() && executor_->names().locations[at.index()] != location) continue;
      if (value == kAny || process()[e].value == value) return e;
    }
    CHECK_MSG(false, "no event {} {} {} {}", thread, name(kind), location, value);
    return {};
  }

  trace::LocationId location(std::string_view name) const {
    for (std::size_t i = 0; i < executor_->names().locations.size(); ++i) {
      if (executor_->names().locations[i] == name) return trace::LocationId(i);
    }
    CHECK_MSG(false, "no location {}", name);
    return {};
  }

  static constexpr std::int64_t kAny = -1'000'000;

 private:
  const std::string& name_of(std::uint32_t thread) const { return executor_->names().threads[thread].name; }

  std::unique_ptr<trace::Executor> executor_;
  explore::UnfoldingStrategy strategy_;
  explore::Plan plan_;
  trace::Trace trace_;
};

// Small programs that together have every kind of operation.
// clang-format off
inline constexpr std::string_view kSmallPrograms[] = {
    "shared x; thread w { x = 1; } thread r[i : 2] { local a = x; }",
    "shared x, y; thread a { x = 1; local p = y; } thread b { y = 1; local q = x; }",
    "shared x; thread a { local p = cas(x, 0, 1); } thread b { local q = cas(x, 0, 2); x = 3; } thread c { fetch_add(x, 1); }",
    "shared v; lock m; thread t[i : 2] { lock(m); v = v + 1; unlock(m); }",
    "lock m; thread t[i : 3] { if (trylock(m)) unlock(m); }",
    "lock m; cond c; thread t[i : 2] { lock(m); wait(c, m); unlock(m); } thread s { signal(c); broadcast(c); }",
    "lock m; cond c; thread t[i : 2] { lock(m); local a = timedwait(c, m); unlock(m); } thread s { signal(c); }",
    "semaphore s = 1; thread t[i : 2] { acquire(s); release(s); } thread u { local a = tryacquire(s); }",
    "barrier b(2); shared x; thread t[i : 2] { arrive(b); x = i; arrive(b); }",
    "shared x; proc p(a) { x = a; } thread main { local h = spawn p(1); local g = spawn p(2); local a = x; join(h); join(g); }",
    "shared x; proc p() { } thread main { local h = spawn p(); join(h); x = input(0, 2); } thread r { local a = x; }",
    "shared x; proc last() { join(main); x = 1; } thread main { local a = x; spawn last(); }",
};
// clang-format on

}  // namespace heddle::unfolding
