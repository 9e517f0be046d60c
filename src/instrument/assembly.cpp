#include "instrument/assembly.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>

namespace heddle::instrument {

namespace {

const llvm::InlineAsm& text_of(const llvm::CallBase& call) {
  return *llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
}

// Instructions that use no memory, and others that only affect the order of accesses.
bool uses_no_memory(llvm::StringRef instruction) {
  static const llvm::StringSet<> names = {"nop",   "pause", "rep",    "mfence", "lfence", "sfence",
                                          "cpuid", "rdtsc", "rdtscp", "xgetbv", "ud2",    "int3"};
  return names.contains(instruction) || instruction.starts_with("lea") || instruction.starts_with("prefetch");
}

// Instructions that use memory they do not mention: strings of bytes, and whatever is called.
bool uses_hidden_memory(llvm::StringRef instruction) {
  static const llvm::StringSet<> names = {"movsb", "movsw",   "movsl",    "movsq", "stosb", "stosw", "stosl",
                                          "stosq", "lodsb",   "lodsw",    "lodsl", "lodsq", "scasb", "scasw",
                                          "scasl", "scasq",   "cmpsb",    "cmpsw", "cmpsl", "cmpsq", "xlat",
                                          "xlatb", "syscall", "sysenter", "int"};
  return names.contains(instruction) || instruction.starts_with("call") || instruction.starts_with("maskmov");
}

// Is there an address in the text, apart from the operands? Not one of the eight registers st(i), nor the syntax
// alternatives.
bool has_address(llvm::StringRef text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '(' && text[i] != '[') continue;
    const llvm::StringRef before = text.take_front(i);
    if (!before.ends_with("$") && !before.ends_with("st")) return true;
  }
  return false;
}

// The words that begin instructions; a prefix is a word of its own.
llvm::SmallVector<std::string, 4> instructions_of(llvm::StringRef text) {
  llvm::SmallVector<std::string, 4> result;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::SplitString(text, lines, "\n;");
  for (llvm::StringRef line : lines) {
    line = line.split('#').first.trim();
    auto [word, rest] = line.split(' ');
    if (const auto [before, after] = line.split('\t'); before.size() < word.size()) {
      word = before;
      rest = after;
    }
    if (word.empty() || word.ends_with(":")) continue;
    result.push_back(word.lower());
    if (result.back() == "lock" || result.back() == "rep") {
      const llvm::StringRef next = rest.ltrim().take_until([](char c) { return c == ' ' || c == '\t'; });
      if (!next.empty()) result.push_back(next.lower());
    }
  }
  return result;
}

// Is the name of a variable an operand? Jumps have labels there.
bool names_variable(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::SplitString(text, lines, "\n;");
  for (llvm::StringRef line : lines) {
    llvm::StringRef rest = line.split('#').first.trim();
    llvm::StringRef word;
    do {
      std::tie(word, rest) = llvm::getToken(rest, " \t");
    } while (word.ends_with(":") || word == "lock" || word.starts_with("rep"));
    if (word.starts_with(".") || word.starts_with("j") || word.starts_with("loop") || word.starts_with("call"))
      continue;
    llvm::SmallVector<llvm::StringRef, 4> operands;
    llvm::SplitString(rest, operands, ", \t");
    for (const llvm::StringRef operand : operands) {
      if (llvm::isAlpha(operand.front()) || operand.front() == '_') return true;
    }
  }
  return false;
}

}  // namespace

std::vector<MemoryOperand> memory_operands(const llvm::CallBase& call) {
  std::vector<MemoryOperand> operands;
  unsigned argument = 0;
  for (const llvm::InlineAsm::ConstraintInfo& info : text_of(call).ParseConstraints()) {
    const bool is_output = info.Type == llvm::InlineAsm::isOutput;
    const bool has_argument = info.Type == llvm::InlineAsm::isInput || (is_output && info.isIndirect);
    if (!has_argument) continue;
    const unsigned index = argument++;
    // A number instead of a letter: the operand is an output as well.
    if (!info.isIndirect || call.getParamElementType(index) == nullptr) continue;
    operands.push_back({call.getArgOperand(index), call.getParamElementType(index), is_output});
  }
  return operands;
}

Assembly assembly_of(const llvm::CallBase& call) {
  Assembly result;
  bool only_known = true;
  bool undeclared = false;
  for (const std::string& instruction : instructions_of(text_of(call).getAsmString())) {
    const bool locks = instruction == "lock";
    result.atomic |= locks || llvm::StringRef(instruction).starts_with("xchg");
    result.fence |= instruction == "mfence";
    only_known = only_known && uses_no_memory(instruction);
    undeclared |= uses_hidden_memory(instruction);
  }
  undeclared |= has_address(text_of(call).getAsmString()) || names_variable(text_of(call).getAsmString());
  const bool clobbers = llvm::StringRef(text_of(call).getConstraintString()).contains("~{memory}");
  bool pointers = false;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    pointers |= call.getArgOperand(i)->getType()->isPointerTy() && call.getParamElementType(i) == nullptr;
  // With only a declared operand, "memory" is there for the compiler.
  result.unseen = !only_known && (undeclared || (clobbers && (pointers || memory_operands(call).empty())));
  return result;
}

}  // namespace heddle::instrument
