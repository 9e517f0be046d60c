#include "explore/ask.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/program.h"
#include "cli/status_line.h"
#include "report/columns.h"
#include "report/text.h"

namespace heddle::cli {

namespace {

using unfolding::Answer;

constexpr std::size_t kMaxShownRows = 200;

// "x = 3, a[0] = 1": the cells of the predicate after the last step of the trace.
std::string values(const unfolding::Predicate& predicate, const trace::Executor& executor, const trace::Trace& trace) {
  std::vector<std::string> parts;
  for (const trace::LocationId cell : predicate.cells()) {
    std::int64_t value = executor.initial_state(cell);
    for (const trace::Operation& op : trace.operations) {
      if (op.location == cell && op.effect == trace::Effect::kModify) value = op.value;
    }
    parts.push_back(fmt::format("{} = {}", executor.names().locations[cell.index()], value));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

// One run of the verb `ask`.
class AskCommand {
 public:
  AskCommand(const AskOptions& options, Console& console) : options_(options), console_(console) {}

  ExitCode run() {
    const std::string strategy(explore::strategy_with(explore::kAskedNet).name);
    const Program program =
        load_program(options_.program.spec, {.given = options_.program.given, .strategy = strategy}, console_);
    if (program.executor == nullptr) return program.code;
    const base::Result<explore::Reply> reply = ask(*program.executor);
    if (!reply) {
      const bool may_be_hidden = program.spec.native && program.spec.visible == trace::Visible::kRacy;
      console_.err << fmt::format("heddle: '{}': {}{}\n", options_.question, reply.error().text(),
                                  may_be_hidden ? "; --visible=shared also knows those that are not raced on" : "");
      return kUsage;
    }
    const ExitCode code = print(reply.value(), *program.executor);
    if (!options_.quiet) console_.out << report::effort_line(reply.value().exploration, strategy) << "\n";
    return code;
  }

 private:
  base::Result<explore::Reply> ask(trace::Executor& executor) {
    StatusLine line(console_);
    explore::Options options{.budget = options_.budget};
    if (!options_.quiet) options.on_status = [&](const explore::Status& status) { line.show(status); };
    return explore::ask(executor, options_.question, options, options_.limits);
  }

  ExitCode print(const explore::Reply& reply, const trace::Executor& executor) {
    switch (reply.answer) {
      case Answer::kYes: {
        if (!options_.quiet) {
          console_.out << report::columns(reply.trace, executor.names(),
                                          {.width = console_.width, .rows = kMaxShownRows})
                       << "\n";
        }
        const std::string state = values(reply.predicate, executor, reply.trace);
        console_.out << colored(console_, Color::kRed, "reachable")
                     << fmt::format(": {} holds{}{}\n", options_.question, state.empty() ? "" : " where ", state);
        return kBug;
      }
      case Answer::kNo:
        console_.out << colored(console_, Color::kGreen, "unreachable")
                     << fmt::format(": {} holds in no state; complete\n", options_.question);
        return kNoBug;
      case Answer::kUnknown:
        console_.out << colored(console_, Color::kYellow, "unknown")
                     << fmt::format(": {} was not found to hold; INCOMPLETE: {}\n", options_.question,
                                    fmt::join(reply.reasons, ", "));
        return kIncomplete;
    }
    return kInternal;
  }

  const AskOptions& options_;
  Console& console_;
};

}  // namespace

ExitCode run_ask(const AskOptions& options, Console& console) { return AskCommand(options, console).run(); }

}  // namespace heddle::cli
