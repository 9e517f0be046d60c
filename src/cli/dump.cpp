#include <filesystem>
#include <utility>

#include "cli/commands.h"
#include "cli/program.h"
#include "explore/findings.h"
#include "report/output_folder.h"
#include "trace/text.h"

namespace heddle::cli {

namespace {

// The run as a stored test: with its first finding, if it has one.
trace::TestFile stored_test(const DumpOptions& options, const Program& program, const trace::Trace& trace) {
  explore::Findings findings(*program.executor, options.depth);
  findings.observe(trace);
  explore::Finding finding;
  if (findings.empty()) {
    finding.test = test_of(trace, options.depth);
    finding.trace = trace;
  } else {
    finding = std::move(findings.take().front());
  }
  report::RunInfo info;
  std::error_code ignored;
  info.program = options.program;
  info.directory = std::filesystem::current_path(ignored);
  info.program_hash = program.hash;
  info.definitions = options.definitions;
  return report::test_file(finding, info, program.executor->names());
}

}  // namespace

ExitCode run_dump(const DumpOptions& options, Console& console) {
  const Program program = load_program(options.program, options.program, options.definitions, console);
  if (program.executor == nullptr) return program.code;
  trace::Trace trace;
  trace::Test test;
  test.depth = options.depth;
  program.executor->run(test, trace);
  if (options.test) {
    console.out << to_json(stored_test(options, program, trace));
  } else {
    console.out << to_text(trace, program.executor->names());
  }
  return kNoBug;
}

}  // namespace heddle::cli
