#include "tests/differential/native_twin.h"

#include <fmt/format.h>

#include <bit>
#include <map>

namespace heddle::differential {

namespace {

using trace::Operation;
using trace::OpKind;

bool is_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kAdd ||
         kind == OpKind::kExchange || kind == OpKind::kCas;
}

// The model's values are signed, those of a native program are bytes.
std::int64_t value_of(const Operation& op, std::int64_t value) {
  return is_memory(op.kind) ? static_cast<std::int32_t>(value) : value;
}

// Local operations other than the end of a thread are recorded only by the model.
bool is_compared(const Operation& op) { return trace::is_step(op) || op.kind == OpKind::kExit; }

std::string_view without(const std::string& prefix, std::string_view name) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

std::string_view location_of(const Operation& op, const trace::Names& names, const std::string& prefix) {
  return op.location.valid() ? without(prefix, names.locations[op.location.index()]) : "";
}

std::uint32_t line_of(trace::PlaceId place, const trace::Names& names) {
  return place.valid() && place.index() < names.places.size() ? names.places[place.index()].line : 0;
}

}  // namespace

trace::FailureKind as_in_c(trace::FailureKind kind) {
  if (kind == trace::FailureKind::kError) return trace::FailureKind::kAbort;
  if (kind == trace::FailureKind::kOutOfRange) return trace::FailureKind::kIllegalInstruction;
  return kind;
}

std::string end_of(const trace::Trace& trace, const trace::Names& names, const std::string& prefix) {
  std::map<std::string_view, std::int64_t> last;
  for (const Operation& op : trace.operations) {
    if (op.effect == trace::Effect::kModify) last[location_of(op, names, prefix)] = value_of(op, op.value);
  }
  std::string result(name(trace.outcome));
  for (const auto& [location, value] : last) result += fmt::format(" {}={}", location, value);
  for (const trace::Pending& p : trace.pending)
    result += fmt::format(" {}:{}", p.operation.thread.index(), name(p.why));
  return result;
}

NativeTwin::NativeTwin(trace::Executor& native, trace::Executor& model, std::string prefix)
    : native_(native), model_(model), prefix_(std::move(prefix)) {
  model_.run({}, expected_);
}

void NativeTwin::run(const trace::Test& test, trace::Trace& trace) {
  model_.run(test, expected_);
  native_.run(test, trace);
  ++compared_;
  note_kinds(trace);
  if (difference_.empty()) difference_ = compare(expected_, trace);
  if (!difference_.empty()) differs_ = true;
}

void NativeTwin::note_kinds(const trace::Trace& trace) {
  std::uint64_t kinds = 0;
  for (const Operation& op : trace.operations) kinds |= std::uint64_t{1} << static_cast<unsigned>(op.kind);
  static_assert(trace::kOpKindCount <= 64);
  for (; kinds != 0; kinds &= kinds - 1) met_.insert(name(static_cast<OpKind>(std::countr_zero(kinds))));
  for (const trace::Failure& f : trace.failures) met_.insert(name(f.kind));
  met_.insert(name(trace.outcome));
}

trace::ThreadId NativeTwin::intern_thread(trace::ThreadId parent, std::uint32_t nth) {
  model_.intern_thread(parent, nth);
  return native_.intern_thread(parent, nth);
}

bool NativeTwin::refine() {
  if (!native_.refine() || !difference_.empty()) return false;
  // What was learnt may also be how loops wait; whether that changes a run becomes apparent when it is compared.
  if (native_.visible_cells().empty()) return false;
  difference_ = "plain accesses of the native program have become steps:";
  for (const trace::VisibleCell& cell : native_.visible_cells())
    difference_ += fmt::format(" {:#x} ({} bytes)", cell.address, cell.size);
  return false;
}

std::string NativeTwin::text(const Operation& op, const trace::Names& names) const {
  return fmt::format("{} {} of thread {} in line {}: choice {}, operand {}, {} -> {}, effect {}", name(op.kind),
                     location_of(op, names, prefix_), op.thread.index(), line_of(op.place, names), op.choice,
                     value_of(op, op.operand), value_of(op, op.before), value_of(op, op.value),
                     static_cast<int>(op.effect));
}

std::string NativeTwin::compare(const Operation& model, const Operation& native) const {
  const bool same =
      model.kind == native.kind && model.effect == native.effect && model.thread == native.thread &&
      model.choice == native.choice && value_of(model, model.operand) == value_of(native, native.operand) &&
      value_of(model, model.before) == value_of(native, native.before) &&
      value_of(model, model.value) == value_of(native, native.value) &&
      location_of(model, model_.names(), prefix_) == location_of(native, native_.names(), prefix_) &&
      (model.kind == OpKind::kExit || line_of(model.place, model_.names()) == line_of(native.place, native_.names()));
  if (same) return {};
  return fmt::format("\n  model:  {}\n  native: {}", text(model, model_.names()), text(native, native_.names()));
}

std::string NativeTwin::compare_operations(const trace::Trace& model, const trace::Trace& native) const {
  auto m = model.operations.begin();
  auto n = native.operations.begin();
  for (;; ++m, ++n) {
    while (m != model.operations.end() && !is_compared(*m)) ++m;
    while (n != native.operations.end() && !is_compared(*n)) ++n;
    const bool model_ends = m == model.operations.end();
    if (model_ends && n == native.operations.end()) return {};
    if (model_ends) return "the native run goes on with " + text(*n, native_.names());
    if (n == native.operations.end()) return "the model's run goes on with " + text(*m, model_.names());
    if (const std::string what = compare(*m, *n); !what.empty())
      return fmt::format("operation {}:{}", n - native.operations.begin() + 1, what);
  }
}

std::string NativeTwin::compare(const trace::Trace& model, const trace::Trace& native) const {
  if (model.outcome == trace::Outcome::kDiverged && native.outcome == trace::Outcome::kDiverged) return {};
  if (std::string what = compare_operations(model, native); !what.empty()) return what;
  if (model.outcome != native.outcome)
    return fmt::format("the outcome is {} in the model, {} natively", name(model.outcome), name(native.outcome));
  if (model.pending.size() != native.pending.size()) return "different numbers of threads have not come to their end";
  for (std::size_t i = 0; i < model.pending.size(); ++i) {
    const trace::Pending& m = model.pending[i];
    const trace::Pending& n = native.pending[i];
    if (m.why != n.why) return fmt::format("pending: {} in the model, {} natively", name(m.why), name(n.why));
    if (const std::string what = compare(m.operation, n.operation); !what.empty()) return "pending:" + what;
  }
  if (model.failures.size() != native.failures.size()) {
    return fmt::format("{} failures in the model, {} natively", model.failures.size(), native.failures.size());
  }
  for (std::size_t i = 0; i < model.failures.size(); ++i) {
    const trace::Failure& m = model.failures[i];
    const trace::Failure& n = native.failures[i];
    const std::uint32_t m_line = line_of(m.place, model_.names());
    const std::uint32_t n_line = line_of(n.place, native_.names());
    if (as_in_c(m.kind) == n.kind && m.thread == n.thread && m_line == n_line) continue;
    return fmt::format("failure: {} of thread {} in line {} of the model, {} of thread {} in line {} natively",
                       name(as_in_c(m.kind)), m.thread.index(), m_line, name(n.kind), n.thread.index(), n_line);
  }
  return {};
}

}  // namespace heddle::differential
