#include "tests/support/segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "symbolic/evaluate.h"
#include "symbolic/text.h"

namespace heddle::tests {

namespace {

using symbolic::ExprId;
using trace::OpKind;

class Checker {
 public:
  Checker(const symbolic::Expressions& in, const trace::Trace& trace, Names names)
      : in_(in), trace_(trace), names_(names) {}

  Segments run() {
    name_variables();
    for (std::size_t t = 0; t < trace::kMaxThreads; ++t)
      begin_segment(threads_[t], t, trace::SymbolicLocal::kNoOperation);
    for (std::uint32_t i = 0; i < trace_.operations.size() && result_.problem.empty(); ++i) visit(i);
    return result_;
  }

 private:
  // What a thread may compute with.
  struct Thread {
    std::set<ExprId> fresh;                // inputs, reads and names of this segment
    std::map<std::uint32_t, ExprId> last;  // by local
    bool waits = false;                    // its last step was to enter the queue of a condition variable
  };

  // The values of all variables.
  void name_variables() {
    for (std::uint32_t i = 0; i < trace_.operations.size(); ++i) {
      const trace::Operation& op = trace_.operations[i];
      const ExprId input(static_cast<std::size_t>(op.operand));
      if (op.kind == OpKind::kInput && input.valid()) set(input, op.value);
      if (const ExprId read = read_by(i); read.valid()) set(read, op.before);
    }
    for (const trace::SymbolicLocal& local : trace_.locals) set(local.variable, local.value);
  }

  // The variable that the operation read.
  ExprId read_by(std::uint32_t i) {
    if (trace_.operations[i].kind == OpKind::kWrite) return {};
    const auto value = std::ranges::find(trace_.expressions, i, &trace::SymbolicValue::operation);
    if (value == trace_.expressions.end()) return {};
    if (in_[value->expression].kind != symbolic::Kind::kVariable) report(i, "reads", value->expression);
    return value->expression;
  }

  void begin_segment(Thread& thread, std::size_t number, std::uint32_t i) {
    // What the operation writes was computed before it.
    const std::set<ExprId> before = thread.fresh;
    const bool first = i == trace::SymbolicLocal::kNoOperation;
    // Up to its next visible operation.
    for (std::uint32_t j = first ? 0 : i + 1; j < trace_.operations.size(); ++j) {
      const trace::Operation& op = trace_.operations[j];
      if (op.thread.index() != number) continue;
      if (is_visible(op)) break;
      const ExprId input(static_cast<std::size_t>(op.operand));
      if (op.kind == OpKind::kInput && input.valid()) thread.fresh.insert(input);
    }
    for (const trace::SymbolicLocal& local : trace_.locals) {
      if (local.operation != i || in_.variables()[variable_of(local.variable).index()].thread != number) continue;
      ++result_.locals;
      expect(i, thread, "leaves a local", local.before, static_cast<std::uint64_t>(local.value), true);
      thread.fresh.insert(local.variable);
      thread.last[local.local] = local.variable;
    }
    for (const ExprId e : before) thread.fresh.erase(e);
    if (const ExprId read = first ? ExprId() : read_by(i); read.valid()) thread.fresh.insert(read);
  }

  static bool is_visible(const trace::Operation& op) { return is_step(op) && op.kind != OpKind::kBranch; }

  // Whether another step of the same call follows this one of the thread.
  static bool call_goes_on(OpKind kind, const Thread& thread) {
    return kind == OpKind::kArrive || kind == OpKind::kWait || kind == OpKind::kWake || kind == OpKind::kTimedWake ||
           (kind == OpKind::kUnlock && thread.waits);
  }

  void visit(std::uint32_t i) {
    const trace::Operation& op = trace_.operations[i];
    Thread& thread = threads_[op.thread.index()];
    if (op.kind == OpKind::kBranch) {
      ++result_.decisions;
      expect(i, thread, "decides", trace::unpack_branch(op.operand).expression, static_cast<std::uint32_t>(op.choice));
    } else if (is_visible(op)) {
      const ExprId read = read_by(i);
      if (read.valid()) thread.fresh.insert(read);
      bool is_read = read.valid();
      for (const trace::SymbolicValue& value : trace_.expressions) {
        if (value.operation != i || std::exchange(is_read, false)) continue;
        ++result_.writes;
        expect(i, thread, "writes", value.expression, static_cast<std::uint64_t>(op.value));
      }
      const std::set<ExprId> known = thread.fresh;
      begin_segment(thread, op.thread.index(), i);
      if (names_ == Names::kAfterCalls && call_goes_on(op.kind, thread))
        thread.fresh.insert(known.begin(), known.end());
      thread.waits = op.kind == OpKind::kWait;
    }
  }

  symbolic::VariableId variable_of(ExprId e) const {
    return symbolic::VariableId(static_cast<std::size_t>(in_[e].value));
  }

  void set(ExprId variable, std::int64_t value) {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - in_.width(variable));
    model_.set(variable_of(variable), static_cast<std::uint64_t>(value) & mask);
  }

  void expect(std::uint32_t i, const Thread& thread, const char* what, ExprId e, std::uint64_t value,
              bool is_named = false) {
    for (const symbolic::VariableId variable : in_.variables_of(e)) {
      // What one thread passes to another by creating or joining it.
      if (is_named && &threads_[in_.variables()[variable.index()].thread] != &thread) continue;
      const ExprId v = in_.variable(variable);
      const bool known = thread.fresh.contains(v) ||
                         std::ranges::any_of(thread.last, [&](const auto& local) { return local.second == v; });
      if (!known) report(i, "has a variable of another segment", e);
    }
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - in_.width(e));
    if (static_cast<std::uint64_t>(evaluate(in_, e, model_)) != (value & mask)) report(i, what, e);
  }

  void report(std::uint32_t i, const char* what, ExprId e) {
    if (result_.problem.empty()) result_.problem = fmt::format("operation {} {}: {}", i, what, to_text(in_, e));
  }

  const symbolic::Expressions& in_;
  const trace::Trace& trace_;
  const Names names_;
  Segments result_;
  symbolic::Model model_;
  std::array<Thread, trace::kMaxThreads> threads_;
};

}  // namespace

Segments check_segments(const symbolic::Expressions& in, const trace::Trace& trace, Names names) {
  return Checker(in, trace, names).run();
}

}  // namespace heddle::tests
