#pragma once

#include <string>
#include <vector>

#include "explore/loop.h"
#include "report/finding_words.h"
#include "report/history.h"
#include "report/run_info.h"
#include "trace/names.h"

namespace heddle::report {

// What is known in addition to the result.
struct ReportParts {
  std::vector<FindingWords> findings;   // those in the result
  const trace::Names* names = nullptr;  // null if the exploration died: then the texts are all there is
  const History* history = nullptr;     // may be null
};

// What the report page (report.html) shows, as JSON; page/src/data.ts says what is in it.
std::string page_data(const explore::Result& result, const RunInfo& info, const ReportParts& parts);

}  // namespace heddle::report
