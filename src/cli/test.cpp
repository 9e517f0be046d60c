#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "base/file.h"
#include "base/processor_time.h"
#include "base/stop.h"
#include "cli/agreement.h"
#include "cli/commands.h"
#include "cli/conclusion.h"
#include "cli/crash.h"
#include "cli/kept_exploration.h"
#include "cli/known_tests.h"
#include "cli/native_program.h"
#include "cli/program.h"
#include "cli/restart_bytes.h"
#include "cli/seeds.h"
#include "cli/session.h"
#include "cli/status_line.h"
#include "cli/suggest.h"
#include "native/native_executor.h"
#include "report/corpus.h"
#include "report/output_folder.h"
#include "report/same_cause.h"
#include "report/text.h"
#include "report/worthy_tests.h"

namespace heddle::cli {

namespace {

constexpr const char* kOtherFolder = " (--out=DIR takes another one, --no-out none)";

std::uint64_t peak_rss_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::optional<std::string> problem_with_strategy(const std::string& name) {
  if (explore::find_strategy(name) != nullptr) return {};
  std::vector<std::string> names;
  for (const explore::StrategyInfo& info : explore::strategies()) names.emplace_back(info.name);
  return fmt::format("unknown strategy '{}'.{} 'heddle strategies' lists them.", name, did_you_mean(name, names));
}

// One run of the verb `test`.
class TestCommand {
 public:
  TestCommand(const TestOptions& options, const std::vector<std::string>& command, Console& console)
      : options_(options), command_(command), console_(console) {
    console_.detail = {.all_steps = options.full, .all_output = options.show_output};
  }

  ExitCode run() {
    if (const auto problem = problem_with_strategy(options_.strategy)) return fail(kUsage, *problem);
    if (const auto problem = problem_with_files()) return fail(kUsage, *problem);
    trace::ProgramSpec spec = options_.program.spec;
    spec.symbolic_reads = explore::find_strategy(options_.strategy)->symbolic_reads;
    spec.symbolic_locals = options_.strategy_options.prune.has_value();
    if (const auto error = kept_.open()) return fail(kUsage, error->text());
    if (options_.resume && !kept_.found() && !options_.quiet)
      console_.err << "heddle: note: nothing to resume in " << options_.out << ": starting from the beginning\n";
    announce_compiling();
    program_ = load_program(spec,
                            {.given = options_.program.given,
                             .strategy = options_.strategy,
                             .environment = kept_.environment(),
                             .jobs = jobs()},
                            console_);
    line_.clear();
    if (program_.executor == nullptr) return tell_not_explored();
    if (console_.session != nullptr) console_.session->set_program_hash(program_.hash);
    base::Result<std::vector<trace::Test>> seeds = make_seed_tests(options_, *program_.executor);
    if (!seeds) return fail(kUsage, seeds.error().text());
    strategy_options_ = options_.strategy_options;
    const std::vector<trace::Test> known =
        KnownTests(options_, program_, console_, options_.resume && kept_.found()).take();
    strategy_options_.seed_tests = known;
    strategy_options_.seed_tests.insert(strategy_options_.seed_tests.end(), seeds.value().begin(), seeds.value().end());
    // Otherwise not everything is reported that a thread learns after its joins.
    const bool tells = program_.native == nullptr || spec.visible == trace::Visible::kRacy;
    strategy_options_.closing_joins = strategy_options_.closing_joins && tells;
    if (!options_.out.empty()) {
      base::Result<report::OutputFolder> folder = report::OutputFolder::open(options_.out, run_info());
      if (!folder) return fail(kUsage, folder.error().text() + kOtherFolder);
      folder_.emplace(std::move(folder.value()));
      note_error(folder_->write_tests(report::kBeginFolder, known, *program_.executor));
      if (program_.native != nullptr) remember_agreement(report::test_file({}, folder_->info(), names()));
    }
    auto executor = kept_.executor_of(program_);
    if (!executor) return fail(kUsage, executor.error().text());
    executor_ = std::move(executor.value());
    if (strategy_options_.prune) strategy_options_.prune->slice = program_.slice;
    if (strategy_options_.prune && strategy_options_.prune->turns && program_.native != nullptr)
      strategy_options_.prune->turns->clock = [native = program_.native] {
        return base::processor_time() + native->processor_time();
      };
    const explore::Result result = explore();
    if (console_.session != nullptr) console_.session->set_phase(Session::Phase::kReporting);
    if (program_.native != nullptr && !options_.quiet) {
      for (const std::string& remark : program_.native->remarks()) console_.err << "heddle: note: " << remark << "\n";
    }
    if (result.findings.empty()) show_first_output();
    return conclude(result);
  }

 private:
  std::size_t jobs() const {
    return options_.jobs != 0 ? options_.jobs : std::max(std::thread::hardware_concurrency(), 1U);
  }

  // What a run without preemption writes: findings show the output of their own runs.
  void show_first_output() {
    if (!options_.show_output || base::stop_requested()) return;
    trace::Test test;
    test.depth = options_.budget.depth;
    trace::Trace trace;
    try {
      program_.executor->run(test, trace);
    } catch (const base::Stopped&) {
      return;  // the verdict says that it was stopped, and why
    }
    (options_.stats == "-" ? console_.err : console_.out)
        << report::output_text(program_.executor->output(), true) << "\n";
  }

  ExitCode fail(ExitCode code, const std::string& message) {
    console_.err << "heddle: " << message << "\n";
    return code;
  }

  void announce_compiling() {
    const std::string& program = options_.program.spec.program;
    if (!options_.quiet && is_source_code(program)) line_.announce("compiling " + program);
  }

  // Other tools must not mistake the report of an earlier run for one of this run.
  ExitCode tell_not_explored() const {
    report::Exploration exploration = new_exploration(options_.program.spec, command_);
    exploration.exit_code = program_.code;
    exploration.error = reason_of(program_.code);
    std::ostream& out = options_.stats == "-" ? console_.err : console_.out;
    if (const auto error = options_.tool_reports.write(exploration, out))
      console_.err << "heddle: " << error->text() << "\n";
    return program_.code;
  }

  // It is better to learn now than in an hour what cannot be written.
  std::optional<std::string> problem_with_files() const {
    if (!options_.stats.empty() && options_.stats != "-") {
      if (const auto error = base::problem_with_writing(options_.stats)) return error->text();
    }
    for (const std::string& file : {options_.lcov, options_.plot}) {
      if (file.empty()) continue;
      if (const auto error = base::problem_with_writing(file)) return error->text();
    }
    if (const auto error = options_.tool_reports.problem()) return error->text();
    if (options_.out.empty()) return {};
    const auto error = report::OutputFolder::problem_with(options_.out);
    return error ? std::optional(error->text() + kOtherFolder) : std::nullopt;
  }

  const trace::Names& names() const { return program_.executor->names(); }

  report::RunInfo run_info() const {
    std::error_code ignored;
    return {.command = command_,
            .heddle = console_.executable,
            .program = program_.spec,
            .directory = std::filesystem::current_path(ignored),
            .program_hash = program_.hash,
            .strategy = options_.strategy,
            .strategy_options = options_.strategy_options,
            .budget = options_.budget,
            .keep_going = options_.keep_going};
  }

  explore::Result explore() {
    const auto make_strategy = [&] {
      auto strategy = explore::make_strategy(options_.strategy, *executor_, strategy_options_);
      CHECK_MSG(strategy != nullptr, "{} is in the list of strategies", options_.strategy);
      return strategy;
    };
    explore::Options options{.budget = options_.budget, .keep_going = options_.keep_going};
    options.skips_traces = explore::find_strategy(options_.strategy)->skips_traces;
    options.simplify_seconds = options_.simplify_seconds;
    options.rarity_seconds = options_.rarity_seconds;
    options.running = &running_;
    options.on_status = [&](const explore::Status& status) {
      if (console_.session != nullptr) console_.session->set_progress(status.tests, status.progress.events);
      history_.add(status);
      if (!options_.quiet) line_.show(status);
    };
    const CrashTest crash_test(options_.out, [&] { return running_test(); });
    options.on_finding = [&](const explore::Finding& finding) { keep(finding); };
    report::Corpus corpus(options_.out + "/corpus", program_.executor->expressions());
    report::WorthyTests worthy;
    if (folder_) {
      options.on_trace = [&](const trace::Trace& trace) {
        worthy.observe(trace, options_.budget.depth);
        if (program_.executor->expressions() != nullptr) note_error(corpus.observe(trace));
      };
    }
    if (!from_bytes(executor_->taken_along(), program_.executor->expressions(), options.before))
      note_error(base::Error{.message = "what was found before cannot be read any more"});
    for (const auto& [key, finding] : options.before.findings) keep(finding);
    options.on_restart = [&](const explore::Restart& restart) {
      worthy.clear();
      executor_->restarted(to_bytes(restart, program_.executor->expressions()));
    };
    explore::Result result = explore::explore(*executor_, make_strategy, options);
    line_.clear();
    finish_keeping(result);
    report::merge_same_cause(result.findings, names());
    if (folder_) note_error(folder_->write_tests(report::kWorthyFolder, worthy.tests(), *program_.executor));
    return result;
  }

  // What is left can be explored by a later session.
  void finish_keeping(explore::Result& result) {
    executor_->finish(result.verdict == explore::Verdict::kComplete);
    result.recalled = executor_->recalled();
    result.resumable = executor_->keeps();
    if (!executor_->problem().empty() && !options_.quiet)
      console_.err << "heddle: note: " << executor_->problem() << "\n";
  }

  // Writes a finding down as soon as there is one: an exploration may be long, and may not finish. The supervisor
  // learns about it before the directory is written, and then where it is.
  void keep(const explore::Finding& finding) {
    tell_supervisor(finding, "");
    std::string written;
    if (folder_) {
      base::Result<std::string> folder = folder_->write_finding(finding, names());
      if (folder) {
        written = folder.value();
      } else {
        note_error(folder.error());
      }
    }
    tell_supervisor(finding, written);
    folders_[report::bug_folder(finding)] = std::move(written);
  }

  void note_error(std::optional<base::Error> error) {
    if (error && !write_error_) write_error_ = std::move(error);
  }

  void tell_supervisor(const explore::Finding& finding, const std::string& folder) const {
    if (console_.session != nullptr) console_.session->add_finding(words_of(finding, names(), console_, folder));
  }

  ExitCode conclude(const explore::Result& result) {
    Conclusion conclusion{.options = options_, .command = command_};
    if (folder_) conclusion.folder = &*folder_;
    for (const explore::Finding& finding : result.findings)
      conclusion.findings.push_back(words_of(finding, names(), console_, folders_[report::bug_folder(finding)]));
    conclusion.peak_memory = peak_rss_bytes();
    history_.finish(result);
    conclusion.names = &names();
    conclusion.history = &history_;
    conclusion.write_error = std::move(write_error_);
    return conclusion.tell(result, console_);
  }

  // The content of test.json for the running test; empty if there is none.
  std::string running_test() const {
    if (running_ == nullptr || !folder_) return {};
    explore::Finding none;
    none.test = *running_;
    none.visible_cells = program_.executor->visible_cells();
    return to_json(report::test_file(none, folder_->info(), names()));
  }

  const TestOptions& options_;
  const std::vector<std::string>& command_;
  Console& console_;
  StatusLine line_{console_, options_.budget};
  KeptExploration kept_{options_};
  Program program_;
  std::unique_ptr<journal::JournaledExecutor> executor_;  // wraps that of the program
  explore::StrategyOptions strategy_options_;             // including the tests to begin with
  std::optional<report::OutputFolder> folder_;
  std::map<std::string, std::string> folders_;  // of findings: where they were written, empty if they could not be
  report::History history_;
  const trace::Test* running_ = nullptr;
  std::optional<base::Error> write_error_;  // the first
};

}  // namespace

ExitCode run_test(const TestOptions& options, const std::vector<std::string>& command, Console& console) {
  return TestCommand(options, command, console).run();
}

}  // namespace heddle::cli
