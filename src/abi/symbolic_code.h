#pragma once

// Which code computes with the expressions of values that depend on inputs: what `heddle cc` asks of the pass, as
// "-mllvm -heddle-symbolic=NAME".

namespace heddle::abi {

enum class SymbolicCode {
  kIfInputs,  // that of translation units that take inputs
  kAlways,
  kLocals,    // always, and local variables can become symbolic by themselves
  kMeetings,  // always, and it is told where the ways round a branch meet again
  kNever,
};

inline constexpr char kSymbolicCodeOption[] = "heddle-symbolic";

constexpr const char* name(SymbolicCode code) {
  switch (code) {
    case SymbolicCode::kIfInputs: return "if-inputs";
    case SymbolicCode::kAlways: return "always";
    case SymbolicCode::kLocals: return "locals";
    case SymbolicCode::kMeetings: return "meetings";
    case SymbolicCode::kNever: return "never";
  }
  return "";
}

}  // namespace heddle::abi
