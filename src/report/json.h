#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "explore/loop.h"
#include "report/finding_words.h"
#include "report/run_info.h"
#include "trace/names.h"
#include "trace/trace.h"

// What programs read. Bytes that are not UTF-8 are replaced.

namespace heddle::report {

// The object of --stats and report.json, on several lines.
std::string stats_json(const explore::Result& result, const std::vector<FindingWords>& words,
                       const std::string& strategy, std::uint64_t peak_rss_bytes);

// info.json: what was run and how. `started` is a human-readable time.
std::string info_json(const RunInfo& info, const std::string& started);

// trace.json: ids are replaced by what they mean; one line per operation. The needed orders (Finding::needed) are pairs
// of operations, one before the other: in the opposite order it does not fail.
using NeededOrders = std::vector<std::pair<std::size_t, std::size_t>>;
std::string trace_json(const trace::Trace& trace, const trace::Names& names, const NeededOrders& needed = {},
                       const trace::Explanation& explanation = {});

}  // namespace heddle::report
