#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/assembler.h"
#include "model/ast.h"
#include "model/code.h"
#include "model/diagnostics.h"
#include "model/symbols.h"

namespace heddle::model {

// The domain of input(low, high) has at most this many values: strategies try every one of them.
inline constexpr std::int64_t kMaxDomain = 1 << 16;

// Compiles the body of one thread or proc. Reports every error and continues; the code is used only if there was none.
// Lives while its body is compiled.
//
// Order of evaluation: left to right, every occurrence of a shared variable is one read step; the index of an
// assigned element comes before the assigned value.
class BodyCompiler {
 public:
  BodyCompiler(const Symbols& symbols, Program& program, Diagnostics& diagnostics);

  void compile(const Declaration& declaration, std::uint32_t body);

 private:
  // The value of an expression: a constant, or in a register.
  struct Operand {
    bool is_constant = false;
    Value value = 0;
    Register reg = 0;
  };
  struct Local {
    Register reg = 0;
    bool fixed = false;        // a replica's index
    std::uint32_t offset = 0;  // of the declaration
    std::uint32_t order = 0;   // n-th declaration in the body, counted from 1
  };
  struct Declared {
    std::string_view name;
    std::uint32_t scope_end = 0;  // the last order declared in its scope
  };
  // `last_local` is the order of the last local variable in scope there, 0 for none.
  struct UserLabel {
    Label label;
    std::uint32_t offset = 0;
    std::uint32_t last_local = 0;
    bool defined = false;
  };
  struct Goto {
    std::string_view name;
    std::uint32_t offset = 0;
    std::uint32_t last_local = 0;
  };
  struct Loop {
    Label* next;  // where `continue` goes
    Label* end;
  };

  // body_compiler.cpp: statements
  void block(const Block& statements);
  void statement(const Statement& s);
  void local(const Statement& s);
  void assign(const Statement& s);
  void if_statement(const Statement& s);
  void while_statement(const Statement& s);
  void for_statement(const Statement& s);
  void leave_loop(const Statement& s);
  void define_label(const Statement& s);
  void goto_label(const Statement& s);
  void check_gotos();
  Local& declare_local(std::string_view name, std::uint32_t offset, Register reg);
  void leave_scope(std::size_t first);
  void set_text(std::uint32_t begin, std::uint32_t end);
  trace::PlaceId place(std::uint32_t offset);

  // expression_compiler.cpp
  Operand expression(const Expression& e, const Register* wanted = nullptr);
  void expression_into(const Expression& e, Register dst);
  Register expression_register(const Expression& e);
  Register to_register(const Operand& o) { return o.is_constant ? assembler_.constant(o.value) : o.reg; }
  static Operand constant(Value v) { return {true, v, 0}; }
  static Operand in(Register r) { return {false, 0, r}; }
  Register destination(const Register* wanted) { return wanted != nullptr ? *wanted : assembler_.new_register(); }
  Operand name(const Expression& e, const Register* wanted);
  Operand element(const Expression& e, const Register* wanted);
  Operand unary(const Expression& e, const Register* wanted);
  Operand binary(const Expression& e, const Register* wanted);
  Operand truth_value(const Expression& e, const Register* wanted);
  Operand conditional(const Expression& e, const Register* wanted);
  // Jumps to `label` if the truth value of `e` is `when`; falls through otherwise.
  void jump_if(const Expression& e, bool when, Label& label);
  void name_condition(const Expression& e, bool when);
  void jump_if_compared(const Expression& e, bool when, Label& label);

  // builtin_compiler.cpp
  Operand call(const Expression& e, const Register* wanted);
  // The result of the call compiled last is not used.
  void drop_result();
  std::array<Register, 3> arguments(const Expression& e);
  void note_compared(const Expression& target);
  Operand input(const Expression& e, const Register* wanted);
  Operand spawn(const Expression& e, const Register* wanted);
  void step(trace::OpKind kind, Code code, const Expression& e, Register location);
  // The register holding the location that `e` names, which must be of this kind. The index is evaluated and checked
  // here.
  Register location(const Expression& e, Declaration::Kind kind);
  Register element_location(const Symbol& s, const Operand& index, std::uint32_t offset);
  const Symbol* symbol_of(const Expression& e, Declaration::Kind kind);
  void report_undeclared(std::string_view name, std::uint32_t offset);

  const Symbols& symbols_;
  Program& program_;
  Diagnostics& diagnostics_;
  Assembler assembler_;
  std::unordered_map<std::string_view, Local> locals_;
  std::vector<std::string_view> local_names_;  // in scope, in order of declaration
  std::vector<Declared> declared_;             // all locals, by Local::order; the first entry is unused
  std::unordered_map<std::string_view, UserLabel> labels_;
  std::vector<Goto> gotos_;
  std::vector<Loop> loops_;
  std::unordered_set<std::string_view> reported_;  // undeclared names, each reported once
  std::string_view text_;                          // of the current statement
};

}  // namespace heddle::model
