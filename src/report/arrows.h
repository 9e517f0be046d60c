#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace heddle::report {

// That an operation of one thread needs what another thread has done before.
struct Arrow {
  enum class Kind : std::uint8_t {
    kValue,   // sees, or replaces, what the other one has written
    kLock,    // takes what the other one has given back
    kWake,    // is woken by it
    kCreate,  // is started by it
    kJoin,    // has waited for its end
  };
  std::size_t from = 0;  // indices into Trace::operations
  std::size_t to = 0;
  Kind kind = Kind::kValue;

  friend bool operator==(const Arrow&, const Arrow&) = default;
};
std::string_view name(Arrow::Kind kind);

// In the order of their heads. Of what an operation sees only the last change has an arrow, and a lock is handed on
// from the last owner only: what lies before is reached through these.
std::vector<Arrow> arrows_of(const trace::Trace& trace);

}  // namespace heddle::report
