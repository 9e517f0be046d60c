#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "explore/loop.h"
#include "report/finding_words.h"
#include "report/run_info.h"
#include "trace/names.h"
#include "trace/trace.h"

// What programs read. Bytes that are no UTF-8 are replaced.

namespace heddle::report {

// The object of --stats and report.json, on several lines.
std::string stats_json(const explore::Result& result, const std::vector<FindingWords>& words,
                       const std::string& strategy, std::uint64_t peak_rss_bytes);

// info.json: what was run and how. `started` is a time for people.
std::string info_json(const RunInfo& info, const std::string& started);

// trace.json: ids are replaced by what they mean; one line per operation.
std::string trace_json(const trace::Trace& trace, const trace::Names& names);

}  // namespace heddle::report
