#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/program.h"
#include "cli/seeds.h"
#include "cli/status_line.h"
#include "cli/suggest.h"
#include "host/native_executor.h"
#include "report/json.h"
#include "report/output_folder.h"
#include "report/text.h"

namespace heddle::cli {

namespace {

// What the terminal shows at most; the rest is in the output folder.
constexpr std::size_t kMaxShownFindings = 3;
constexpr std::size_t kMaxShownRows = 200;

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::optional<std::string> problem_with_strategy(const std::string& name) {
  std::vector<std::string> names;
  for (const explore::StrategyInfo& info : explore::strategies()) names.emplace_back(info.name);
  if (std::find(names.begin(), names.end(), name) != names.end()) return {};
  return fmt::format("unknown strategy '{}'.{} 'heddle strategies' lists them.", name, did_you_mean(name, names));
}

ExitCode exit_code(explore::Verdict verdict) {
  switch (verdict) {
    case explore::Verdict::kBug: return kBug;
    case explore::Verdict::kComplete: return kNoBug;
    case explore::Verdict::kIncomplete: return kIncomplete;
  }
  return kInternal;
}

Color verdict_color(explore::Verdict verdict) {
  switch (verdict) {
    case explore::Verdict::kBug: return Color::kRed;
    case explore::Verdict::kComplete: return Color::kGreen;
    case explore::Verdict::kIncomplete: return Color::kYellow;
  }
  return Color::kRed;
}

// One run of the verb `test`.
class TestCommand {
 public:
  TestCommand(const TestOptions& options, Console& console) : options_(options), console_(console) {}

  ExitCode run(const std::vector<std::string>& command) {
    if (const auto problem = problem_with_strategy(options_.strategy)) return fail(kUsage, *problem);
    native_ = options_.native;
    native_.record_accesses = native_.visible == "racy" && skips_traces();
    program_ = load_program(options_.program, options_.program, native_, options_.definitions, console_);
    if (program_.executor == nullptr) return program_.code;
    base::Result<std::vector<trace::Test>> seeds = make_seed_tests(options_, *program_.executor);
    if (!seeds) return fail(kUsage, seeds.error().text());
    strategy_options_ = options_.strategy_options;
    strategy_options_.seed_tests = std::move(seeds.value());
    if (!options_.out.empty()) {
      base::Result<report::OutputFolder> folder = report::OutputFolder::open(options_.out, run_info(command));
      if (!folder) return fail(kUsage, folder.error().text() + " (--out=DIR takes another one, --no-out none)");
      folder_.emplace(std::move(folder.value()));
    }
    const explore::Result result = explore();
    if (program_.native != nullptr && !options_.quiet) {
      for (const std::string& remark : program_.native->remarks()) console_.err << "heddle: note: " << remark << "\n";
    }
    const std::uint64_t memory = peak_rss_bytes();
    if (folder_ && !write_error_) write_error_ = folder_->write_report(result, memory, names());
    const std::string stats = report::stats_json(result, options_.strategy, memory);
    if (options_.stats == "-") {
      console_.out << stats;
    } else if (!options_.stats.empty() && !write_error_) {
      write_error_ = base::write_file(options_.stats, stats);
    }
    print(result);
    if (write_error_) return fail(kUsage, write_error_->text());
    return exit_code(result.verdict);
  }

 private:
  ExitCode fail(ExitCode code, const std::string& message) {
    console_.err << "heddle: " << message << "\n";
    return code;
  }

  // Two accesses that race may then sit in different tests, so that no run shows the race: the strategy must see them.
  bool skips_traces() const {
    const auto& all = explore::strategies();
    return std::any_of(all.begin(), all.end(), [&](const explore::StrategyInfo& info) {
      return info.name == options_.strategy && info.skips_traces;
    });
  }

  const trace::Names& names() const { return program_.executor->names(); }

  report::RunInfo run_info(const std::vector<std::string>& command) const {
    std::error_code ignored;
    return {.command = command,
            .heddle = console_.executable,
            .program = options_.program,
            .directory = std::filesystem::current_path(ignored),
            .program_hash = program_.hash,
            .definitions = options_.definitions,
            .native = native_run(),
            .strategy = options_.strategy,
            .strategy_options = options_.strategy_options,
            .budget = options_.budget,
            .keep_going = options_.keep_going};
  }

  // What a stored test needs to know of a native program; nothing for a model.
  std::optional<trace::NativeRun> native_run() const {
    if (program_.folder == nullptr) return {};
    return trace::NativeRun{.more_sources = native_.more_sources,
                            .flags = native_.flags,
                            .arguments = native_.arguments,
                            .visible = native_.visible,
                            .isolation = native_.isolation,
                            .symbolic_arguments = native_.symbolic_arguments,
                            .symbolic_stdin = native_.symbolic_stdin,
                            .symbolic_files = native_.symbolic_files,
                            .spurious = native_.spurious,
                            .cells = {}};
  }

  explore::Result explore() {
    const auto make_strategy = [&] {
      auto strategy = explore::make_strategy(options_.strategy, *program_.executor, strategy_options_);
      CHECK_MSG(strategy != nullptr, "{} is in the list of strategies", options_.strategy);
      return strategy;
    };
    StatusLine line(console_);
    explore::Options options{.budget = options_.budget, .keep_going = options_.keep_going};
    options.interrupted = interrupt_.flag();
    if (!options_.quiet) options.on_status = [&](const explore::Status& status) { line.show(status); };
    options.on_finding = [&](const explore::Finding& finding) { keep(finding); };
    return explore::explore(*program_.executor, make_strategy, options);
  }

  // Writes a finding down as soon as it is there: an exploration may be long.
  void keep(const explore::Finding& finding) {
    if (!folder_ || write_error_) return;
    const base::Result<std::string> written = folder_->write_finding(finding, names());
    if (!written) write_error_ = written.error();
  }

  void print(const explore::Result& result) {
    // Standard output belongs to the statistics if they go there.
    std::ostream& out = options_.stats == "-" ? console_.err : console_.out;
    for (std::size_t i = 0; i < result.findings.size() && !options_.quiet; ++i) print(out, result.findings[i], i);
    out << colored(console_, verdict_color(result.verdict), report::verdict_line(result, options_.keep_going)) << "\n";
    if (!options_.quiet) out << report::effort_line(result, options_.strategy) << "\n";
  }

  void print(std::ostream& out, const explore::Finding& finding, std::size_t index) {
    if (index < kMaxShownFindings) {
      out << report::finding_text(
          finding, names(), {.until = report::failing_thread(finding), .width = console_.width, .rows = kMaxShownRows});
    } else {
      out << fmt::format("BUG {} at {}\n", finding.kind, finding.where);
    }
    if (folder_)
      out << fmt::format("replay: {} replay {}/{}\n", console_.heddle, folder_->path(), report::bug_folder(finding));
    out << "\n";
  }

  const TestOptions& options_;
  Console& console_;
  Interrupt interrupt_;  // from the start: what is written must be written to its end
  NativeOptions native_;
  Program program_;
  explore::StrategyOptions strategy_options_;  // with the tests to begin with
  std::optional<report::OutputFolder> folder_;
  std::optional<base::Error> write_error_;  // the first
};

}  // namespace

ExitCode run_test(const TestOptions& options, const std::vector<std::string>& command, Console& console) {
  return TestCommand(options, console).run(command);
}

}  // namespace heddle::cli
