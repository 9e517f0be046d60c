#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "explore/loop.h"
#include "report/page_data.h"
#include "report/run_info.h"
#include "trace/executor.h"
#include "trace/names.h"
#include "trace/test_file.h"

namespace heddle::report {

// "bugs/assertion-1a2b3c4d": where a finding is kept, below the output directory. The same finding has the same place
// in every run.
std::string bug_folder(const explore::Finding& finding);
std::string bug_folder(const std::string& kind, const std::string& where);

// What replays the finding.
trace::TestFile test_file(const explore::Finding& finding, const RunInfo& info, const trace::Names& names);

// Below the output directory: the tests of earlier explorations with which this one began, and the most valuable tests
// of this one (report/worthy_tests.h).
inline constexpr const char* kBeginFolder = "/begin";
inline constexpr const char* kWorthyFolder = "/tests";

// The directory heddle-out: info.json, report.{txt,json,html}, coverage.{info,svg} and one directory for each finding.
// Files appear complete or not at all. Findings of earlier runs stay.
class OutputFolder {
 public:
  // Why the directory cannot be created or written here, as far as can be determined without doing it.
  static std::optional<base::Error> problem_with(const std::string& path);

  // Creates the directory and writes info.json.
  static base::Result<OutputFolder> open(std::string path, RunInfo info);

  // Writes trace.txt, trace.json, test.json and repro.sh. Returns the path of their directory.
  base::Result<std::string> write_finding(const explore::Finding& finding, const trace::Names& names) const;

  // Writes these tests, each as a test.json in its own directory, replacing those that were there before.
  std::optional<base::Error> write_tests(const char* folder, const std::vector<trace::Test>& tests,
                                         const trace::Executor& executor) const;

  std::optional<base::Error> write_report(const explore::Result& result, std::uint64_t peak_rss_bytes,
                                          const ReportParts& parts) const;

  const std::string& path() const { return path_; }
  const RunInfo& info() const { return info_; }

 private:
  OutputFolder(std::string path, RunInfo info) : path_(std::move(path)), info_(std::move(info)) {}

  // The covered branches, for lcov and as a picture, if the strategy tracks them; otherwise those of an earlier run are
  // removed.
  std::optional<base::Error> write_coverage(const explore::Result& result) const;

  std::string path_;
  RunInfo info_;
};

}  // namespace heddle::report
