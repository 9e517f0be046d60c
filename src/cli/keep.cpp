#include <fmt/format.h>

#include <filesystem>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/program.h"
#include "trace/test_file.h"

// The verb `keep`: a finding becomes part of the project.

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

// In addition to the test itself; each may be missing.
constexpr const char* kCopied[] = {"trace.txt", "trace.json"};

}  // namespace

ExitCode run_keep(const KeepOptions& options, Console& console) {
  const auto fail = [&](const std::string& message) {
    console.err << "heddle: " << message << "\n";
    return kUsage;
  };
  base::Result<trace::TestFile> read = read_test_file(options.bug);
  if (!read) return fail(read.error().text());
  trace::TestFile test = std::move(read.value());
  if (test.finding_kind.empty()) return fail(options.bug + ": this test shows no bug");
  std::error_code error;
  const fs::path bug = fs::canonical(options.bug, error);
  const fs::path from = fs::is_directory(bug, error) ? bug : bug.parent_path();
  const fs::path to = fs::path(options.folder) / from.filename();
  fs::create_directories(to, error);
  if (error) return fail(fmt::format("{}: cannot create this folder: {}", to.string(), error.message()));
  if (fs::equivalent(from, to, error)) return fail(options.bug + ": this finding is already kept there");
  // Other people have the project elsewhere.
  const fs::path relative = fs::path(test.directory).lexically_relative(fs::canonical(to, error));
  if (!relative.empty()) test.directory = relative.string();
  if (const auto problem = base::write_file((to / "test.json").string(), to_json(test))) return fail(problem->text());
  for (const char* file : kCopied) {
    const base::Result<std::string> content = base::read_file((from / file).string(), trace::kMaxTestFileBytes);
    if (!content) continue;
    if (const auto problem = base::write_file((to / file).string(), content.value())) return fail(problem->text());
  }
  console.out << fmt::format("{}: kept; every later test of {} begins with it\n", to.string(),
                             fs::path(test.spec.program).filename().string());
  return kNoBug;
}

}  // namespace heddle::cli
