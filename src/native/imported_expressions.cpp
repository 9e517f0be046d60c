#include "native/imported_expressions.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

#include "abi/meeting.h"

namespace heddle::native {

using symbolic::ExprId;
using symbolic::Kind;
using trace::OpKind;

void ImportedExpressions::import(const abi::Channel& channel, std::uint32_t size) {
  imported_.reserve(size);
  if (imported_.empty()) imported_.emplace_back();  // number 0 means none
  for (std::size_t i = imported_.size(); i < size; ++i) {
    const abi::ExpressionRecord& r = channel.expressions[i];
    if (r.kind == Kind::kVariable) {
      const char* const name = channel.texts + channel.expression_names[i];
      imported_.push_back(expressions_.variable(static_cast<std::uint16_t>(r.a), r.b, r.width, name));
      continue;
    }
    const int operands = symbolic::operand_count(r.kind);
    symbolic::Node node{.kind = r.kind, .width = r.width, .low = r.low, .value = r.value};
    if (operands > 0) node.a = imported_[r.a];
    if (operands > 1) node.b = imported_[r.b];
    if (operands > 2) node.c = imported_[r.c];
    imported_.push_back(expressions_.make(node));
  }
}

void ImportedExpressions::rewrite(const abi::Channel& channel, const abi::Slot& slot, trace::Trace& trace) {
  if (slot.known.expressions > std::max<std::size_t>(imported_.size(), 1)) import(channel, slot.known.expressions);
  if (imported_.empty()) return;
  const auto rewrite_one = [this](trace::Operation& op) {
    if (op.kind == OpKind::kBranch) {
      trace::Branch branch = trace::unpack_branch(op.operand);
      branch.expression = imported_[branch.expression.index()];
      op.operand = trace::pack(branch);
    } else if (op.kind == OpKind::kInput) {
      op.operand = imported_[static_cast<std::size_t>(op.operand)].value;
    }
  };
  for (trace::Operation& op : trace.operations) rewrite_one(op);
  trace.expressions.reserve(slot.values_size);
  for (std::uint32_t i = 0; i < slot.values_size; ++i)
    trace.expressions.push_back({slot.values[i].operation, imported_[slot.values[i].expression]});
  trace.locals.reserve(slot.locals_size);
  for (std::uint32_t i = 0; i < slot.locals_size; ++i) {
    const abi::LocalRecord& l = slot.locals[i];
    if (l.local == abi::kMeeting) {
      trace::Meeting meeting = abi::unpack_meeting(&l);
      meeting.first_name = static_cast<std::uint32_t>(trace.locals.size());
      trace.controls.push_back(trace::pack(meeting));
      ++i;
      continue;
    }
    trace.locals.push_back(
        {l.operation, l.local, imported_[l.before], imported_[l.variable], static_cast<std::int64_t>(l.value)});
  }
  for (trace::Pending& pending : trace.pending) rewrite_one(pending.operation);
  check(trace);
}

void ImportedExpressions::check(const trace::Trace& trace) {
  inputs_.clear();
  const auto set = [this](ExprId e, std::int64_t value) {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - expressions_.width(e));
    const symbolic::VariableId variable(static_cast<std::size_t>(expressions_[e].value));
    inputs_.set(variable, static_cast<std::uint64_t>(value) & mask);
  };
  bool any = false;
  for (const trace::Operation& op : trace.operations) {
    if (op.kind == OpKind::kBranch) any = true;
    const ExprId e(static_cast<std::size_t>(op.operand));
    if (op.kind == OpKind::kInput && e.valid()) set(e, op.value);
  }
  // What an operation read is the first value recorded for it.
  std::uint32_t last = UINT32_MAX;
  for (const trace::SymbolicValue& value : trace.expressions) {
    const symbolic::Node& node = expressions_[value.expression];
    const bool first = std::exchange(last, value.operation) != value.operation;
    if (!first || node.kind != Kind::kVariable || trace.operations[value.operation].kind == OpKind::kWrite) continue;
    const std::uint32_t nth = expressions_.variables()[static_cast<std::size_t>(node.value)].nth;
    if (nth >= abi::kFirstRead) set(value.expression, trace.operations[value.operation].before);
  }
  for (const trace::SymbolicLocal& local : trace.locals) set(local.variable, local.value);
  if (!any) return;
  evaluator_.use(inputs_);
  for (const trace::Operation& op : trace.operations) {
    if (op.kind != OpKind::kBranch) continue;
    const symbolic::Word value = evaluator_.evaluate(trace::unpack_branch(op.operand).expression);
    if (static_cast<std::uint32_t>(value) == static_cast<std::uint32_t>(op.choice)) continue;
    if (std::find(mismatches_.begin(), mismatches_.end(), op.place) == mismatches_.end())
      mismatches_.push_back(op.place);
  }
}

}  // namespace heddle::native
