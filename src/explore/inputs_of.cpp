#include "explore/inputs_of.h"

#include "symbolic/text.h"
#include "trace/operation.h"

namespace heddle::explore {

namespace {

// Are its operands floating-point numbers?
bool takes_fractions(symbolic::Kind kind) {
  using symbolic::Kind;
  return symbolic::is_float_operation(kind) && kind != Kind::kSignedToFloat && kind != Kind::kUnsignedToFloat;
}

}  // namespace

void mark_fractions(std::vector<InputInfo>& inputs, const symbolic::Expressions& expressions) {
  const auto mark = [&](symbolic::ExprId operand) {
    if (!operand.valid() || expressions[operand].kind != symbolic::Kind::kVariable) return;
    const symbolic::Variable& v = expressions.variables()[static_cast<std::size_t>(expressions[operand].value)];
    for (InputInfo& input : inputs) {
      if (input.thread.value == v.thread && input.nth == v.nth && input.width == v.width) input.is_fraction = true;
    }
  };
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const symbolic::Node& node = expressions[symbolic::ExprId(i)];
    if (!takes_fractions(node.kind)) continue;
    mark(node.a);
    mark(node.b);
  }
}

std::vector<InputInfo> inputs_of(const trace::Trace& trace, const symbolic::Expressions* expressions) {
  constexpr unsigned kByteBits = 8;
  std::vector<InputInfo> result;
  if (expressions == nullptr) return result;
  symbolic::Variable last;  // of the array, and of the one before
  symbolic::VariableId first;
  // An array of one byte is a number.
  const auto finish = [&] {
    if (result.empty() || result.back().bytes.size() != 1) return;
    result.back().bytes.clear();
    result.back().name = symbolic::name_of(*expressions, first);
  };
  for (const trace::Operation& op : trace.operations) {
    if (op.kind != trace::OpKind::kInput) continue;
    const symbolic::Node& node = (*expressions)[symbolic::ExprId(static_cast<std::size_t>(op.operand))];
    const symbolic::VariableId id(static_cast<std::size_t>(node.value));
    const symbolic::Variable& variable = expressions->variables()[id.index()];
    const bool is_byte = variable.width == kByteBits && !variable.name.empty();
    const bool goes_on = is_byte && last.width == kByteBits && variable.name == last.name &&
                         variable.thread == last.thread && variable.nth == last.nth + 1;
    last = variable;
    if (goes_on) {
      result.back().bytes += static_cast<char>(op.value);
      continue;
    }
    finish();
    first = id;
    if (is_byte) {
      result.push_back({variable.name, op.value, std::string(1, static_cast<char>(op.value)), op.thread, variable.nth,
                        variable.width});
    } else {
      result.push_back({symbolic::name_of(*expressions, id), op.value, {}, op.thread, variable.nth, variable.width});
    }
  }
  finish();
  return result;
}

}  // namespace heddle::explore
