#include "cli/tool_chain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "base/installed_file.h"
#include "cli/compilation.h"
#include "cli/shell_words.h"

namespace heddle::cli {

namespace {

constexpr const char* kInclude = "include/heddle/heddle.h";
constexpr const char* kPlugin = "libheddle_pass.so";
constexpr const char* kRuntime = "libheddle_runtime.a";
constexpr const char* kRealMain = "libheddle_real_main.a";
constexpr std::size_t kMaxResponseFile = 16u << 20;
constexpr int kMaxResponseDepth = 8;

constexpr const char* kSymbolic = "-fsymbolic";
constexpr const char* kSymbolicLocals = "-fsymbolic=locals";
constexpr const char* kSymbolicMeetings = "-fsymbolic=meetings";
constexpr const char* kNotSymbolic = "-fno-symbolic";
// -flibrary=DIR: code below this directory is the user's own, wherever it is. It is passed to the pass in this
// variable, which is also that of the option --library.
constexpr std::string_view kLibrary = "-flibrary=";
constexpr const char* kLibraries = "HEDDLE_LIBRARY";

const char* compiler(Language language) { return language == Language::kC ? "clang-19" : "clang++-19"; }

// Is it one of the words of the list, which are separated by spaces?
bool is_one_of(std::string_view word, std::string_view list) {
  return fmt::format(" {} ", list).find(fmt::format(" {} ", word)) != std::string::npos;
}

// Options whose value is the next argument, which is therefore not an input.
bool takes_next(std::string_view option) {
  return is_one_of(option,
                   "-o -x -I -L -l -D -U -B -F -T -u -z -e -include -include-pch -isystem -iquote -idirafter -imacros "
                   "-iprefix -iwithprefix -iwithprefixbefore -isysroot -MF -MT -MQ -MJ -Xclang -Xlinker -Xassembler "
                   "-Xpreprocessor -Xanalyzer -target --target -arch -mllvm --sysroot -resource-dir -rpath -framework "
                   "--param -dumpdir --serialize-diagnostics");
}

// Options that stop before a program is linked, or link something else.
bool makes_no_program(std::string_view option) {
  return is_one_of(option,
                   "-c -S -E -M -MM -r -shared --shared -fsyntax-only --analyze --precompile -dM --version --help "
                   "-dumpversion -dumpmachine -emit-ast --preprocess --compile --assemble") ||
         option.starts_with("-print-") || option.starts_with("--print-");
}

bool is_debug_level(std::string_view option) {
  return is_one_of(option, "-g -g0 -g1 -g2 -g3 -glldb -gsce -gdbx -gmlt -gfull --debug") ||
         option.starts_with("-ggdb") || option.starts_with("-gdwarf") || option.starts_with("-gline-");
}

bool is_header(std::string_view name) {
  return name.ends_with(".h") || name.ends_with(".hh") || name.ends_with(".hpp") || name.ends_with(".hxx");
}

// Sanitizers that bring their own allocator and threads, as Heddle does.
bool is_sanitizer_with_runtime(std::string_view option) {
  constexpr std::string_view kStart = "-fsanitize=";
  if (!option.starts_with(kStart)) return false;
  const std::string list = fmt::format(",{},", option.substr(kStart.size()));
  constexpr std::array<std::string_view, 6> kNames = {"address", "hwaddress", "kernel-address",
                                                      "leak",    "memory",    "thread"};
  return std::ranges::any_of(
      kNames, [&](std::string_view name) { return list.find(fmt::format(",{},", name)) != std::string::npos; });
}

// The arguments with response files replaced by their content; the compiler itself gets them unchanged.
std::vector<std::string> expanded(const std::vector<std::string>& arguments, int depth) {
  std::vector<std::string> all;
  all.reserve(arguments.size());
  for (const std::string& argument : arguments) {
    if (argument.size() > 1 && argument[0] == '@' && depth > 0) {
      if (const auto content = base::read_file(argument.substr(1), kMaxResponseFile)) {
        const std::vector<std::string> inner = expanded(shell_words(content.value()), depth - 1);
        all.insert(all.end(), inner.begin(), inner.end());
        continue;
      }
    }
    all.push_back(argument);
  }
  return all;
}

// Via clang proper, since an assembler, for instance, does not know the option.
std::vector<std::string> option_of_pass(const std::string& plugin, SymbolicCode symbolic) {
  if (symbolic == SymbolicCode::kIfInputs) return {};  // the default
  return {"-Xclang", "-load",  "-Xclang", plugin,      // before options are parsed
          "-Xclang", "-mllvm", "-Xclang", fmt::format("-{}={}", abi::kSymbolicCodeOption, abi::name(symbolic))};
}

// Before the user's arguments, so that these take precedence. Not all matter to every step of a compiler.
std::vector<std::string> compile_flags(Language language, const std::string& plugin, SymbolicCode symbolic,
                                       const std::string& include, bool debug) {
  std::vector<std::string> flags = {
      "--start-no-unused-arguments", "-fpass-plugin=" + plugin, "-Xclang",
      "-disable-O0-optnone",  // local variables become registers even without -O
      "-fno-omit-frame-pointer", "-Xclang",
      "-fsanitize-address-use-after-scope",  // marks scopes even without -O
      "-Xclang",
      "-fsanitize=array-bounds",   // array_indices.h; the compiler itself only: no library is linked for it
      "-fstack-clash-protection",  // no frame jumps over the guard of a stack
      // A null pointer that the compiler sees is accessed, too: else it deletes the access, and the way to it.
      "-fno-delete-null-pointer-checks",
      // What was not initialised is never what the program hopes for, and always the same.
      "-ftrivial-auto-var-init=pattern", "-ftrivial-auto-var-init-max-size=65536", "-D__HEDDLE__",
      "-D__NO_CTYPE"};  // isdigit and the like are calls, not tables
  const std::vector<std::string> option = option_of_pass(plugin, symbolic);
  flags.insert(flags.end(), option.begin(), option.end());
  if (!include.empty()) flags.insert(flags.end(), {"-idirafter", include});
#if defined(__x86_64__)
  flags.emplace_back("-mcx16");  // 16-byte atomics are instructions, not calls of a library that is not instrumented
#endif
  // Failures of the library's own checks are findings, and its strings are compiled with the program: accesses to them
  // are seen.
  if (language == Language::kCxx) flags.emplace_back("-D_GLIBCXX_ASSERTIONS");
  // And so is the rest of what the library contains in compiled form.
  if (language == Language::kCxx && !include.empty()) flags.insert(flags.end(), {"-isystem", include + "/cxx"});
  if (debug) flags.emplace_back("-g");
  flags.emplace_back("--end-no-unused-arguments");
  return flags;
}

void tell_libraries(const std::vector<std::string>& arguments) {
  std::string folders;
  for (const std::string& argument : arguments) {
    if (argument.starts_with(kLibrary))
      folders += fmt::format("{}{}", folders.empty() ? "" : ":", argument.substr(kLibrary.size()));
  }
  if (!folders.empty()) ::setenv(kLibraries, folders.c_str(), 1);
}

// All via the linker: as inputs, they would be taken for sources after "-x c". In a group with the user's libraries,
// one of which may contain the main function.
std::vector<std::string> link_flags(const std::string& runtime, const std::string& real_main) {
  return {"-Xlinker",
          "--whole-archive",
          "-Xlinker",
          runtime,
          "-Xlinker",
          "--no-whole-archive",
          "-Xlinker",
          real_main,
          "-Xlinker",
          "--end-group",
          "-Xlinker",
          "--wrap=main",
          "-l:libboost_context.a",
          "-lstdc++",
          "-ldl",
          "-pthread",
          "-Wl,-z,now",
          "-Wl,--export-dynamic"};
}

std::vector<char*> as_pointers(const std::vector<std::string>& command) {
  std::vector<char*> pointers;
  pointers.reserve(command.size() + 1);
  for (const std::string& word : command) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

base::Error cannot_run(const std::string& program, int code) {
  return {"", fmt::format("cannot run {}: {}", program, std::strerror(code))};
}

bool is_c_source(const std::string& source) { return source.ends_with(".c"); }

bool is_cxx_source(const std::string& source) {
  static constexpr std::array<std::string_view, 6> kEndings = {".cpp", ".cc", ".cxx", ".C", ".c++", ".cp"};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view ending) { return source.ends_with(ending); });
}

// The path as an argument that is always a file: not a flag, and not the name of a file with more arguments.
std::string as_file(const std::string& path) {
  return path.starts_with('-') || path.starts_with('@') ? "./" + path : path;
}

}  // namespace

Asked what_is_asked(const std::vector<std::string>& arguments) {
  Asked asked;
  bool input = false;
  bool stops = false;
  bool traps = false;
  const std::vector<std::string> all = expanded(arguments, kMaxResponseDepth);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string& argument = all[i];
    if (argument.empty() || argument[0] != '-' || argument == "-") {
      input = input || !is_header(argument);
      continue;
    }
    stops = stops || makes_no_program(argument);
    asked.shared_library = asked.shared_library || argument == "-shared" || argument == "--shared";
    if (argument == kSymbolic) asked.symbolic = SymbolicCode::kAlways;
    if (argument == kSymbolicLocals) asked.symbolic = SymbolicCode::kLocals;
    if (argument == kSymbolicMeetings) asked.symbolic = SymbolicCode::kMeetings;
    if (argument == kNotSymbolic) asked.symbolic = SymbolicCode::kNever;
    asked.debug = asked.debug || is_debug_level(argument);
    asked.static_link =
        asked.static_link || argument == "-static" || argument == "-static-pie" || argument == "--static";
    if (is_sanitizer_with_runtime(argument)) asked.sanitizer = argument;
    asked.checks = asked.checks || argument.starts_with("-fsanitize=");
    traps = traps || argument.starts_with("-fsanitize-trap");
    if (!takes_next(argument)) continue;
    ++i;
    // A header language ("c++-header") produces precompiled headers.
    stops = stops || (argument == "-x" && i < all.size() && all[i].ends_with("-header"));
  }
  asked.links = input && !stops;
  asked.checks = asked.checks && !traps;
  return asked;
}

base::Result<std::vector<std::string>> compiler_command(Language language, const std::vector<std::string>& arguments) {
  const Asked asked = what_is_asked(arguments);
  if (asked.links && asked.static_link) {
    return base::Error{"", "cannot link statically; remove -static"};
  }
  if (!asked.sanitizer.empty()) {
    return base::Error{
        "", fmt::format("{} does not go with Heddle, which looks for misuse of memory and races itself; remove it",
                        asked.sanitizer)};
  }
  const base::Result<std::string> plugin = base::installed_file(kPlugin);
  if (!plugin) return plugin.error();
  // Only programs that use Heddle's inputs need it; for them the error names it.
  const base::Result<std::string> header = base::installed_file(kInclude);
  const std::string include =
      header ? std::filesystem::path(header.value()).parent_path().parent_path().string() : std::string();
  std::vector<std::string> command = {compiler(language)};
  const std::vector<std::string> before =
      compile_flags(language, plugin.value(), asked.symbolic, include, !asked.debug);
  command.insert(command.end(), before.begin(), before.end());
  if (asked.links)
    command.insert(command.end(), {"-Xlinker", "--undefined=__heddle_user_main", "-Xlinker", "--start-group"});
  tell_libraries(arguments);
  // Except those that only we understand.
  std::copy_if(arguments.begin(), arguments.end(), std::back_inserter(command), [](const std::string& argument) {
    return argument != kSymbolic && argument != kSymbolicLocals && argument != kSymbolicMeetings &&
           argument != kNotSymbolic && !argument.starts_with(kLibrary);
  });
  // A check that only prints a line would not be a finding.
  if (asked.checks)
    command.insert(command.end(), {"--start-no-unused-arguments", "-fsanitize-trap=all", "--end-no-unused-arguments"});
  // The hooks are in the program, whatever the user says about undefined names.
  if (asked.shared_library)
    command.insert(command.end(), {"--start-no-unused-arguments", "-Wl,-z,undefs", "--end-no-unused-arguments"});
  if (!asked.links) return command;
  const base::Result<std::string> runtime = base::installed_file(kRuntime);
  if (!runtime) return runtime.error();
  const base::Result<std::string> real_main = base::installed_file(kRealMain);
  if (!real_main) return real_main.error();
  const std::vector<std::string> after = link_flags(runtime.value(), real_main.value());
  command.insert(command.end(), after.begin(), after.end());
  return command;
}

base::Result<std::string> compile_program(const std::vector<std::string>& sources,
                                          const std::vector<std::string>& extra_flags, const std::string& output) {
  const bool cxx = std::any_of(sources.begin(), sources.end(), is_cxx_source);
  std::vector<std::string> arguments = extra_flags;
  arguments.reserve(arguments.size() + 3 * sources.size() + 2);
  for (const std::string& source : sources) {
    // clang++ would treat a C file as C++.
    const bool as_c = cxx && is_c_source(source);
    if (as_c) arguments.insert(arguments.end(), {"-x", "c"});
    arguments.push_back(as_file(source));
    if (as_c) arguments.insert(arguments.end(), {"-x", "none"});
  }
  const auto command = compiler_command(cxx ? Language::kCxx : Language::kC, arguments);
  if (!command) return command.error();
  const bool once = sources.size() == 1 && std::ranges::all_of(extra_flags, makes_only_program);
  const std::string folder = std::filesystem::path(output).parent_path().string();
  const base::Result<Compiled> compiled =
      once ? compile_once(command.value(), folder, output) : compile_to(command.value(), folder, output);
  if (!compiled) return compiled.error();
  const int code = compiled.value().code;
  if (code == 0) return output;
  if (compiled.value().lacks_main)
    return base::Error{"",
                       "the program has no main function: it must be a whole program, whose main starts the threads "
                       "(heddle init writes one to begin with)"};
  if (compiled.value().lacks_atomics)
    return base::Error{"",
                       "the program does not link: it has atomic objects of a size that the processor cannot access at "
                       "once, whose operations are functions of libatomic (--flags=-latomic)"};
  return base::Error{"", fmt::format("the program does not compile: {} ended with code {}", command.value()[0], code)};
}

base::Result<std::vector<std::string>> compile_bitcode(const std::vector<std::string>& sources,
                                                       const std::vector<std::string>& extra_flags,
                                                       const std::string& folder) {
  std::vector<std::string> files;
  for (const std::string& source : sources) {
    std::vector<std::string> arguments = extra_flags;
    const std::string output = fmt::format("{}/{}.bc", folder, files.size());
    arguments.insert(arguments.end(), {"-c", "-emit-llvm", "-Xclang", "-disable-llvm-passes", as_file(source)});
    const auto command = compiler_command(is_c_source(source) ? Language::kC : Language::kCxx, arguments);
    if (!command) return command.error();
    const base::Result<Compiled> compiled = compile_to(command.value(), folder, output);
    if (!compiled) return compiled.error();
    if (const int code = compiled.value().code; code != 0)
      return base::Error{"",
                         fmt::format("{} does not compile: {} ended with code {}", source, command.value()[0], code)};
    files.push_back(output);
  }
  return files;
}

base::Error become(const std::vector<std::string>& command) {
  ::execvp(command[0].c_str(), as_pointers(command).data());
  return cannot_run(command[0], errno);
}

}  // namespace heddle::cli
