// The reader of test.json copes with any text, and what it accepts is written and read back as the same test.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "trace/test_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heddle;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = trace::parse_test_file(text, "t.json");
  if (!parsed.ok()) {
    CHECK(!parsed.error().text().empty());
    return 0;
  }
  const auto again = trace::parse_test_file(to_json(parsed.value()), "t.json");
  CHECK_MSG(again.ok(), "{}", again.error().text());
  CHECK(again.value() == parsed.value());
  return 0;
}
