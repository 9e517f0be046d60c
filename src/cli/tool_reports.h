#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/exit_code.h"
#include "report/exploration.h"
#include "trace/program_spec.h"

// Reports that other tools read: which ones are requested, and how to write them.

namespace CLI {
class App;
}

namespace heddle::cli {

struct ToolReports {
  std::string junit;      // a file; empty for none
  std::string sarif;      // likewise
  bool annotate = false;  // lines for GitHub

  void add_options(CLI::App& verb);

  // What cannot be written.
  std::optional<base::Error> problem() const;

  // Writes the files, and the annotations to `out`; returns what could not be written.
  std::optional<base::Error> write(const report::Exploration& exploration, std::ostream& out) const;
};

// An exploration of this program, here and by this command, about which nothing is known yet.
report::Exploration new_exploration(const trace::ProgramSpec& program, const std::vector<std::string>& command);

// What an exit code means that ended the work before anything was explored.
std::string reason_of(ExitCode code);

}  // namespace heddle::cli
