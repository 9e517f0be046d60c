#pragma once

// Which code computes with the expressions of values that depend on inputs: what `heddle cc` requests from the pass, as
// "-mllvm -heddle-symbolic=NAME".

namespace heddle::abi {

enum class SymbolicCode {
  kIfInputs,  // code in translation units that take inputs
  kAlways,
  kLocals,    // always, and local variables can become symbolic by themselves
  kMeetings,  // always, and the runtime is called where the ways around a branch meet again
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
