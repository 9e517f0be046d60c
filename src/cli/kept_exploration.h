#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "cli/program.h"
#include "journal/database.h"
#include "journal/journaled_executor.h"

namespace heddle::cli {

// heddle-out/explored.db: what an exploration leaves for the next session, which --resume continues.
class KeptExploration {
 public:
  explicit KeptExploration(const TestOptions& options);

  // Looks for what an earlier session left, if it is to be resumed.
  std::optional<base::Error> open();
  // Is there something to resume?
  bool found() const { return database_ != nullptr; }
  // What the program was started with: its addresses depend on it. Empty for ours.
  std::vector<std::string> environment() const;

  // An executor that recalls what is kept, and keeps what is run; an error if it was another program.
  base::Result<std::unique_ptr<journal::JournaledExecutor>> executor_of(const Program& program);

 private:
  std::optional<base::Error> compare(const journal::Facts& now) const;

  const TestOptions& options_;
  std::string path_;  // empty for none
  std::unique_ptr<journal::Database> database_;
  journal::Facts facts_;  // of the earlier session
};

}  // namespace heddle::cli
