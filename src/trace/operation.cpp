#include "trace/operation.h"

#include <array>

namespace heddle::trace {

namespace {
constexpr std::array<std::string_view, kOpKindCount> kNames = {
    "create",      "join",       "exit",           "read",         "write",   "rmw",     "add",        "exchange",
    "cas",         "await",      "await-rmw",      "lock",         "unlock",  "trylock", "read-lock",  "try-read-lock",
    "read-unlock", "write-lock", "try-write-lock", "write-unlock", "wait",    "wake",    "timed-wake", "signal",
    "broadcast",   "sem-wait",   "sem-trywait",    "sem-post",     "inspect", "destroy", "look",       "change",
    "arrive",      "leave",      "choose",         "input",        "branch",  "assert",  "assume"};
static_assert(!kNames.back().empty());  // each has one, in order
}  // namespace

std::string_view name(OpKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

bool parse_kind(std::string_view text, OpKind& kind) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] != text) continue;
    kind = static_cast<OpKind>(i);
    return true;
  }
  return false;
}

}  // namespace heddle::trace
