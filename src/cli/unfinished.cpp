#include "cli/unfinished.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/utsname.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file.h"
#include "base/version.h"
#include "cli/conclusion.h"
#include "cli/crash.h"
#include "report/same_cause.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

std::uint64_t peak_memory_of_children() {
  constexpr std::uint64_t kKilobyte = 1024;
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * kKilobyte;
}

bool is_bug_of_heddle(const Ending& ending) {
  return ending.stop == base::StopReason::kNone && ending.signal != SIGKILL;
}

// As a reason for incompleteness.
std::string reason(const Ending& ending, const explore::Budget& budget, bool has_tests) {
  if (ending.stop != base::StopReason::kNone) {
    const char* const early = has_tests ? "" : ", before the end of the first test (compiling counts, too)";
    return explore::stop_text(ending.stop, budget) + early;
  }
  if (is_bug_of_heddle(ending)) return "an internal error of Heddle ended the exploration";
  return "the exploration was killed (signal 9) by somebody else, or because the system has no memory left";
}

// Races with the same cause are one finding; each has its own directory.
std::vector<report::FindingWords> merged(const std::vector<report::FindingWords>& findings) {
  std::vector<report::FindingWords> result;
  for (const report::FindingWords& finding : findings) {
    const auto same = std::ranges::find_if(result, [&](const report::FindingWords& other) {
      return !finding.cause.empty() && finding.cause == other.cause;
    });
    if (same == result.end()) {
      result.push_back(finding);
    } else {
      const std::string line = report::same_cause_text({{finding.where, finding.message, 1}});
      same->text += line;
      same->report += line;
    }
  }
  return result;
}

ExitCode conclude(const TestOptions& options, const std::vector<std::string>& command, Console& console,
                  const Session& session, const Ending& ending) {
  explore::Result result;
  Conclusion conclusion{.options = options, .command = command};
  conclusion.findings = merged(session.findings());
  conclusion.peak_memory = peak_memory_of_children();
  result.findings.resize(conclusion.findings.size());  // of which only the words are left
  result.tests = session.tests();
  result.progress.events = session.events();
  result.seconds = session.seconds();
  result.reasons = {reason(ending, options.budget, session.tests() > 0)};
  result.verdict = result.findings.empty() ? explore::Verdict::kIncomplete : explore::Verdict::kBug;
  std::optional<report::OutputFolder> folder;
  if (!options.out.empty()) {
    base::Result<report::OutputFolder> opened =
        report::OutputFolder::open(options.out, {.command = command,
                                                 .heddle = console.executable,
                                                 .program = options.program.spec,
                                                 .directory = fs::current_path(),
                                                 .program_hash = session.program_hash(),
                                                 .strategy = options.strategy,
                                                 .strategy_options = options.strategy_options,
                                                 .budget = options.budget,
                                                 .keep_going = options.keep_going});
    if (opened) {
      folder.emplace(std::move(opened.value()));
      conclusion.folder = &*folder;
    } else {
      conclusion.write_error = opened.error();
    }
  }
  return conclusion.tell(result, console);
}

// The files of the program, in addition to what is needed to run it again.
std::vector<std::string> files_of(const TestOptions& options) {
  const trace::ProgramSpec& spec = options.program.spec;
  std::vector<std::string> files = {spec.program};
  files.insert(files.end(), spec.more_sources.begin(), spec.more_sources.end());
  return files;
}

// Fills the directory that reproduces a bug in Heddle; returns its path, or empty if it cannot be written.
std::string write_crash(const TestOptions& options, const std::vector<std::string>& command, const Session& session,
                        const std::string& message) {
  constexpr std::size_t kMaxCopied = std::size_t{64} << 20;
  if (options.out.empty()) return {};
  std::string folder = crash_folder(options.out);
  std::error_code error;
  if (!session.crash_test_written()) fs::remove_all(folder, error);
  fs::create_directories(folder, error);
  utsname system{};
  ::uname(&system);
  const nlohmann::ordered_json info = {
      {"heddle", base::version()},
      {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
      {"compiler", "clang-19"},
      {"command", command},
      {"directory", fs::current_path(error).string()},
      {"program", options.program.spec.program},
      {"program_hash", session.program_hash()},
      {"tests", session.tests()},
      {"message", message},
  };
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  if (base::write_file(folder + "/crash.json", info.dump(2, ' ', false, kReplace) + "\n")) return {};
  for (const std::string& file : files_of(options)) {
    const base::Result<std::string> content = base::read_file(file, kMaxCopied);
    if (content && base::write_file(folder + "/" + fs::path(file).filename().string(), content.value())) return {};
  }
  return folder;
}

std::string crash_message(const Session& session, const Ending& ending) {
  std::string told = session.crash();
  if (!told.empty()) return told;
  if (ending.signal != 0)
    return fmt::format("internal error: signal {} ({})\n", ending.signal, ::strsignal(ending.signal));
  return "internal error: the exploration ended without a word\n";
}

ExitCode tell_bug_of_heddle(const TestOptions* options, const std::vector<std::string>& command, Console& console,
                            const Session& session, const Ending& ending) {
  const std::string message = crash_message(session, ending);
  std::string folder = options == nullptr ? std::string() : write_crash(*options, command, session, message);
  console.out.flush();
  console.err << "heddle: " << message
              << "  This is a bug of Heddle, not of the tested program. Please report the lines above"
              << (folder.empty() ? "" : fmt::format(", with the folder {}", folder)) << ".\n";
  return kInternal;
}

}  // namespace

ExitCode tell_unfinished(const Command& options, const std::vector<std::string>& command, Console& console,
                         const Session& session, const Ending& ending) {
  const auto* const test = std::get_if<TestOptions>(&options);
  if (test != nullptr) {
    const ExitCode code = conclude(*test, command, console, session, ending);
    return is_bug_of_heddle(ending) ? tell_bug_of_heddle(test, command, console, session, ending) : code;
  }
  if (is_bug_of_heddle(ending)) return tell_bug_of_heddle(nullptr, command, console, session, ending);
  const auto* const ask = std::get_if<AskOptions>(&options);
  console.err << "heddle: " << reason(ending, ask == nullptr ? explore::Budget{} : ask->budget, true) << "\n";
  return kIncomplete;
}

}  // namespace heddle::cli
