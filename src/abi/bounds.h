#pragma once

#include <cstddef>
#include <cstdint>

#include "abi/instrumented.h"
#include "abi/symbolic.h"

namespace heddle::abi {

// Bounds. Each is reported when hit; see Overflow.
inline constexpr std::size_t kMaxSchedule = 4'000'000;
inline constexpr std::size_t kMaxInputs = 1'000'000;
inline constexpr std::size_t kMaxOperations = 4'000'000;
inline constexpr std::size_t kMaxFailures = 1024;
inline constexpr std::size_t kMaxLocations = 1 << 20;
inline constexpr std::size_t kMaxPlaces = 1 << 20;
inline constexpr std::size_t kMaxCells = 1 << 18;
inline constexpr std::size_t kMaxAccesses = 1 << 20;
inline constexpr std::size_t kMaxWatched = 1 << 18;
inline constexpr std::size_t kMaxLent = 1 << 10;
inline constexpr std::size_t kMaxUsages = 1 << 22;
inline constexpr std::size_t kMaxEdges = std::size_t{1} << HEDDLE_EDGE_BITS;
inline constexpr std::size_t kMaxNotes = 1 << 16;
inline constexpr std::size_t kMaxUncontrolled = 1024;
inline constexpr std::size_t kMaxFrames = 64;          // the outermost calls of deeper stacks are left out
inline constexpr std::size_t kOperationStacks = 2048;  // of the last operations of a run with Slot::capture
inline constexpr std::size_t kTextBytes = 64u << 20;
inline constexpr std::size_t kWordBytes = 16u << 20;      // operations beyond this get no words
inline constexpr std::size_t kMaxUsedGranules = 1 << 16;  // of several threads, in a run with Slot::gathers
inline constexpr std::size_t kMaxBetween = 1 << 14;       // accesses between steps, in a run with Slot::capture
inline constexpr std::size_t kMaxExpressions = 1 << 24;
inline constexpr std::size_t kExpressionSlots = 2 * kMaxExpressions;
// Variables and the decisions about them still fit when everything else is full.
inline constexpr std::size_t kReservedExpressions = 1 << 16;
// Reads and local variables that are made symbolic are numbered apart from the inputs of their thread.
inline constexpr std::uint32_t kFirstRead = 1U << 31;
inline constexpr std::uint32_t kFirstLocal = 3U << 30;
inline constexpr std::size_t kMaxLocals = 1 << 20;  // made symbolic in one run
inline constexpr std::size_t kMaxFixed = 1024;
inline constexpr std::size_t kMaxCompared = 4096;
inline constexpr std::size_t kMaxSymbolicArguments = 16;
inline constexpr std::size_t kMaxSymbolicFiles = HEDDLE_MAX_SYMBOLIC_FILES;
inline constexpr std::size_t kMaxSymbolicPath = 1024;

// Why a run reports less than it should.
enum class Overflow : std::uint32_t {
  kNone = 0,
  kOperations = 1,
  kFailures = 2,
  kLocations = 4,
  kCells = 8,
  kTexts = 16,
  kHeap = 32,
  kRaces = 64,
  kUsages = 128,
  kExpressions = 256,
  kInputBytes = 512,
  kShadow = 1024,
  kCompared = 2048,
  kLocals = 4096,
  kPlaces = 8192,
  kUncontrolled = 16384,
  kLent = 32768,
  kFiles = 1u << 31,  // that could not be restored
};

}  // namespace heddle::abi
