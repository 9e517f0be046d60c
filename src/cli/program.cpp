#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <vector>

#include "base/content_hash.h"
#include "base/file.h"
#include "cli/native_program.h"
#include "cli/slicer.h"
#include "cli/suggest.h"
#include "explore/prune/symbolic_values.h"
#include "model/executor.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

// A Linux executable, judging by its first bytes.
bool is_executable(const std::string& path) {
  constexpr std::string_view kMagic =
      "\x7f"
      "ELF";
  std::ifstream file(path, std::ios::binary);
  std::array<char, 4> bytes{};
  file.read(bytes.data(), bytes.size());
  return file && std::string_view(bytes.data(), bytes.size()) == kMagic;
}

// " Did you mean 'examples/bank.model'?", from the files next to the one that does not exist.
std::string other_file(const fs::path& path) {
  std::error_code error;
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, error)) return fmt::format(" There is no folder '{}'.", folder.string());
  std::vector<std::string> names;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!fs::exists(entry->path(), ignored)) continue;  // a link to nowhere
    if (entry->path().extension() == ".model" || is_source_code(entry->path()))
      names.push_back(entry->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  const std::string name = nearest(path.filename().string(), names);
  return name.empty() ? "" : fmt::format(" Did you mean '{}'?", (path.parent_path() / name).string());
}

Program refuse(Console& console, ExitCode code, const std::string& message) {
  console.err << "heddle: " << message << "\n";
  Program result;
  result.code = code;
  return result;
}

}  // namespace

bool runs_code(const std::string& path) { return is_source_code(path) || is_executable(path); }

namespace {

// What messages call it.
const std::string& name_of(const trace::ProgramSpec& spec, const Loading& loading) {
  return loading.name.empty() ? spec.program : loading.name;
}

Program load(const trace::ProgramSpec& spec, const Loading& loading, Console& console) {
  const std::string& path = spec.program;
  const std::string& name = name_of(spec, loading);
  std::error_code error;
  if (!fs::exists(path, error)) {
    return refuse(console, kUsage, fmt::format("{}: there is no such file.{}", path, other_file(path)));
  }
  if (fs::is_directory(path, error)) {
    return refuse(
        console, kUsage,
        fmt::format("{}: this is a folder; a program is needed: FILE.c, FILE.cpp, FILE.model or an executable", path));
  }
  if (runs_code(path)) return load_native_program(spec, loading, console);
  if (!spec.more_sources.empty() || !spec.arguments.empty()) {
    return refuse(console, kUsage, fmt::format("{}: a model is one file and takes no arguments", path));
  }
  if (!loading.given.empty()) {
    return refuse(console, kUsage,
                  fmt::format("{} has no effect on a model, only on programs of C and C++", loading.given.front()));
  }
  if (is_sliced(spec))
    return refuse(console, kUsage, "--prune-slice has no effect on a model, only on programs of C and C++");
  const base::Result<std::string> source = base::read_file(path, kMaxProgramBytes);
  if (!source) return refuse(console, kUsage, source.error().text());

  model::Compiled compiled = model::compile(source.value(), name, spec.definitions);
  if (compiled.executor == nullptr) {
    for (const model::Diagnostic& diagnostic : compiled.diagnostics) {
      std::string text = diagnostic.text();
      while (text.ends_with('\n')) text.pop_back();
      console.err << text << "\n";
    }
    const std::size_t count = compiled.diagnostics.size();
    return refuse(console, kCannotBuild,
                  fmt::format("{} does not compile: {} error{}", name, count, count == 1 ? "" : "s"));
  }
  Program result;
  result.spec = spec;
  result.executor = std::move(compiled.executor);
  result.hash = base::hex(base::content_hash(source.value()));
  return result;
}

}  // namespace

Program load_program(const trace::ProgramSpec& spec, const Loading& loading, Console& console) {
  Program result = load(spec, loading, console);
  if (result.executor == nullptr || (!spec.symbolic_reads && !spec.symbolic_locals)) return result;
  const auto values =
      spec.symbolic_locals ? explore::prune::symbolic_values(*result.executor) : trace::SymbolicValues::kInputsAndReads;
  if (result.executor->make_symbolic(values)) return result;
  const std::string what =
      loading.strategy.empty() ? name_of(spec, loading) + ": its test" : fmt::format("--strategy={}", loading.strategy);
  return refuse(console, kUsage, fmt::format("{} needs a program that is compiled with 'heddle cc -fsymbolic'", what));
}

base::Result<trace::TestFile> read_test_file(const std::string& path) {
  std::error_code error;
  if (!fs::exists(path, error)) {
    return base::Error{path, "there is no such bug; 'heddle test' keeps those it finds in heddle-out/bugs"};
  }
  const bool is_folder = fs::is_directory(path, error);
  const std::string file = is_folder ? (fs::path(path) / "test.json").string() : path;
  if (is_folder && !fs::exists(file, error))
    return base::Error{path, "this is not the folder of a bug: test.json is missing"};
  const base::Result<std::string> text = base::read_file(file, trace::kMaxTestFileBytes);
  if (!text) return text.error();
  base::Result<trace::TestFile> test = trace::parse_test_file(text.value(), file);
  // A test that was kept for others gives the location of the program relative to the test itself.
  if (test && !test.value().directory.empty() && fs::path(test.value().directory).is_relative()) {
    test.value().directory =
        fs::weakly_canonical(fs::absolute(fs::path(file).parent_path() / test.value().directory, error), error)
            .string();
  }
  return test;
}

std::optional<trace::Test> adopt_threads(const trace::TestFile& file, trace::Executor& executor) {
  std::vector<trace::ThreadId> ids;
  for (const trace::Names::Thread& thread : file.threads) {
    const std::vector<trace::Names::Thread>& known = executor.names().threads;
    trace::ThreadId id(ids.size());  // threads that nobody creates always come first
    if (thread.parent.valid()) {
      id = executor.intern_thread(ids[thread.parent.index()], thread.nth);
    } else if (id.index() >= known.size() || known[id.index()].parent.valid() || known[id.index()].nth != thread.nth) {
      id = trace::ThreadId::none();
    }
    if (!id.valid()) return {};
    ids.push_back(id);
  }
  trace::Test test = file.test;
  for (trace::Step& step : test.schedule) step.thread = ids[step.thread.index()];
  for (trace::InputValue& input : test.inputs) input.thread = ids[input.thread.index()];
  return test;
}

}  // namespace heddle::cli
