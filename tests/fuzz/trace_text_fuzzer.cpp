// The reader of traces copes with any text; what it accepts is written and read back as the same trace, and can be
// shown.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "report/columns.h"
#include "report/describe.h"
#include "report/json.h"
#include "trace/text.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace heddle;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = trace::parse_text(text, "t");
  if (!parsed.ok()) {
    CHECK(!parsed.error().text().empty());
    return 0;
  }
  const trace::NamedTrace& read = parsed.value();
  const auto again = trace::parse_text(to_text(read.trace, read.names), "t");
  CHECK_MSG(again.ok(), "{}", again.error().text());
  CHECK(again.value() == read);
  report::columns(read.trace, read.names, {.width = 60});
  for (const trace::Pending& pending : read.trace.pending) report::note_of(pending, read.trace, read.names);
  report::trace_json(read.trace, read.names);
  return 0;
}
