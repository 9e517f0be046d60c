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

// What the verb `test` says at the end, whether it is the explorer that has finished, or its supervisor, which knows
// only what was kept.
struct Conclusion {
  const TestOptions& options;
  const std::vector<std::string>& command;       // the whole command line
  const report::OutputFolder* folder = nullptr;  // none if nothing is to be written
  std::vector<report::FindingWords> findings;    // those in the result
  std::uint64_t peak_memory = 0;                 // bytes
  const trace::Names* names = nullptr;           // for the result; none if only texts were kept
  const report::History* history = nullptr;      // how it progressed; may be null
  std::optional<base::Error> write_error;        // what could not be written earlier

  // Writes the report and the statistics, prints the findings and the verdict, and returns the exit code: that of a bug
  // even if something could not be written.
  ExitCode tell(const explore::Result& result, Console& console);

 private:
  // The reports for other tools.
  std::optional<base::Error> write_tool_reports(const explore::Result& result, std::ostream& out) const;
};

// All the words about a finding, so that it can be reported even if the explorer does not finish.
report::FindingWords words_of(const explore::Finding& finding, const trace::Names& names, const Console& console,
                              const std::string& folder);

}  // namespace heddle::cli
