#include "model/body_compiler.h"

#include <fmt/format.h>

namespace heddle::model {

namespace {

constexpr std::size_t kMaxPlaceText = 60;

// One line to show to people: white space collapsed, truncated if long.
std::string one_line(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool blank = static_cast<unsigned char>(c) <= ' ';
    if (blank && (result.empty() || result.back() == ' ')) continue;
    if (result.size() == kMaxPlaceText) return result + "...";
    result += blank ? ' ' : c;
  }
  return result;
}

}  // namespace

BodyCompiler::BodyCompiler(const Symbols& symbols, Program& program, Diagnostics& diagnostics)
    : symbols_(symbols), program_(program), diagnostics_(diagnostics), assembler_(program.code), declared_(1) {}

void BodyCompiler::compile(const Declaration& declaration, std::uint32_t body) {
  for (const Declaration::Parameter& p : declaration.parameters) {
    Local& local = declare_local(p.name, p.offset, assembler_.new_register());
    local.fixed = declaration.kind == Declaration::Kind::kThread;
  }
  block(declaration.body);
  leave_scope(0);
  check_gotos();
  set_text(declaration.end, declaration.end + 1);
  assembler_.emit(Code::kExit, place(declaration.end));
  if (assembler_.too_large()) {
    diagnostics_.error(declaration.offset, fmt::format("'{}' needs more than {} local variables or constants",
                                                       declaration.name, kMaxRegisters));
  }
  assembler_.finish(program_.bodies[body]);
}

void BodyCompiler::set_text(std::uint32_t begin, std::uint32_t end) {
  text_ = diagnostics_.source().substr(begin, end - begin);
}

trace::PlaceId BodyCompiler::place(std::uint32_t offset) {
  auto& places = program_.names.places;
  const std::uint32_t line = diagnostics_.line_of(offset);
  const std::uint32_t column = diagnostics_.column_of(offset);
  // Operations of one statement come together, so only the last place is worth checking.
  if (places.empty() || places.back().line != line || places.back().column != column) {
    places.push_back({diagnostics_.file(), line, column, one_line(text_)});
  }
  return trace::PlaceId(places.size() - 1);
}

void BodyCompiler::block(const Block& statements) {
  const std::size_t scope = local_names_.size();
  const std::size_t registers = assembler_.registers_in_use();
  for (const StatementPtr& s : statements) {
    const std::size_t before = assembler_.registers_in_use();
    statement(*s);
    // Temporaries end with their statement; a local variable is the first register it took.
    assembler_.release_registers_to(before + (s->kind == Statement::Kind::kLocal ? 1 : 0));
  }
  leave_scope(scope);
  assembler_.release_registers_to(registers);
}

void BodyCompiler::leave_scope(std::size_t first) {
  while (local_names_.size() > first) {
    const auto found = locals_.find(local_names_.back());
    declared_[found->second.order].scope_end = static_cast<std::uint32_t>(declared_.size() - 1);
    locals_.erase(found);
    local_names_.pop_back();
  }
}

void BodyCompiler::statement(const Statement& s) {
  set_text(s.offset, s.text_end);
  switch (s.kind) {
    case Statement::Kind::kBlock: return block(s.body);
    case Statement::Kind::kLocal: return local(s);
    case Statement::Kind::kAssign: return assign(s);
    case Statement::Kind::kCall:
      if (s.value->kind == Expression::Kind::kCall) {
        call(*s.value, nullptr);
        drop_result();
      } else {
        expression(*s.value);
      }
      return;
    case Statement::Kind::kIf: return if_statement(s);
    case Statement::Kind::kWhile: return while_statement(s);
    case Statement::Kind::kFor: return for_statement(s);
    case Statement::Kind::kGoto: return goto_label(s);
    case Statement::Kind::kLabel: return define_label(s);
    case Statement::Kind::kBreak:
    case Statement::Kind::kContinue: return leave_loop(s);
    case Statement::Kind::kReturn: assembler_.emit(Code::kExit, place(s.offset)); return;
    case Statement::Kind::kSkip: return;
    case Statement::Kind::kError: assembler_.emit(Code::kError, place(s.offset)); return;
  }
}

BodyCompiler::Local& BodyCompiler::declare_local(std::string_view name, std::uint32_t offset, Register reg) {
  std::uint32_t earlier = 0;
  bool taken = false;
  if (const auto found = locals_.find(name); found != locals_.end()) {
    taken = true;
    earlier = found->second.offset;
  } else if (const Symbol* s = symbols_.find(name)) {
    taken = true;
    earlier = s->declaration->offset;
  }
  if (taken) {
    diagnostics_.error(offset, fmt::format("'{}' is already declared at line {}", name, diagnostics_.line_of(earlier)));
  }
  const auto [at, is_new] = locals_.try_emplace(name);
  if (is_new) {
    local_names_.push_back(name);
    at->second = {reg, false, offset, static_cast<std::uint32_t>(declared_.size())};
    declared_.push_back({name, 0});
  }
  return at->second;
}

void BodyCompiler::local(const Statement& s) {
  // The register is taken first, but the name becomes known only after the initial value.
  const Register reg = assembler_.new_register();
  if (s.value) {
    expression_into(*s.value, reg);
  } else {
    assembler_.emit(Code::kMove, trace::PlaceId::none(), reg, assembler_.constant(0));
  }
  declare_local(s.name, s.name_offset, reg);
}

void BodyCompiler::assign(const Statement& s) {
  const Expression& target = *s.target;
  if (target.kind == Expression::Kind::kName) {
    const auto found = locals_.find(target.name);
    if (found != locals_.end()) {
      if (found->second.fixed) {
        diagnostics_.error(target.offset,
                           fmt::format("'{}' is the index of the thread and cannot be changed", target.name));
      }
      return expression_into(*s.value, found->second.reg);
    }
  }
  const Symbol* symbol = symbol_of(target, Declaration::Kind::kShared);
  if (symbol == nullptr) {
    expression(*s.value);
    return;
  }
  Operand index = constant(0);
  if (symbol->array) index = expression(*target.operands[0]);
  const Register value = expression_register(*s.value);
  const Register location = element_location(*symbol, index, target.offset);
  step(trace::OpKind::kWrite, Code::kWrite, target, location);
  program_.code.back().b = value;
}

void BodyCompiler::if_statement(const Statement& s) {
  Label end;
  for (const Statement::Arm& arm : s.arms) {
    Label otherwise;
    set_text(arm.offset, arm.text_end);
    jump_if(*arm.condition, false, otherwise);
    block(arm.body);
    if (&arm != &s.arms.back() || !s.body.empty()) assembler_.jump(Code::kJump, end);
    assembler_.bind(otherwise);
  }
  block(s.body);
  assembler_.bind(end);
}

void BodyCompiler::while_statement(const Statement& s) {
  Label next;
  Label end;
  assembler_.bind(next);
  jump_if(*s.value, false, end);
  loops_.push_back({&next, &end});
  block(s.body);
  loops_.pop_back();
  assembler_.jump(Code::kJump, next);
  set_text(s.offset, s.text_end);
  program_.code.back().place = place(s.offset);
  assembler_.bind(end);
}

void BodyCompiler::for_statement(const Statement& s) {
  Label top;
  Label next;
  Label end;
  const std::size_t scope = local_names_.size();
  if (s.init) statement(*s.init);
  set_text(s.offset, s.text_end);
  assembler_.bind(top);
  if (s.value) jump_if(*s.value, false, end);
  loops_.push_back({&next, &end});
  block(s.body);
  loops_.pop_back();
  assembler_.bind(next);
  if (s.update) statement(*s.update);
  assembler_.jump(Code::kJump, top);
  set_text(s.offset, s.text_end);
  program_.code.back().place = place(s.offset);
  assembler_.bind(end);
  leave_scope(scope);
}

void BodyCompiler::leave_loop(const Statement& s) {
  const bool is_break = s.kind == Statement::Kind::kBreak;
  if (loops_.empty()) {
    diagnostics_.error(s.offset, fmt::format("'{}' is not inside a loop", is_break ? "break" : "continue"));
    return;
  }
  assembler_.jump(Code::kJump, is_break ? *loops_.back().end : *loops_.back().next);
  program_.code.back().place = place(s.offset);
}

void BodyCompiler::define_label(const Statement& s) {
  UserLabel& l = labels_[s.name];
  if (l.defined) {
    diagnostics_.error(s.offset,
                       fmt::format("the label '{}' is already at line {}", s.name, diagnostics_.line_of(l.offset)));
    return;
  }
  l.defined = true;
  l.offset = s.offset;
  l.last_local = local_names_.empty() ? 0 : locals_.at(local_names_.back()).order;
  assembler_.bind(l.label);
}

void BodyCompiler::goto_label(const Statement& s) {
  gotos_.push_back({s.name, s.name_offset, local_names_.empty() ? 0 : locals_.at(local_names_.back()).order});
  assembler_.jump(Code::kJump, labels_[s.name].label);
  program_.code.back().place = place(s.offset);
}

// A local variable that is in scope at the label must also be in scope at the goto, or it would have no value.
// Declarations nest, so it is enough to look at the last one: it is in scope at the goto if the goto's last declaration
// lies between it and the end of its scope.
void BodyCompiler::check_gotos() {
  for (const Goto& g : gotos_) {
    const UserLabel& l = labels_.at(g.name);
    if (!l.defined) {
      if (reported_.insert(g.name).second) {
        diagnostics_.error(g.offset, fmt::format("there is no label '{}' in this thread", g.name));
      }
      continue;
    }
    if (l.last_local == 0) continue;
    const Declared& last = declared_[l.last_local];
    if (g.last_local < l.last_local || g.last_local > last.scope_end) {
      diagnostics_.error(g.offset, fmt::format("this goto jumps over the declaration of '{}', which is known at '{}'",
                                               last.name, g.name));
    }
  }
}

}  // namespace heddle::model
