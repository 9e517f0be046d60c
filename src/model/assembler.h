#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/code.h"

namespace heddle::model {

inline constexpr std::size_t kMaxRegisters = 1U << 14;

// A position in the code that jumps may refer to before it is known.
struct Label {
  bool bound = false;
  std::uint32_t position = 0;
  std::vector<std::uint32_t> uses;
};

// Emits the code of one body: registers, constants, labels. Registers are allocated and released like a stack.
class Assembler {
 public:
  explicit Assembler(std::vector<Instruction>& code) : code_(code), start_(code.size()) {}

  Register new_register();
  std::size_t registers_in_use() const { return in_use_; }
  void release_registers_to(std::size_t count) { in_use_ = count; }
  // A register that holds a constant. Its final number is known only in finish().
  Register constant(Value value);
  bool too_large() const { return too_large_; }

  Instruction& emit(Code code, trace::PlaceId place);
  Instruction& emit(Code code, trace::PlaceId place, Register dst, Register a, Register b = 0, Register c = 0);
  void jump(Code code, Label& label, Register a = 0, Register b = 0);
  void bind(Label& label);

  // Turns backward jumps into kLoop, gives constants their registers, and builds the initial frame.
  void finish(Body& body);

 private:
  static constexpr Register kConstantFlag = 0x8000;

  Register resolve(Register r) const;

  std::vector<Instruction>& code_;
  std::size_t start_;
  std::size_t in_use_ = 0;
  std::size_t most_in_use_ = 0;
  std::vector<Value> constants_;
  std::unordered_map<Value, Register> constant_registers_;
  bool too_large_ = false;
};

}  // namespace heddle::model
