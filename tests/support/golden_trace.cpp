#include "tests/support/golden_trace.h"

#include <gtest/gtest.h>

#include "tests/support/golden.h"

namespace heddle::tests {

trace::NamedTrace read_golden_trace(const std::string& name) {
  const std::string path = "tests/golden/columns/" + name + ".trace";
  auto parsed = trace::parse_text(read_source_file(path), path);
  if (parsed.ok()) return std::move(parsed.value());
  ADD_FAILURE() << parsed.error().text();
  return {};
}

}  // namespace heddle::tests
