#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "explore/loop.h"
#include "report/finding_words.h"
#include "report/output_folder.h"

namespace heddle::cli {

// What the verb `test` says in the end, be it the explorer that has come to its end, or its supervisor, which knows
// only what was kept.
struct Conclusion {
  const TestOptions& options;
  const std::vector<std::string>& command;       // the whole command line
  const report::OutputFolder* folder = nullptr;  // none if nothing is to be written
  std::vector<report::FindingWords> findings;    // those of the result
  std::uint64_t peak_memory = 0;                 // bytes
  const trace::Names* names = nullptr;           // of the result; none if only texts were kept
  const report::History* history = nullptr;      // how it went on; may be null
  std::optional<base::Error> write_error;        // what could not be written before

  // Writes the report and the statistics, prints the findings and the verdict, and returns the exit code: that of a bug
  // also if something could not be written.
  ExitCode tell(const explore::Result& result, Console& console);

 private:
  // What other tools read.
  std::optional<base::Error> write_tool_reports(const explore::Result& result, std::ostream& out) const;
};

// All the words about a finding: it can be reported if the explorer does not come to its end.
report::FindingWords words_of(const explore::Finding& finding, const trace::Names& names, const Console& console,
                              const std::string& folder);

}  // namespace heddle::cli
