#include "instrument/atomic_assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <string>
#include <vector>

namespace heddle::instrument {

namespace {

using llvm::AtomicOrdering;
using llvm::IRBuilder;
using llvm::StringRef;
using llvm::Value;

// An instruction as it is written: its name without the letter of its size, and its operands. A second one may store a
// flag.
struct Text {
  bool locks = false;
  std::string name;
  unsigned bits = 0;  // 0: it has no letter
  std::vector<std::string> operands;
  std::string flag;  // of a second instruction: "sete", …
  std::string flag_operand;
};

// What is between the instructions of a text, and comments, removed.
std::vector<std::string> lines_of(StringRef text) {
  llvm::SmallVector<StringRef, 4> pieces;
  text.split(pieces, '\n');
  std::vector<std::string> lines;
  for (const StringRef piece : pieces) {
    llvm::SmallVector<StringRef, 4> parts;
    piece.split('#').first.split(parts, ';');
    for (const StringRef part : parts) {
      if (!part.trim().empty()) lines.push_back(part.trim().lower());
    }
  }
  return lines;
}

unsigned bits_of(char letter) {
  switch (letter) {
    case 'b': return 8;
    case 'w': return 16;
    case 'l': return 32;
    case 'q': return 64;
    default: return 0;
  }
}

bool is_known(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases("mov", "xchg", "xadd", "cmpxchg", "add", "sub", "inc", "dec", true)
      .Cases("and", "or", "xor", "neg", "not", true)
      .Default(false);
}

// The name and the size of an instruction; false if it is not one of ours.
bool read_name(StringRef word, Text& text) {
  text.bits = 0;
  text.name = word.str();
  if (is_known(word)) return true;
  text.bits = word.empty() ? 0 : bits_of(word.back());
  text.name = word.drop_back(word.empty() ? 0 : 1).str();
  return text.bits != 0 && is_known(text.name);
}

bool read_instruction(StringRef line, Text& text) {
  const auto [word, rest] = line.split(line.contains('\t') && line.find('\t') < line.find(' ') ? '\t' : ' ');
  if (!read_name(word, text)) return false;
  llvm::SmallVector<StringRef, 2> operands;
  rest.split(operands, ',');
  for (const StringRef operand : operands) text.operands.push_back(operand.trim().str());
  return true;
}

std::optional<Text> read(StringRef assembly) {
  std::vector<std::string> lines = lines_of(assembly);
  Text text;
  if (lines.empty()) return {};
  if (StringRef(lines[0]).starts_with("lock")) {
    text.locks = true;
    lines[0] = StringRef(lines[0]).drop_front(4).trim().str();
    if (lines[0].empty()) lines.erase(lines.begin());
  }
  if (lines.empty() || lines.size() > 2 || !read_instruction(lines[0], text)) return {};
  if (lines.size() == 2) {
    const auto [flag, operand] = StringRef(lines[1]).split(' ');
    text.flag = flag.str();
    text.flag_operand = operand.trim().str();
  }
  return text;
}

// One operand of the assembly, in the order of its constraints.
struct Operand {
  bool is_memory = false;
  bool is_accumulator = false;     // the register that cmpxchg compares with
  StringRef flag;                  // "e", … for an output that is a flag
  Value* value = nullptr;          // what goes in, or the address of memory
  std::optional<unsigned> result;  // which of the results comes out
};

// Which number is meant by "$1", "${1:w}"? None: it is something else.
std::optional<unsigned> number_of(StringRef word) {
  if (!word.consume_front("$")) return {};
  if (word.consume_front("{")) word = word.split(word.contains(':') ? ':' : '}').first;
  unsigned number = 0;
  return word.getAsInteger(10, number) ? std::nullopt : std::optional(number);
}

// A call of assembly, as far as it can be understood.
class Call {
 public:
  explicit Call(llvm::CallInst& call) : call_(call) {
    const auto& assembly = *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    unsigned argument = 0;
    unsigned result = 0;
    for (const llvm::InlineAsm::ConstraintInfo& info : assembly.ParseConstraints()) {
      if (info.Type == llvm::InlineAsm::isClobber) {
        orders_ |= llvm::is_contained(info.Codes, "{memory}");
        continue;
      }
      if (info.Type == llvm::InlineAsm::isLabel) return;
      Operand operand;
      const bool is_output = info.Type == llvm::InlineAsm::isOutput;
      operand.is_memory = info.isIndirect;
      for (const std::string& code : info.Codes) {
        operand.is_accumulator |= StringRef(code).starts_with("{ax}") || StringRef(code) == "a";
        if (StringRef(code).starts_with("{@cc")) operand.flag = StringRef(code).substr(4).drop_back();
      }
      if (!is_output || info.isIndirect) operand.value = call.getArgOperand(argument++);
      if (is_output && !info.isIndirect) operand.result = result++;
      if (!is_output && !info.Codes.empty()) tie(operand, info.Codes.front());
      operands_.push_back(operand);
    }
    understood_ = true;
  }

  bool understood() const { return understood_; }
  bool orders() const { return orders_; }
  std::size_t results() const {
    if (call_.getType()->isVoidTy()) return 0;
    const auto* structure = llvm::dyn_cast<llvm::StructType>(call_.getType());
    return structure == nullptr ? 1 : structure->getNumElements();
  }
  llvm::Type* type_of_result(unsigned number) const {
    const auto* structure = llvm::dyn_cast<llvm::StructType>(call_.getType());
    return structure == nullptr ? call_.getType() : structure->getElementType(number);
  }
  const std::vector<Operand>& operands() const { return operands_; }
  // Null if it is none of them.
  const Operand* operand(StringRef word) const {
    const std::optional<unsigned> number = number_of(word);
    return number && *number < operands_.size() ? &operands_[*number] : nullptr;
  }
  // The only variable in memory, except for this operand; null if there are several.
  Value* memory(const Operand* except) const {
    Value* memory = nullptr;
    for (const Operand& operand : operands_) {
      if (!operand.is_memory || &operand == except) continue;
      if (memory != nullptr && memory != operand.value) return nullptr;
      memory = operand.value;
    }
    return memory;
  }
  // What goes into the register that cmpxchg compares with; null if nothing does.
  Value* accumulator() const {
    for (const Operand& operand : operands_) {
      if (operand.is_accumulator && operand.value != nullptr) return operand.value;
    }
    return nullptr;
  }

 private:
  // An input with the number of an output is in the same register: what goes in belongs to the output, too.
  void tie(Operand& input, StringRef code) {
    unsigned number = 0;
    if (code.getAsInteger(10, number) || number >= operands_.size() || operands_[number].is_memory) return;
    operands_[number].value = input.value;
    input.is_accumulator = operands_[number].is_accumulator;
    input.result = operands_[number].result;
  }

  llvm::CallInst& call_;
  std::vector<Operand> operands_;
  bool orders_ = false;
  bool understood_ = false;
};

// The atomic operation that a call is, put in its place.
class Replacement {
 public:
  Replacement(llvm::CallInst& instruction, const Call& call, Text text)
      : instruction_(instruction), call_(call), text_(std::move(text)), builder_(&instruction) {}

  // False, and nothing has changed, if the call is none.
  bool make() {
    const llvm::Instruction* const before = instruction_.getPrevNode();
    memory_ = call_.memory(call_.operand(text_.flag_operand));
    if (memory_ == nullptr || !find_size()) return false;
    results_.assign(call_.results(), nullptr);
    if (make_operation() && keep_others()) {
      finish();
      return true;
    }
    while (instruction_.getPrevNode() != before) instruction_.getPrevNode()->eraseFromParent();
    return false;
  }

 private:
  bool find_size() {
    bits_ = text_.bits;
    for (unsigned i = 0; i < instruction_.arg_size() && bits_ == 0; ++i) {
      if (llvm::Type* type = instruction_.getParamElementType(i); type != nullptr && type->isIntegerTy())
        bits_ = type->getIntegerBitWidth();
    }
    return bits_ == 8 || bits_ == 16 || bits_ == 32 || bits_ == 64;
  }
  llvm::IntegerType* type() { return builder_.getIntNTy(bits_); }
  llvm::Align align() const { return llvm::Align(bits_ / 8); }

  bool is_memory(StringRef word) const {
    const Operand* const operand = call_.operand(word);
    return operand != nullptr && operand->is_memory;
  }

  // What an operand puts in, in the size of the instruction; null if that is not known.
  Value* input(StringRef word) {
    StringRef immediate = word;
    std::int64_t number = 0;
    if (immediate.consume_front("$$") && !immediate.getAsInteger(0, number)) return builder_.getIntN(bits_, number);
    const Operand* const operand = call_.operand(word);
    return operand == nullptr || operand->is_memory ? nullptr : in_size(operand->value);
  }
  Value* in_size(Value* value) {
    if (value == nullptr) return nullptr;
    if (value->getType()->isPointerTy()) value = builder_.CreatePtrToInt(value, builder_.getInt64Ty());
    if (value->getType()->isFloatingPointTy())
      value = builder_.CreateBitCast(value, builder_.getIntNTy(value->getType()->getPrimitiveSizeInBits()));
    return value->getType()->isIntegerTy() ? builder_.CreateZExtOrTrunc(value, type()) : nullptr;
  }

  // What the instruction leaves in an operand. False if it is no result.
  bool set(const Operand* operand, Value* value) {
    if (operand == nullptr || !operand->result) return false;
    llvm::Type* const wanted = call_.type_of_result(*operand->result);
    if (wanted->isIntegerTy()) {
      value = builder_.CreateZExtOrTrunc(value, wanted);
    } else if (wanted->isPointerTy() && bits_ == 64) {
      value = builder_.CreateIntToPtr(value, wanted);
    } else if (wanted->isFloatingPointTy() && wanted->getPrimitiveSizeInBits() == bits_) {
      value = builder_.CreateBitCast(value, wanted);
    } else {
      return false;
    }
    results_[*operand->result] = value;
    return true;
  }

  bool make_operation() {
    if (text_.name == "mov") return !text_.locks && text_.flag.empty() && make_move();
    if (text_.name == "xchg") return text_.flag.empty() && make_exchange();
    if (!text_.locks) return false;
    if (text_.name == "xadd") return text_.flag.empty() && make_fetch_and_add();
    if (text_.name == "cmpxchg") return make_compare_exchange();
    return make_update();
  }

  bool make_move() {
    if (text_.operands.size() != 2) return false;
    if (is_memory(text_.operands[0])) {
      const Operand* const to = call_.operand(text_.operands[1]);
      if (to == nullptr || !to->result) return false;
      llvm::LoadInst* const load = builder_.CreateAlignedLoad(type(), memory_, align());
      load->setAtomic(call_.orders() ? AtomicOrdering::Acquire : AtomicOrdering::Monotonic);
      return set(to, load);
    }
    if (!is_memory(text_.operands[1]) || call_.results() != 0) return false;
    Value* const value = input(text_.operands[0]);
    if (value == nullptr) return false;
    llvm::StoreInst* const store = builder_.CreateAlignedStore(value, memory_, align());
    store->setAtomic(call_.orders() ? AtomicOrdering::Release : AtomicOrdering::Monotonic);
    return true;
  }

  bool make_exchange() {
    if (text_.operands.size() != 2) return false;
    const bool memory_first = is_memory(text_.operands[0]);
    if (memory_first == is_memory(text_.operands[1])) return false;
    const std::string& other = text_.operands[memory_first ? 1 : 0];
    Value* const value = input(other);
    return value != nullptr && set(call_.operand(other), update(llvm::AtomicRMWInst::Xchg, value));
  }

  bool make_fetch_and_add() {
    if (text_.operands.size() != 2 || !is_memory(text_.operands[1])) return false;
    Value* const value = input(text_.operands[0]);
    return value != nullptr && set(call_.operand(text_.operands[0]), update(llvm::AtomicRMWInst::Add, value));
  }

  bool make_compare_exchange() {
    if (text_.operands.size() != 2 || !is_memory(text_.operands[1])) return false;
    Value* const wanted = input(text_.operands[0]);
    Value* const expected = in_size(call_.accumulator());
    if (wanted == nullptr || expected == nullptr) return false;
    Value* const both =
        builder_.CreateAtomicCmpXchg(memory_, expected, wanted, align(), AtomicOrdering::SequentiallyConsistent,
                                     AtomicOrdering::SequentiallyConsistent);
    for (const Operand& operand : call_.operands()) {
      const bool holds = operand.is_accumulator && operand.result;
      if (holds && !set(&operand, builder_.CreateExtractValue(both, 0))) return false;
    }
    return !wants_flags() || set_flags(builder_.CreateExtractValue(both, 1));
  }

  // Those that leave nothing but flags.
  bool make_update() {
    using Op = llvm::AtomicRMWInst;
    const bool has_value = text_.operands.size() == 2;
    const std::string& memory = text_.operands[has_value ? 1 : 0];
    if (text_.operands.empty() || text_.operands.size() > 2 || !is_memory(memory)) return false;
    Value* const value = has_value ? input(text_.operands[0]) : builder_.getIntN(bits_, text_.name == "not" ? -1 : 1);
    if (value == nullptr || text_.name == "neg") return false;
    const auto operation = llvm::StringSwitch<std::optional<Op::BinOp>>(text_.name)
                               .Cases("add", "inc", Op::Add)
                               .Cases("sub", "dec", Op::Sub)
                               .Case("and", Op::And)
                               .Case("or", Op::Or)
                               .Cases("xor", "not", Op::Xor)
                               .Default(std::nullopt);
    const bool is_unary = text_.name == "inc" || text_.name == "dec" || text_.name == "not";
    if (!operation || is_unary == has_value) return false;
    Value* const before = update(*operation, value);
    if (!wants_flags()) return true;
    return set_flags(builder_.CreateICmpEQ(after(*operation, before, value), builder_.getIntN(bits_, 0)));
  }

  Value* after(llvm::AtomicRMWInst::BinOp operation, Value* before, Value* value) {
    using Op = llvm::AtomicRMWInst;
    switch (operation) {
      case Op::Add: return builder_.CreateAdd(before, value);
      case Op::Sub: return builder_.CreateSub(before, value);
      case Op::And: return builder_.CreateAnd(before, value);
      case Op::Or: return builder_.CreateOr(before, value);
      default: return builder_.CreateXor(before, value);
    }
  }

  Value* update(llvm::AtomicRMWInst::BinOp operation, Value* value) {
    return builder_.CreateAtomicRMW(operation, memory_, value, align(), AtomicOrdering::SequentiallyConsistent);
  }

  // A result that nobody uses is another operation.
  bool wants_flags() const {
    return !text_.flag.empty() ||
           llvm::any_of(call_.operands(), [](const Operand& operand) { return !operand.flag.empty(); });
  }

  // The zero flag, wherever it is wanted; false if another one is.
  bool set_flags(Value* zero) {
    if (!text_.flag.empty() && !set_flag(text_.flag, call_.operand(text_.flag_operand), zero)) return false;
    for (const Operand& operand : call_.operands()) {
      if (!operand.flag.empty() && !set_flag(operand.flag, &operand, zero)) return false;
    }
    return true;
  }
  bool set_flag(StringRef flag, const Operand* operand, Value* zero) {
    flag.consume_front("set");
    const bool is_zero = flag == "e" || flag == "z";
    if (!is_zero && flag != "ne" && flag != "nz") return false;
    Value* const byte = builder_.CreateZExt(is_zero ? zero : builder_.CreateNot(zero), builder_.getInt8Ty());
    if (operand == nullptr || !operand->is_memory) return set(operand, byte);
    builder_.CreateStore(byte, operand->value);
    return operand->value != memory_;
  }

  // Results that nobody has set are what went in; false if that is not known.
  bool keep_others() {
    for (const Operand& operand : call_.operands()) {
      if (!operand.result || results_[*operand.result] != nullptr) continue;
      if (operand.value == nullptr || operand.value->getType() != call_.type_of_result(*operand.result)) return false;
      results_[*operand.result] = operand.value;
    }
    return true;
  }

  void finish() {
    if (results_.size() == 1) instruction_.replaceAllUsesWith(results_.front());
    if (results_.size() > 1) {
      Value* all = llvm::PoisonValue::get(instruction_.getType());
      for (unsigned i = 0; i < results_.size(); ++i) all = builder_.CreateInsertValue(all, results_[i], i);
      instruction_.replaceAllUsesWith(all);
    }
    instruction_.eraseFromParent();
  }

  llvm::CallInst& instruction_;
  const Call& call_;
  const Text text_;
  IRBuilder<> builder_;
  Value* memory_ = nullptr;
  unsigned bits_ = 0;
  std::vector<Value*> results_;
};

void replace(llvm::CallInst& instruction) {
  const auto* const assembly = llvm::dyn_cast<llvm::InlineAsm>(instruction.getCalledOperand());
  if (assembly == nullptr || assembly->getDialect() != llvm::InlineAsm::AD_ATT) return;
  std::optional<Text> text = read(assembly->getAsmString());
  if (!text) return;
  const Call call(instruction);
  if (call.understood()) Replacement(instruction, call, std::move(*text)).make();
}

}  // namespace

void make_atomic_assembly(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction); call != nullptr && call->isInlineAsm())
        replace(*call);
    }
  }
}

}  // namespace heddle::instrument
