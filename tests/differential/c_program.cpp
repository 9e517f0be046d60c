#include "tests/differential/c_program.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <map>

#include "base/check.h"
#include "model/parser.h"

namespace heddle::differential {

namespace {

using model::BinaryOp;
using model::Builtin;
using model::Declaration;
using model::Expression;

constexpr std::string_view kFile = "random.model";

std::string number(std::int32_t n) {
  return n == std::numeric_limits<std::int32_t>::min() ? "(-2147483647 - 1)" : fmt::format("({})", n);
}

// Writes one program as C, a statement at a time: each part of an expression that does anything becomes a variable of
// its own, so that the order of evaluation is the model's. Used for one program.
class Writer {
 public:
  Writer(const model::Tree& tree, const model::Diagnostics& lines, std::string_view prefix, bool inputs)
      : tree_(tree), lines_(lines), prefix_(prefix), inputs_(inputs) {}

  CProgram run() {
    for (const Declaration& d : tree_.declarations) declarations_[d.name] = &d;
    for (const Declaration& d : tree_.declarations) declare(d);
    for (const Declaration& d : tree_.declarations) {
      if (d.kind == Declaration::Kind::kThread || d.kind == Declaration::Kind::kProc) body(d);
    }
    if (!refused_.empty()) return {{}, refused_};
    return {std::move(out_), {}};
  }

 private:
  // --- declarations

  std::string global(std::string_view name) const { return fmt::format("{}{}", prefix_, name); }

  static std::int32_t constant(const model::ExpressionPtr& e, std::int32_t otherwise) {
    if (!e) return otherwise;
    const bool negative = e->kind == Expression::Kind::kUnary && e->unary == model::UnaryOp::kNegate;
    const Expression& n = negative ? *e->operands[0] : *e;
    CHECK_MSG(n.kind == Expression::Kind::kNumber, "a declaration needs a number");
    return negative ? -n.number : n.number;
  }

  void declare(const Declaration& d) {
    const std::string size = d.size ? fmt::format("[{}]", constant(d.size, 0)) : "";
    const auto variable = [&](std::string_view type) { emit("{} {}{}{};", type, global(d.name), size, initial(d)); };
    switch (d.kind) {
      case Declaration::Kind::kShared: return variable("_Atomic int");
      case Declaration::Kind::kLock: return variable("pthread_mutex_t");
      case Declaration::Kind::kCond: return variable("pthread_cond_t");
      case Declaration::Kind::kSemaphore: return variable("sem_t");
      case Declaration::Kind::kBarrier: return variable("pthread_barrier_t");
      case Declaration::Kind::kThread:
      case Declaration::Kind::kProc: return emit("void* {}(void* unused);", global(d.name));
      case Declaration::Kind::kConst: refused_ = "constants"; return;
    }
  }

  // Locks and condition variables are initialised by zeros; semaphores and barriers before main begins.
  std::string initial(const Declaration& d) const {
    if (d.kind != Declaration::Kind::kShared) return "";
    if (!d.has_list) {
      CHECK_MSG(!d.size || !d.value, "an array with one value for all");
      return d.value ? fmt::format(" = {}", constant(d.value, 0)) : "";
    }
    std::string list;
    for (const model::ExpressionPtr& e : d.list) list += fmt::format("{}, ", constant(e, 0));
    return " = {" + list + "}";
  }

  void initialise_objects() {
    for (const Declaration& d : tree_.declarations) {
      const bool semaphore = d.kind == Declaration::Kind::kSemaphore;
      if (!semaphore && d.kind != Declaration::Kind::kBarrier) continue;
      CHECK_MSG(!d.size, "arrays of semaphores and barriers");
      const std::int32_t value = constant(d.value, 0);
      if (semaphore) {
        emit("sem_init(&{}, 0, {});", global(d.name), value);
      } else {
        emit("pthread_barrier_init(&{}, NULL, {});", global(d.name), value);
      }
    }
  }

  void body(const Declaration& d) {
    CHECK_MSG(d.parameters.empty() && !d.size, "parameters");
    temporaries_ = 0;
    emit("void* {}(void* unused) {{", global(d.name));
    if (d.kind == Declaration::Kind::kThread) initialise_objects();
    block(d.body);
    emit("return unused;");
    emit("}}");
  }

  // --- statements

  void block(const model::Block& statements) {
    for (const model::StatementPtr& s : statements) statement(*s);
  }

  void statement(const model::Statement& s) {
    line(s.offset);
    switch (s.kind) {
      case model::Statement::Kind::kBlock:
        emit("{{");
        block(s.body);
        emit("}}");
        return;
      case model::Statement::Kind::kLocal: return local(s);
      case model::Statement::Kind::kAssign: return assign(s);
      case model::Statement::Kind::kCall:
        if (s.value->kind == Expression::Kind::kSpawn) {
          const std::string handle = next_temporary();
          emit("pthread_t {};", handle);
          spawn(*s.value, handle);
          // Nobody has its handle.
          emit("pthread_detach({});", handle);
        } else if (s.value->builtin == Builtin::kFetchAdd) {
          update("atomic_fetch_add", *s.value);  // nobody uses the result
        } else {
          call(*s.value);
        }
        return;
      case model::Statement::Kind::kIf: return if_statement(s, 0);
      case model::Statement::Kind::kWhile: {
        emit("for (;;) {{");
        emit("if (!{}) break;", value(*s.value));
        block(s.body);
        emit("}}");
        return;
      }
      case model::Statement::Kind::kBreak: return emit("break;");
      case model::Statement::Kind::kReturn: return emit("return unused;");
      case model::Statement::Kind::kSkip: return;
      case model::Statement::Kind::kError: return emit("abort();");
      case model::Statement::Kind::kFor:
      case model::Statement::Kind::kGoto:
      case model::Statement::Kind::kLabel:
      case model::Statement::Kind::kContinue: refused_ = "jumps"; return;
    }
  }

  void local(const model::Statement& s) {
    if (s.value && s.value->kind == Expression::Kind::kSpawn) {
      emit("pthread_t v_{};", s.name);
      return spawn(*s.value, fmt::format("v_{}", s.name));
    }
    const std::string v = s.value ? value(*s.value) : "0";
    emit("int v_{} = {};", s.name, v);
  }

  void assign(const model::Statement& s) {
    const Expression& target = *s.target;
    if (!is_global(target)) return emit("v_{} = {};", target.name, value(*s.value));
    const std::string index = target.kind == Expression::Kind::kElement ? value(*target.operands[0]) : "";
    const std::string v = value(*s.value);
    emit("atomic_store(&{}, {});", checked_element(target, index), v);
  }

  void if_statement(const model::Statement& s, std::size_t arm) {
    if (arm == s.arms.size()) return block(s.body);
    emit("if ({}) {{", value(*s.arms[arm].condition));
    block(s.arms[arm].body);
    emit("}} else {{");
    if_statement(s, arm + 1);
    emit("}}");
  }

  // --- expressions

  bool is_global(const Expression& e) const { return declarations_.contains(e.name); }

  // A C expression without any effect, whose value is that of `e` from here on.
  std::string value(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::kNumber: return number(e.number);
      case Expression::Kind::kName:
        if (!is_global(e)) return fmt::format("v_{}", e.name);
        return temporary(fmt::format("atomic_load(&{})", global(e.name)));
      case Expression::Kind::kElement: return temporary(fmt::format("atomic_load(&{})", location(e)));
      case Expression::Kind::kUnary: {
        const std::string a = value(*e.operands[0]);
        const char* op = e.unary == model::UnaryOp::kNegate ? "-" : e.unary == model::UnaryOp::kNot ? "!" : "~";
        return temporary(op + a);
      }
      case Expression::Kind::kBinary: return binary(e);
      case Expression::Kind::kConditional: {
        const std::string result = temporary("0");
        emit("if ({}) {{", value(*e.operands[0]));
        emit("{} = {};", result, value(*e.operands[1]));
        emit("}} else {{");
        emit("{} = {};", result, value(*e.operands[2]));
        emit("}}");
        return result;
      }
      case Expression::Kind::kCall: return call(e);
      case Expression::Kind::kSpawn: break;
    }
    CHECK_MSG(false, "a thread handle in an expression");
    return {};
  }

  std::string binary(const Expression& e) {
    if (e.binary == BinaryOp::kAndAlso || e.binary == BinaryOp::kOrElse) {
      const bool conjunction = e.binary == BinaryOp::kAndAlso;
      const std::string result = temporary(conjunction ? "0" : "1");
      emit("if ({}{}) {{", conjunction ? "" : "!", value(*e.operands[0]));
      emit("{} = {} != 0;", result, value(*e.operands[1]));
      emit("}}");
      return result;
    }
    const std::string a = value(*e.operands[0]);
    const std::string b = value(*e.operands[1]);
    switch (e.binary) {
      case BinaryOp::kDivide: return temporary(fmt::format("DIVIDE({}, {})", a, b));
      case BinaryOp::kModulo: return temporary(fmt::format("MODULO({}, {})", a, b));
      case BinaryOp::kShiftLeft: return temporary(fmt::format("(int)((unsigned){} << ({} & 31))", a, b));
      case BinaryOp::kShiftRight: return temporary(fmt::format("{} >> ({} & 31)", a, b));
      default: return temporary(fmt::format("{} {} {}", a, symbol(e.binary), b));
    }
  }

  static std::string_view symbol(BinaryOp op) {
    switch (op) {
      case BinaryOp::kAdd: return "+";
      case BinaryOp::kSubtract: return "-";
      case BinaryOp::kMultiply: return "*";
      case BinaryOp::kAnd: return "&";
      case BinaryOp::kOr: return "|";
      case BinaryOp::kXor: return "^";
      case BinaryOp::kEqual: return "==";
      case BinaryOp::kNotEqual: return "!=";
      case BinaryOp::kLess: return "<";
      case BinaryOp::kLessEqual: return "<=";
      case BinaryOp::kGreater: return ">";
      case BinaryOp::kGreaterEqual: return ">=";
      case BinaryOp::kDivide:
      case BinaryOp::kModulo:
      case BinaryOp::kShiftLeft:
      case BinaryOp::kShiftRight:
      case BinaryOp::kAndAlso:
      case BinaryOp::kOrElse: break;
    }
    CHECK(false);
    return {};
  }

  // The C name of a shared variable, lock or other object, or of an element of an array of them.
  std::string location(const Expression& e) {
    return checked_element(e, e.kind == Expression::Kind::kElement ? value(*e.operands[0]) : "");
  }

  std::string checked_element(const Expression& e, const std::string& index) {
    if (e.kind != Expression::Kind::kElement) return global(e.name);
    const std::int32_t size = constant(declarations_.at(e.name)->size, 0);
    emit("if ((unsigned){} >= {}) __builtin_trap();", index, size);
    return fmt::format("{}[{}]", global(e.name), index);
  }

  std::string call(const Expression& e) {
    const auto object = [&] { return location(*e.operands[0]); };
    switch (e.builtin) {
      case Builtin::kLock: return effect("pthread_mutex_lock(&{})", object());
      case Builtin::kUnlock: return effect("pthread_mutex_unlock(&{})", object());
      case Builtin::kTryLock: return temporary(fmt::format("pthread_mutex_trylock(&{}) == 0", object()));
      case Builtin::kWait: return wait(e);
      case Builtin::kTimedWait: return timed_wait(e);
      case Builtin::kSignal: return effect("pthread_cond_signal(&{})", object());
      case Builtin::kBroadcast: return effect("pthread_cond_broadcast(&{})", object());
      case Builtin::kAcquire: return effect("sem_wait(&{})", object());
      case Builtin::kTryAcquire: return temporary(fmt::format("sem_trywait(&{}) == 0", object()));
      case Builtin::kRelease: return effect("sem_post(&{})", object());
      // Somebody looks at the result, so that arrivals are ordered, as they are in models.
      case Builtin::kArrive: return effect("if (pthread_barrier_wait(&{}) > 0) abort()", object());
      case Builtin::kJoin: return effect("pthread_join(v_{}, NULL)", e.operands[0]->name);
      case Builtin::kCas: {
        const std::string x = object();
        const std::string expected = temporary(value(*e.operands[1]));
        const std::string desired = value(*e.operands[2]);
        return temporary(fmt::format("atomic_compare_exchange_strong(&{}, &{}, {})", x, expected, desired));
      }
      case Builtin::kFetchAdd:
        return update(inputs_ ? "atomic_fetch_add" : "FETCH_ADD", e);  // with inputs, additions do not commute
      case Builtin::kExchange: return update("atomic_exchange", e);
      case Builtin::kAssert: return effect("assert({})", value(*e.operands[0]));
      case Builtin::kInput:
        if (!inputs_ || !e.operands.empty()) refused_ = "inputs";
        return temporary("heddle_int(\"input\")");
      case Builtin::kAssume:
        if (!inputs_) refused_ = "assumptions";
        return effect("heddle_assume({})", value(*e.operands[0]));
    }
    return {};
  }

  // POSIX does not define what happens if threads wait with different locks at the same time; the model does.
  std::string condition_and_lock(const Expression& e) {
    const std::string condition = location(*e.operands[0]);
    const std::string lock = location(*e.operands[1]);
    const auto [at, is_new] = lock_of_condition_.try_emplace(condition, lock);
    if (!is_new && at->second != lock) refused_ = "a condition variable with several locks";
    return fmt::format("&{}, &{}", condition, lock);
  }

  std::string wait(const Expression& e) { return effect("pthread_cond_wait({})", condition_and_lock(e)); }

  std::string timed_wait(const Expression& e) {
    return temporary(fmt::format("pthread_cond_timedwait({}, &kUntil) != 0", condition_and_lock(e)));
  }

  std::string update(std::string_view function, const Expression& e) {
    const std::string x = location(*e.operands[0]);
    const std::string v = value(*e.operands[1]);
    return temporary(fmt::format("{}(&{}, {})", function, x, v));
  }

  void spawn(const Expression& e, const std::string& handle) {
    emit("pthread_create(&{}, NULL, {}, NULL);", handle, global(e.name));
  }

  // --- output

  std::string next_temporary() { return fmt::format("t{}", temporaries_++); }

  std::string temporary(const std::string& c) {
    std::string name = next_temporary();
    emit("int {} = {};", name, c);
    return name;
  }

  template <typename... Arguments>
  std::string effect(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    emit("{};", fmt::format(format, std::forward<Arguments>(arguments)...));
    return "0";
  }

  template <typename... Arguments>
  void emit(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    if (line_ != 0) out_ += fmt::format("#line {} \"{}\"\n", line_, kFile);
    out_ += fmt::format(format, std::forward<Arguments>(arguments)...) + "\n";
  }

  void line(std::uint32_t offset) { line_ = lines_.line_of(offset); }

  const model::Tree& tree_;
  const model::Diagnostics& lines_;
  std::string prefix_;
  bool inputs_;
  std::map<std::string_view, const Declaration*> declarations_;
  std::map<std::string, std::string> lock_of_condition_;
  std::uint32_t temporaries_ = 0;
  std::uint32_t line_ = 0;  // of the statement being written
  std::string out_;
  std::string refused_;
};

}  // namespace

Program with_main(const Program& program) {
  Program result = program;
  Program::Part main{"thread main", {}};
  for (Program::Part& part : result.parts) {
    constexpr std::string_view kThread = "thread ";
    if (!part.head.starts_with(kThread)) continue;
    const std::string call = part.head.substr(kThread.size()) + "()";
    part.head = "proc " + call;
    main.body.push_back({.head = "spawn " + call + ";"});
  }
  result.parts.push_back(std::move(main));
  return result;
}

CProgram c_program(std::string_view model_source, std::string_view prefix, bool inputs) {
  model::Diagnostics diagnostics(model_source, std::string(kFile));
  const model::Tree tree = model::Parser(model::tokenize(model_source, diagnostics), diagnostics).parse();
  CHECK_MSG(!diagnostics.any(), "{}", model_source);
  return Writer(tree, diagnostics, prefix, inputs).run();
}

std::string c_file(std::span<const std::string> texts, std::span<const std::string> prefixes) {
  // Division must be left to the machine: a compiler may assume that it is not by zero, or omit it.
  std::string result = R"(#include <assert.h>
#ifdef INPUTS
#include <heddle/heddle.h>
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
static const struct timespec kUntil = {1000000, 0};
#define DIVIDE(a, b) ({ volatile int by = (b); volatile int result = by == -1 ? -(a) : (a) / by; result; })
#define MODULO(a, b) ({ volatile int by = (b); volatile int result = by == -1 ? 0 : (a) % by; result; })
// The result is used, whatever becomes of the variable that gets it.
#define FETCH_ADD(x, n) ({ int before = atomic_fetch_add(x, n); __asm__ volatile("" : : "r"(before)); before; })
)";
  for (const std::string& text : texts) result += text;
  result += "int main(int argc, char** argv) {\nswitch (argc > 1 ? atoi(argv[1]) : -1) {\n";
  for (std::size_t i = 0; i < prefixes.size(); ++i)
    result += fmt::format("case {}: {}main(NULL); break;\n", i, prefixes[i]);
  result += "}\npthread_exit(NULL);\n}\n";
  return result;
}

}  // namespace heddle::differential
