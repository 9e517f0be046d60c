#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace heddle::model {

// The operations that are written like a call.
enum class Builtin : std::uint8_t {
  kLock,
  kUnlock,
  kTryLock,
  kWait,
  kTimedWait,
  kSignal,
  kBroadcast,
  kAcquire,
  kTryAcquire,
  kRelease,
  kArrive,
  kJoin,
  kCas,
  kFetchAdd,
  kExchange,
  kInput,
  kAssert,
  kAssume,
};

// What may appear at a position of the argument list.
enum class Argument : char {
  kValue = 'v',     // any expression
  kConstant = 'k',  // a constant expression
  kShared = 'x',    // a shared variable or an element of one
  kLock = 'l',
  kCond = 'c',
  kSemaphore = 's',
  kBarrier = 'b',
};

struct BuiltinInfo {
  Builtin builtin;
  std::string_view name;
  std::string_view arguments;  // one Argument per position
  bool has_value;
  std::string_view usage;  // for messages
};

inline constexpr std::array<BuiltinInfo, 18> kBuiltins = {{
    {Builtin::kLock, "lock", "l", false, "lock(m)"},
    {Builtin::kUnlock, "unlock", "l", false, "unlock(m)"},
    {Builtin::kTryLock, "trylock", "l", true, "trylock(m)"},
    {Builtin::kWait, "wait", "cl", false, "wait(c, m)"},
    {Builtin::kTimedWait, "timedwait", "cl", true, "timedwait(c, m)"},
    {Builtin::kSignal, "signal", "c", false, "signal(c)"},
    {Builtin::kBroadcast, "broadcast", "c", false, "broadcast(c)"},
    {Builtin::kAcquire, "acquire", "s", false, "acquire(s)"},
    {Builtin::kTryAcquire, "tryacquire", "s", true, "tryacquire(s)"},
    {Builtin::kRelease, "release", "s", false, "release(s)"},
    {Builtin::kArrive, "arrive", "b", false, "arrive(b)"},
    {Builtin::kJoin, "join", "v", false, "join(t)"},
    {Builtin::kCas, "cas", "xvv", true, "cas(x, expected, new)"},
    {Builtin::kFetchAdd, "fetch_add", "xv", true, "fetch_add(x, e)"},
    {Builtin::kExchange, "exchange", "xv", true, "exchange(x, e)"},
    {Builtin::kInput, "input", "kk", true, "input or input(low, high)"},
    {Builtin::kAssert, "assert", "v", false, "assert(condition)"},
    {Builtin::kAssume, "assume", "v", false, "assume(condition)"},
}};

// Null if there is no such name.
constexpr const BuiltinInfo* find_builtin(std::string_view name) {
  for (const BuiltinInfo& info : kBuiltins) {
    if (info.name == name) return &info;
  }
  return nullptr;
}
constexpr const BuiltinInfo& info(Builtin builtin) { return kBuiltins[static_cast<std::size_t>(builtin)]; }

}  // namespace heddle::model
