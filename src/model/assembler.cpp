#include "model/assembler.h"

#include <algorithm>

#include "base/check.h"

namespace heddle::model {

Register Assembler::new_register() {
  if (in_use_ + 1 >= kMaxRegisters) {
    too_large_ = true;
    return 0;
  }
  most_in_use_ = std::max(most_in_use_, in_use_ + 1);
  return static_cast<Register>(in_use_++);
}

Register Assembler::constant(Value value) {
  const auto [found, is_new] = constant_registers_.try_emplace(value, 0);
  if (!is_new) return found->second;
  if (constants_.size() + 1 >= kMaxRegisters) {
    too_large_ = true;
    return kConstantFlag;
  }
  found->second = static_cast<Register>(constants_.size() | kConstantFlag);
  constants_.push_back(value);
  return found->second;
}

Instruction& Assembler::emit(Code code, trace::PlaceId place) {
  Instruction& i = code_.emplace_back();
  i.code = code;
  i.place = place;
  return i;
}

Instruction& Assembler::emit(Code code, trace::PlaceId place, Register dst, Register a, Register b, Register c) {
  Instruction& i = emit(code, place);
  i.dst = dst;
  i.a = a;
  i.b = b;
  i.c = c;
  return i;
}

void Assembler::jump(Code code, Label& label, Register a, Register b) {
  label.uses.push_back(static_cast<std::uint32_t>(code_.size()));
  emit(code, trace::PlaceId::none(), 0, a, b).target = label.position;
}

void Assembler::bind(Label& label) {
  CHECK(!label.bound);
  label.bound = true;
  label.position = static_cast<std::uint32_t>(code_.size());
  for (const std::uint32_t use : label.uses) code_[use].target = label.position;
}

Register Assembler::resolve(Register r) const {
  return (r & kConstantFlag) != 0 ? static_cast<Register>(most_in_use_ + (r & ~kConstantFlag)) : r;
}

void Assembler::finish(Body& body) {
  for (std::size_t at = start_; at < code_.size(); ++at) {
    Instruction& i = code_[at];
    i.a = resolve(i.a);
    i.b = resolve(i.b);
    i.c = resolve(i.c);
    if (i.code == Code::kJump && i.target <= at) i.code = Code::kLoop;
  }
  body.entry = static_cast<std::uint32_t>(start_);
  body.frame.assign(most_in_use_, 0);
  body.variables = static_cast<std::uint32_t>(most_in_use_);
  body.frame.insert(body.frame.end(), constants_.begin(), constants_.end());
}

}  // namespace heddle::model
