#include "tests/differential/exhaust.h"

#include "tests/differential/compile.h"

namespace heddle::differential {

Observations exhaust(std::string_view source, const std::map<std::string, std::int64_t>& definitions) {
  const auto executor = compile(source, definitions);
  return observe(*executor, "exhaustive", {}, {.events = true});
}

}  // namespace heddle::differential
