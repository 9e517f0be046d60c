#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace heddle::report {

// An operation of one thread needs what another thread did before.
struct Arrow {
  enum class Kind : std::uint8_t {
    kValue,   // sees, or replaces, what the other one wrote
    kLock,    // takes what the other one released
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

// In the order of their heads. Of what an operation sees only the last change has an arrow, and a lock passes on only
// from its last owner: what came before is reached through these.
std::vector<Arrow> arrows_of(const trace::Trace& trace);

}  // namespace heddle::report
