#include "explore/interference/symbolic_trace.h"

namespace heddle::explore::interference {

using symbolic::ExprId;
using trace::OpKind;

namespace {

// What is read comes first among the expressions of an operation.
void add_expression(Event& event, ExprId expression) {
  switch (event.kind) {
    case OpKind::kRead: event.variable = expression; break;
    case OpKind::kExchange:
    case OpKind::kCas:
      // What they store was decided before, so it is a number.
      if (!event.variable.valid()) event.variable = expression;
      break;
    case OpKind::kRmw:
    case OpKind::kAdd: (event.variable.valid() ? event.written : event.variable) = expression; break;
    case OpKind::kWrite: event.written = expression; break;
    default: break;
  }
}

Event event_of(const trace::Operation& op) {
  Event e = pending_event(op);
  e.outcome = outcome_of(op);
  e.value = op.value;
  e.writes = op.kind == OpKind::kWrite || op.kind == OpKind::kRmw || op.kind == OpKind::kAdd ||
             op.kind == OpKind::kExchange || (op.kind == OpKind::kCas && op.effect == trace::Effect::kModify);
  return e;
}

}  // namespace

ExprId condition_of(symbolic::Expressions& expressions, std::int64_t operand, std::int64_t outcome) {
  const ExprId e = trace::unpack_branch(operand).expression;
  const unsigned width = expressions.width(e);
  if (width == 1) return outcome != 0 ? e : expressions.negate(e);
  return expressions.equal(e, expressions.constant(static_cast<std::uint32_t>(outcome), width));
}

ExprId condition_of(symbolic::Expressions& expressions, ExprId variable, std::int64_t expected, bool succeeds) {
  const unsigned width = expressions.width(variable);
  const ExprId found = expressions.equal(variable, expressions.constant(static_cast<symbolic::Word>(expected), width));
  return succeeds ? found : expressions.negate(found);
}

Event pending_event(const trace::Operation& op) {
  Event e;
  e.kind = op.kind;
  e.thread = op.thread;
  e.location = op.location;
  e.place = op.place;
  e.operand = op.operand;
  if (op.kind == OpKind::kCreate || op.kind == OpKind::kJoin) e.other = op.choice;
  return e;
}

void symbolic_trace(const trace::Trace& trace, symbolic::Expressions& expressions, std::vector<Event>& events) {
  events.clear();
  for (const trace::Operation& op : trace.operations) events.push_back(event_of(op));
  for (const trace::SymbolicValue& v : trace.expressions) add_expression(events[v.operation], v.expression);
  for (Event& e : events) {
    if (e.kind == OpKind::kBranch) e.condition = condition_of(expressions, e.operand, e.outcome);
    // Objects larger than a number have no expression.
    if (e.kind == OpKind::kCas && e.reads())
      e.condition = condition_of(expressions, e.variable, e.operand, e.outcome != 0);
  }
}

}  // namespace heddle::explore::interference
