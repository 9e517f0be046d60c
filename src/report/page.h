#pragma once

#include <string>
#include <string_view>

#include "report/page_data.h"

namespace heddle::report {

// report.html: one self-contained page, generated from the directory page/ when Heddle is built.
std::string page(const explore::Result& result, const RunInfo& info, const ReportParts& parts);

// With `data` in the place that the template has for it; nothing in the data can end the script that contains it.
std::string filled_page(std::string_view page_template, std::string_view data);

}  // namespace heddle::report
