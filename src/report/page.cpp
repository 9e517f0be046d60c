#include "report/page.h"

#include "base/check.h"

// The bundled page, as it is in a file of the build directory.
asm(R"(
  .pushsection .rodata
  .globl heddle_page_begin
  .globl heddle_page_end
heddle_page_begin:
  .incbin ")" HEDDLE_PAGE R"("
heddle_page_end:
  .popsection
)");
extern "C" {
extern const char heddle_page_begin[];
extern const char heddle_page_end[];
}

namespace heddle::report {

namespace {

constexpr std::string_view kSlot = "{\"heddle\":\"data\"}";

// "</script>" and "<!--" have a meaning to a browser even inside a text.
std::string escaped(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string filled_page(std::string_view page_template, std::string_view data) {
  const std::size_t at = page_template.find(kSlot);
  CHECK_MSG(at != std::string_view::npos, "the page has a place for the data");
  std::string text(page_template.substr(0, at));
  text += escaped(data);
  text += page_template.substr(at + kSlot.size());
  return text;
}

std::string page(const explore::Result& result, const RunInfo& info, const ReportParts& parts) {
  return filled_page({heddle_page_begin, static_cast<std::size_t>(heddle_page_end - heddle_page_begin)},
                     page_data(result, info, parts));
}

}  // namespace heddle::report
