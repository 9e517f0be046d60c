#include "trace/trace.h"

#include <array>

namespace heddle::trace {

namespace {

constexpr std::array<std::string_view, kOutcomeCount> kOutcomes = {
    "finished", "deadlock", "cut", "assume-failed", "failed", "asleep", "too-many-threads", "diverged"};
constexpr std::array<std::string_view, kFailureKindCount> kFailures = {"assertion",
                                                                       "error",
                                                                       "division-by-zero",
                                                                       "out-of-range",
                                                                       "lock-misuse",
                                                                       "bad-join",
                                                                       "sync-misuse",
                                                                       "abort",
                                                                       "segmentation-fault",
                                                                       "bus-error",
                                                                       "illegal-instruction",
                                                                       "stack-overflow",
                                                                       "uncaught-exception",
                                                                       "exit-code",
                                                                       "use-after-free",
                                                                       "double-free",
                                                                       "invalid-free",
                                                                       "heap-overflow",
                                                                       "livelock",
                                                                       "data-race",
                                                                       "died"};
constexpr std::array<std::string_view, kWhyCount> kWhys = {
    "blocked", "cut", "failed", "assume-failed", "asleep", "spinning", "abandoned", "exited", "ready", "beyond"};
// Each has one, in order.
static_assert(!kOutcomes.back().empty() && !kFailures.back().empty() && !kWhys.back().empty());

template <class Enum, std::size_t N>
bool parse(const std::array<std::string_view, N>& names, std::string_view text, Enum& result) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] != text) continue;
    result = static_cast<Enum>(i);
    return true;
  }
  return false;
}

}  // namespace

bool ended_by_itself(Outcome outcome) {
  switch (outcome) {
    case Outcome::kFinished:
    case Outcome::kDeadlock:
    case Outcome::kCut:
    case Outcome::kAssumeFailed:
    case Outcome::kFailed:
    case Outcome::kTooManyThreads: return true;
    case Outcome::kAsleep:
    case Outcome::kDiverged: return false;
  }
  return false;
}

std::string_view name(Outcome outcome) { return kOutcomes[static_cast<std::size_t>(outcome)]; }
std::string_view name(FailureKind kind) { return kFailures[static_cast<std::size_t>(kind)]; }
std::string_view name(Pending::Why why) { return kWhys[static_cast<std::size_t>(why)]; }
bool parse_outcome(std::string_view text, Outcome& outcome) { return parse(kOutcomes, text, outcome); }
bool parse_failure_kind(std::string_view text, FailureKind& kind) { return parse(kFailures, text, kind); }
bool parse_why(std::string_view text, Pending::Why& why) { return parse(kWhys, text, why); }

Test test_of(const Trace& trace, std::uint32_t depth) {
  Test test;
  test.depth = depth;
  std::array<std::uint32_t, kMaxThreads> inputs{};
  for (const Operation& op : trace.operations) {
    if (is_step(op)) {
      test.schedule.push_back({op.thread, op.choice});
    } else if (op.kind == OpKind::kInput) {
      test.inputs.push_back({op.thread, inputs[op.thread.index()]++, op.value});
    }
  }
  return test;
}

}  // namespace heddle::trace
