#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "trace/operation.h"

namespace heddle::trace {

// System and library calls that can be made to fail on request (--fail-calls), each by name.
enum class FailingCall : std::uint8_t {
  kMalloc,
  kCalloc,
  kRealloc,
  kAlignedAlloc,
  kNew,
  kOpen,
  kFopen,
  kRead,
  kWrite,
  kClose,
  kPipe,
  kMmap,
  kPthreadCreate,
};

inline constexpr std::array<std::string_view, 13> kFailingCallNames = {
    "malloc", "calloc", "realloc", "aligned_alloc", "new",  "open",          "fopen",
    "read",   "write",  "close",   "pipe",          "mmap", "pthread_create"};

constexpr std::string_view name(FailingCall call) { return kFailingCallNames[static_cast<std::size_t>(call)]; }

constexpr std::uint32_t bit_of(FailingCall call) { return 1U << static_cast<unsigned>(call); }
inline constexpr std::uint32_t kAllFailingCalls = (1U << kFailingCallNames.size()) - 1;

// Whether a call fails is a choice between two numbers that no program chooses between; the second means failure.
constexpr Domain domain_of(FailingCall call) {
  const std::int32_t low = std::numeric_limits<std::int32_t>::min() + 2 * static_cast<std::int32_t>(call);
  return {.low = low, .high = low + 1};
}

// The inverse; none for other choices.
constexpr std::optional<FailingCall> failing_call_of(Domain domain) {
  const std::int64_t offset = std::int64_t{domain.low} - std::numeric_limits<std::int32_t>::min();
  const auto number = static_cast<std::size_t>(offset / 2);
  if (offset % 2 != 0 || number >= kFailingCallNames.size() || domain.high != domain.low + 1) return {};
  return static_cast<FailingCall>(number);
}

// Is it the choice of whether a call fails? `choice` is 0 if it succeeds.
constexpr bool is_failing_call(const Operation& op) {
  return op.kind == OpKind::kChoose && failing_call_of(unpack_domain(op.operand)).has_value();
}

}  // namespace heddle::trace
