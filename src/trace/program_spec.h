#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::trace {

// Which memory cells are visible; see docs/how-it-runs.md.
enum class Visible : std::uint8_t { kRacy, kShared };
// What separates one run from the next: state is restored in place, or each run gets its own process.
enum class Isolation : std::uint8_t { kReset, kFork };

// Does what `main` does before its first decision or thread run once for several tests? If that is faster; never; or
// wherever possible, for testing Heddle.
enum class Checkpoint : std::uint8_t { kAuto, kNever, kAlways };

inline constexpr std::uint64_t kMaxInputBytes = 64u << 10;  // of a single object that is an input

// The program under test, how it is built and how it is run: everything that must be the same for a test to mean the
// same. The command line fills it in, the executor follows it, and a stored test contains it.
struct ProgramSpec {
  std::string program;                              // its path, as given: a model, an executable, or the first source
  std::map<std::string, std::int64_t> definitions;  // -D NAME=VALUE
  bool symbolic_reads = false;                      // are reads symbolic (SymbolicValues)? Their decisions are steps
  bool symbolic_locals = false;                     // is what threads keep to themselves symbolic, too?

  // The rest is about C and C++ programs. A new member needs a line in for_each_native_field, and is then stored.
  bool native = false;                            // is it one of these, and not a model?
  std::vector<std::string> more_sources;          // in addition to the first
  std::vector<std::string> flags;                 // of the compiler
  std::vector<std::string> arguments;             // of the program
  Visible visible = Visible::kRacy;               // which memory cells are interleaved
  std::optional<Isolation> isolation;             // none: chosen according to what the program does
  Checkpoint checkpoint = Checkpoint::kAuto;      // can a run reuse the start of an earlier one?
  bool races = true;                              // are data races findings?
  bool idle_locks = false;                        // are only locks that order something steps?
  bool spurious = false;                          // do waits on condition variables return without a signal?
  std::uint32_t failing_calls = 0;                // which calls may fail: a set of FailingCall
  std::uint32_t failing_calls_limit = 1;          // at most this many per thread and run
  double patience = 10;                           // seconds that a thread may run without a step
  std::vector<std::uint32_t> symbolic_arguments;  // additional arguments that are inputs, of this many bytes each
  std::uint32_t symbolic_stdin = 0;               // this many bytes of standard input are inputs
  std::vector<std::string> symbolic_files;        // "PATH:BYTES": files that are inputs

  friend bool operator==(const ProgramSpec&, const ProgramSpec&) = default;
};

std::string_view name(Visible visible);
std::string_view name(Isolation isolation);
std::string_view name(Checkpoint checkpoint);
// False if there is no such name.
bool parse(std::string_view name, Visible& visible);
bool parse(std::string_view name, Isolation& isolation);
bool parse(std::string_view name, Checkpoint& checkpoint);

// Calls visit(key, member) for each member that says how a native program is built and run, in the order in which they
// are stored. `Spec` is a ProgramSpec or a const one. Stops when a call returns true, and returns whether it was
// stopped.
template <class Spec, class Visit>
bool for_each_native_field(Spec& spec, Visit visit) {
  return visit("more_sources", spec.more_sources) || visit("flags", spec.flags) || visit("arguments", spec.arguments) ||
         visit("visible", spec.visible) || visit("isolation", spec.isolation) || visit("checkpoint", spec.checkpoint) ||
         visit("races", spec.races) || visit("idle_locks", spec.idle_locks) || visit("spurious", spec.spurious) ||
         visit("failing_calls", spec.failing_calls) || visit("failing_calls_limit", spec.failing_calls_limit) ||
         visit("patience", spec.patience) || visit("symbolic_arguments", spec.symbolic_arguments) ||
         visit("symbolic_stdin", spec.symbolic_stdin) || visit("symbolic_files", spec.symbolic_files);
}

}  // namespace heddle::trace
