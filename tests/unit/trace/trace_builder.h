#pragma once

#include <map>
#include <optional>
#include <vector>

#include "trace/executor.h"
#include "trace/semantics.h"
#include "trace/trace.h"

namespace heddle::trace {

// Writes a trace by hand: each step is executed according to trace/semantics.h on locations that start at 0.
class TraceBuilder {
 public:
  TraceBuilder& step(int thread, OpKind kind, int location = -1, std::int64_t written = 0,
                     std::int32_t choice = kNoChoice, std::int64_t operand = 0) {
    Operation op = make(thread, kind, location, choice, operand);
    const std::int64_t before = op.location.valid() ? state_[location] : 0;
    op.before = op.value = before;
    op.effect = effect_at(op, before);
    if (op.effect == Effect::kModify) {
      const bool memory =
          kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kAdd || kind == OpKind::kCas;
      op.value = state_[location] = memory ? written : state_after(op, before);
    }
    trace_.operations.push_back(op);
    return *this;
  }

  TraceBuilder& exit(int thread) {
    trace_.operations.push_back(make(thread, OpKind::kExit, -1, kNoChoice, 0));
    return *this;
  }

  TraceBuilder& pending(Pending::Why why, int thread, OpKind kind, int location = -1, std::int32_t choice = kNoChoice) {
    trace_.pending.push_back({why, make(thread, kind, location, choice, 0)});
    return *this;
  }

  const Trace& trace() const { return trace_; }

 private:
  static Operation make(int thread, OpKind kind, int location, std::int32_t choice, std::int64_t operand) {
    Operation op;
    op.kind = kind;
    op.thread = ThreadId(thread);
    if (location >= 0) op.location = LocationId(location);
    op.place = PlaceId(thread);
    op.choice = choice;
    op.operand = operand;
    return op;
  }

  std::map<int, std::int64_t> state_;
  Trace trace_;
};

// An executor that only knows that every location starts at 0.
class ZeroStates : public Executor {
 public:
  void run(const Test&, Trace&) override {}
  std::int64_t initial_state(LocationId) const override { return 0; }
  const Names& names() const override { return names_; }
  ThreadId intern_thread(ThreadId, std::uint32_t) override { return {}; }

 private:
  Names names_;
};

}  // namespace heddle::trace
