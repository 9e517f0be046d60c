#include "cli/agreement.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "base/content_hash.h"
#include "base/file.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxAgreement = 1 << 24;

// $XDG_STATE_HOME/heddle/agreed; empty if there is no such place. A missing home directory is not created.
std::string folder_of_agreements() {
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
    return fmt::format("{}/heddle/agreed", state);
  std::error_code ignored;
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/' && fs::is_directory(home, ignored))
    return fmt::format("{}/.local/state/heddle/agreed", home);
  return {};
}

// Everything that determines what is run. Compared as a whole, so its hash is only a name.
std::string text_of(const trace::TestFile& test) {
  const trace::ProgramSpec& run = test.spec;
  std::vector<std::string> flags = run.flags;
  std::erase(flags, "-fsymbolic=meetings");  // a finding of a pruned search has it, and it only translates
  const Json json = {{"directory", test.directory},
                     {"program", run.program},
                     {"definitions", run.definitions},
                     {"more_sources", run.more_sources},
                     {"flags", flags},
                     {"arguments", run.arguments},
                     {"symbolic_arguments", run.symbolic_arguments},
                     {"symbolic_stdin", run.symbolic_stdin},
                     {"symbolic_files", run.symbolic_files}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string path_of(const std::string& folder, const std::string& text) {
  return fmt::format("{}/{}", folder, base::hex(base::content_hash(text)));
}

bool is_name(std::string_view text, std::string_view more) {
  return !text.empty() && std::ranges::all_of(text, [&](unsigned char c) {
    return std::isalnum(c) != 0 || more.find(static_cast<char>(c)) != std::string_view::npos;
  });
}

// Is it below the directory in which the test is run?
bool is_inside(std::string_view path) {
  const fs::path normal = fs::path(path).lexically_normal();
  return !path.empty() && normal.is_relative() && *normal.begin() != "..";
}

}  // namespace

bool only_translates(std::string_view flag) {
  constexpr std::array<std::string_view, 23> kWhole = {"-pthread",
                                                       "-ansi",
                                                       "-pedantic",
                                                       "-fwrapv",
                                                       "-fno-strict-aliasing",
                                                       "-fno-exceptions",
                                                       "-fexceptions",
                                                       "-fno-rtti",
                                                       "-fsymbolic",
                                                       "-fno-symbolic",
                                                       "-fsymbolic=locals",
                                                       "-fsymbolic=meetings",
                                                       "-fno-inline",
                                                       "-fsigned-char",
                                                       "-fPIC",
                                                       "-funsigned-char",
                                                       "-fPIE",
                                                       "-fno-builtin",
                                                       "-fno-common",
                                                       "-ffast-math",
                                                       "-fno-unroll-loops",
                                                       "-fno-vectorize",
                                                       "-fno-slp-vectorize"};
  if (std::ranges::find(kWhole, flag) != kWhole.end()) return true;
  const auto begins = [&](std::string_view start) { return flag.starts_with(start); };
  if (begins("-D") || begins("-U")) return flag.size() > 2;
  if (begins("-I")) return is_inside(flag.substr(2));
  if (begins("-flibrary=")) return true;  // only affects what is shown
  if (begins("-l")) return is_name(flag.substr(2), "_+-.");
  if (begins("-O")) return flag.size() <= 6;
  if (begins("-g")) return is_name(flag.substr(1), "-");
  if (begins("-std=")) return is_name(flag.substr(5), "+:");
  if (begins("-march=") || begins("-mtune=")) return is_name(flag.substr(7), "-_.");
  // Warnings, but nothing with a comma: those pass arguments to the assembler and the linker.
  if (begins("-W")) return is_name(flag.substr(2), "-+=") || flag == "-W";
  constexpr std::array<std::string_view, 8> kMachine = {"-msse", "-mavx", "-mno-sse", "-mno-avx",
                                                        "-mbmi", "-mfma", "-mcx16",   "-mpopcnt"};
  return std::ranges::any_of(kMachine, [&](std::string_view start) { return begins(start); }) &&
         is_name(flag.substr(1), "-.");
}

void remember_agreement(const trace::TestFile& test) {
  constexpr mode_t kPrivate = 0700;
  const std::string folder = folder_of_agreements();
  if (folder.empty()) return;
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  ::chmod(folder.c_str(), kPrivate);
  const std::string text = text_of(test);
  const std::string path = path_of(folder, text);
  if (!fs::exists(path, ignored)) [[maybe_unused]]
    const auto error = base::write_file(path, text);
}

bool is_agreed(const trace::TestFile& test) {
  const std::string folder = folder_of_agreements();
  if (folder.empty()) return false;
  const std::string text = text_of(test);
  const base::Result<std::string> known = base::read_file(path_of(folder, text), kMaxAgreement);
  return known && known.value() == text;
}

std::string printable(std::string text) {
  std::ranges::replace_if(text, [](unsigned char c) { return std::iscntrl(c) != 0; }, '?');
  return text;
}

std::string shown_command(const trace::TestFile& test, const std::string& program) {
  std::string text = program;
  const trace::ProgramSpec& spec = test.spec;
  if (!spec.native) return text;
  for (const std::string& source : spec.more_sources) text += " " + source;
  for (const auto& [name, value] : spec.definitions) text += fmt::format(" -D{}={}", name, value);
  for (const std::string& flag : spec.flags) text += " " + flag;
  if (!spec.arguments.empty()) text += " --";
  for (const std::string& argument : spec.arguments) text += " " + argument;
  return printable(std::move(text));
}

std::optional<std::string> forbidden_flag(const trace::TestFile& test) {
  const std::vector<std::string>& flags = test.spec.flags;
  const auto bad = std::ranges::find_if(flags, [](const std::string& flag) { return !only_translates(flag); });
  return bad == flags.end() ? std::nullopt : std::optional(printable(*bad));
}

}  // namespace heddle::cli
