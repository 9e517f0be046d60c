#include <fmt/format.h>

#include "cli/commands.h"
#include "explore/factory.h"

namespace heddle::cli {

ExitCode run_strategies(Console& console) {
  bool first = true;
  for (const explore::StrategyInfo& info : explore::strategies()) {
    console.out << fmt::format("{:<12} {}{}\n", info.name, info.summary, first ? " (default)" : "");
    first = false;
  }
  return kNoBug;
}

}  // namespace heddle::cli
