#include "cli/native_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "base/content_hash.h"
#include "base/file.h"
#include "cli/leftovers.h"
#include "cli/session.h"
#include "cli/slicer.h"
#include "cli/tool_chain.h"
#include "explore/factory.h"
#include "native/native_executor.h"
#include "native/parallel_executor.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;
constexpr const char* kSlice = "HEDDLE_SLICE";  // tells the pass which table to read (instrument/aside.h)

Program refuse(Console& console, ExitCode code, const std::string& message) {
  console.err << "heddle: " << message << "\n";
  Program result;
  result.code = code;
  return result;
}

base::Result<std::string> hash_of(const std::vector<std::string>& paths, const trace::ProgramSpec& spec) {
  std::string all;
  for (const std::string& path : paths) {
    const base::Result<base::Hash128> hash = base::file_hash(path, kMaxFileBytes);
    if (!hash) return hash.error();
    all += base::hex(hash.value());
  }
  for (const std::string& flag : spec.flags) all += "\n" + flag;
  return base::hex(base::content_hash(all));
}

// Do the sources take inputs, judging by their texts? If there are several files, those without inputs take part in
// computing with what the others get; a single file is checked again by the compiler, which also sees what it includes.
bool has_inputs(const std::vector<std::string>& paths, const trace::ProgramSpec& spec) {
  if (!spec.symbolic_arguments.empty() || spec.symbolic_stdin != 0 || !spec.symbolic_files.empty()) return true;
  return std::any_of(paths.begin(), paths.end(), [](const std::string& path) {
    const base::Result<std::string> content = base::read_file(path, kMaxFileBytes);
    constexpr std::array<std::string_view, 7> kNames = {
        "heddle_input", "heddle_int", "heddle_uint", "heddle_range", "heddle_bool", "klee_", "__VERIFIER_nondet_"};
    return content && std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
             return content.value().find(name) != std::string::npos;
           });
  });
}

// "server.c:6:journal" is "journal" to people.
std::vector<std::string> names_without_places(std::vector<std::string> names) {
  for (std::string& name : names) name.erase(0, name.rfind(':') + 1);
  return names;
}

// Does the strategy need the accesses that are not steps?
bool must_record_accesses(const trace::ProgramSpec& spec, const Loading& loading) {
  const explore::StrategyInfo* const info = explore::find_strategy(loading.strategy);
  return info != nullptr && info->skips_traces && !spec.symbolic_reads && spec.visible == trace::Visible::kRacy;
}

// What is wrong with the files and what is said about them, if anything.
std::optional<std::string> complaint_about(const std::vector<std::string>& paths, const trace::ProgramSpec& spec) {
  const bool compiles = is_source_code(paths.front());
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::exists(path, error)) return fmt::format("{}: there is no such file", path);
    if (is_source_code(path) != compiles || (!compiles && paths.size() > 1))
      return fmt::format("{}: several files must all be sources of C or C++", path);
  }
  if (compiles) return {};
  if (is_sliced(spec)) return fmt::format("--prune-slice needs the sources of {}", spec.program);
  if (spec.flags.empty() && spec.definitions.empty()) return {};
  return fmt::format("{} has no effect on a program that is compiled already", spec.flags.empty() ? "-D" : "--flags");
}

std::vector<std::string> compiler_flags(const std::vector<std::string>& paths, const trace::ProgramSpec& spec) {
  std::vector<std::string> flags = {"-O2"};
  for (const auto& [name, value] : spec.definitions) flags.push_back(fmt::format("-D{}={}", name, value));
  if (spec.symbolic_locals) {
    flags.emplace_back("-fsymbolic=meetings");
  } else if (spec.symbolic_reads || has_inputs(paths, spec)) {
    flags.emplace_back("-fsymbolic");
  }
  flags.insert(flags.end(), spec.flags.begin(), spec.flags.end());
  std::erase(flags, kSliceFlag);
  return flags;
}

struct CompiledProgram {
  std::string program;
  std::shared_ptr<const trace::SlicedPlaces> slice;  // null if nothing is set aside
};

base::Result<CompiledProgram> compile(const std::vector<std::string>& paths, const trace::ProgramSpec& spec,
                                      const std::string& folder) {
  const std::vector<std::string> flags = compiler_flags(paths, spec);
  CompiledProgram compiled;
  if (is_sliced(spec)) {
    base::Result<trace::SlicedPlaces> made = slice_program({.sources = paths, .flags = flags}, folder);
    if (!made) return made.error();
    compiled.slice = std::make_shared<const trace::SlicedPlaces>(std::move(made.value()));
    ::setenv(kSlice, table_in(folder).c_str(), 1);
  }
  const std::string stem = fs::path(paths.front()).stem().string();
  const std::string name = stem == "." || stem == ".." ? "program" : stem;
  base::Result<std::string> built = compile_program(paths, flags, folder + "/" + name);
  ::unsetenv(kSlice);
  if (!built) return built.error();
  compiled.program = std::move(built.value());
  return compiled;
}

}  // namespace

bool is_source_code(const std::string& path) {
  constexpr std::array<std::string_view, 6> kExtensions = {".c", ".cc", ".cpp", ".cxx", ".C", ".c++"};
  return std::find(kExtensions.begin(), kExtensions.end(), fs::path(path).extension().string()) != kExtensions.end();
}

Program load_native_program(const trace::ProgramSpec& spec, const Loading& loading, Console& console) {
  std::vector<std::string> paths = {spec.program};
  paths.insert(paths.end(), spec.more_sources.begin(), spec.more_sources.end());
  if (const auto complaint = complaint_about(paths, spec)) return refuse(console, kUsage, *complaint);
  base::Result<std::string> hash = hash_of(paths, spec);
  if (!hash) return refuse(console, kUsage, hash.error().text());
  const auto folder = std::make_shared<TemporaryFolder>(
      console.session == nullptr ? new_temporary_folder_name() : console.session->temporary_folder());
  if (folder->path().empty()) return refuse(console, kCannotBuild, "cannot make a temporary folder");
  CompiledProgram compiled{.program = paths.front()};
  if (is_source_code(paths.front())) {
    base::Result<CompiledProgram> made = compile(paths, spec, folder->path());
    if (!made) return refuse(console, kCannotBuild, made.error().text());
    compiled = std::move(made.value());
  } else if (compiled.program.find('/') == std::string::npos) {
    compiled.program = "./" + compiled.program;
  }
  native::Options options{.spec = spec, .record_accesses = must_record_accesses(spec, loading)};
  if (compiled.slice != nullptr) options.aside = names_without_places(compiled.slice->aside());
  auto executor = native::NativeExecutor::create(
      {.program = compiled.program, .arguments = spec.arguments, .environment = loading.environment}, options);
  if (!executor) return refuse(console, kCannotBuild, executor.error().text());
  if (const auto& difference = executor.value()->nondeterminism())
    return refuse(console, kNotDeterministic, difference->text());
  Program result;
  result.spec = spec;
  result.spec.native = true;
  result.native = executor.value().get();
  if (loading.jobs > 1) {
    result.executor = std::make_unique<native::ParallelExecutor>(std::move(executor.value()), loading.jobs);
  } else {
    result.executor = std::move(executor.value());
  }
  result.hash = hash.value();
  result.slice = std::move(compiled.slice);
  result.folder = folder;
  return result;
}

}  // namespace heddle::cli
