#include "journal/kept_expressions.h"

namespace heddle::journal {

using symbolic::ExprId;
using symbolic::Kind;

namespace {

// Is Node::low part of its meaning?
bool has_low(Kind kind) { return kind == Kind::kExtract || kind == Kind::kFloatRound; }

}  // namespace

void KeptExpressions::keep_since(std::size_t first, std::string& added) {
  for (std::size_t i = first; i < expressions_->size(); ++i) keep(ExprId(i), added);
}

std::uint32_t KeptExpressions::keep(ExprId e, std::string& added) {
  if (e.index() >= number_of_.size()) number_of_.resize(expressions_->size());
  if (number_of_[e.index()] == 0) {
    const symbolic::Node node = (*expressions_)[e];
    const int operands = symbolic::operand_count(node.kind);
    if (operands > 0) keep(node.a, added);
    if (operands > 1) keep(node.b, added);
    if (operands > 2) keep(node.c, added);
    write(e, added);
    made_.push_back(e);
    number_of_[e.index()] = static_cast<std::uint32_t>(made_.size());
  }
  return number_of_[e.index()] - 1;
}

void KeptExpressions::write(ExprId e, std::string& added) {
  const symbolic::Node& node = (*expressions_)[e];
  base::ByteWriter out(added);
  out.number(static_cast<std::uint64_t>(node.kind));
  out.number(node.width);
  if (node.kind == Kind::kVariable) {
    const symbolic::Variable& variable = expressions_->variables()[static_cast<std::size_t>(node.value)];
    out.number(variable.thread);
    out.number(variable.nth);
    out.text(variable.name);
    return;
  }
  if (node.kind == Kind::kConstant) out.bytes(&node.value, sizeof node.value);
  if (has_low(node.kind)) out.number(node.low);
  const int operands = symbolic::operand_count(node.kind);
  if (operands > 0) out.number(number_of_[node.a.index()] - 1);
  if (operands > 1) out.number(number_of_[node.b.index()] - 1);
  if (operands > 2) out.number(number_of_[node.c.index()] - 1);
}

bool KeptExpressions::learn(base::ByteReader& added) {
  while (!added.at_end()) {
    Kept kept;
    symbolic::Node& node = kept.node;
    node.kind = static_cast<Kind>(added.below(symbolic::kKindCount));
    node.width = static_cast<std::uint8_t>(added.below(symbolic::kMaxWidth + 1));
    if (node.kind == Kind::kVariable) {
      kept.variable.thread = static_cast<std::uint16_t>(added.below(UINT16_MAX));
      kept.variable.nth = static_cast<std::uint32_t>(added.below(UINT32_MAX));
      kept.variable.width = node.width;
      kept.variable.name = added.text();
    }
    if (node.kind == Kind::kConstant) {
      const std::string_view bytes = added.bytes(sizeof node.value);
      if (added.ok()) std::memcpy(&node.value, bytes.data(), bytes.size());
    }
    if (has_low(node.kind)) node.low = static_cast<std::uint8_t>(added.below(symbolic::kMaxWidth));
    const int operands = symbolic::operand_count(node.kind);
    const auto operand = [&] { return ExprId(static_cast<std::size_t>(added.below(made_.size()))); };
    if (operands > 0) node.a = operand();
    if (operands > 1) node.b = operand();
    if (operands > 2) node.c = operand();
    if (!added.ok() || node.width == 0) return false;
    learnt_.push_back(std::move(kept));
    made_.emplace_back();
  }
  return added.ok();
}

bool KeptExpressions::make_up_to(std::size_t size) {
  if (size > made_.size()) return false;
  for (; next_ < size && next_ < learnt_.size(); ++next_) {
    const ExprId e = make(learnt_[next_]);
    made_[next_] = e;
    if (e.index() >= number_of_.size()) number_of_.resize(expressions_->size());
    if (number_of_[e.index()] == 0) number_of_[e.index()] = static_cast<std::uint32_t>(next_ + 1);
  }
  return true;
}

// The store may know a simpler equal expression: then it is used.
ExprId KeptExpressions::make(const Kept& kept) const {
  const symbolic::Variable& v = kept.variable;
  if (kept.node.kind == Kind::kVariable) return expressions_->variable(v.thread, v.nth, v.width, v.name);
  symbolic::Node node = kept.node;
  const int operands = symbolic::operand_count(node.kind);
  if (operands > 0) node.a = made_[node.a.index()];
  if (operands > 1) node.b = made_[node.b.index()];
  if (operands > 2) node.c = made_[node.c.index()];
  return expressions_->make(node);
}

}  // namespace heddle::journal
