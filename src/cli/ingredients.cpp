#include "cli/ingredients.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string_view>
#include <utility>

#include "base/file.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxSource = 16u << 20;

constexpr std::array<const char*, 4> kFolderLists = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH"};
constexpr std::array<const char*, 10> kVariables = {
    "PATH",        "COMPILER_PATH", "GCC_EXEC_PREFIX", "CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH",
    "LD_RUN_PATH", "LC_ALL",        "LD_LIBRARY_PATH", "LD_PRELOAD",           "HEDDLE_LIBRARY"};

// It changes whenever a package is installed, upgraded or removed.
constexpr const char* kPackages = "/var/lib/dpkg/status";

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<std::string> parts_of_list(const std::string& list) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    parts.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string folder_of(const std::string& file) {
  const fs::path parent = fs::path(file).parent_path();
  return parent.empty() ? "." : parent.string();
}

// The folder that an argument names: as a whole, or after a one-letter option.
std::string folder_in(const std::string& argument) {
  const bool option = argument.starts_with("-I") || argument.starts_with("-L");
  return option && is_folder(argument.substr(2)) ? argument.substr(2) : argument;
}

// Where compilers look for headers and libraries first, whether or not there are any.
std::set<std::string> searched(const std::vector<std::string>& command, const std::vector<std::string>& files) {
  std::set<std::string> folders = {"/usr/local/include", "/usr/local/lib"};
  for (const char* name : kFolderLists) {
    for (std::string& folder : parts_of_list(variable(name))) folders.insert(std::move(folder));
  }
  for (const std::string& argument : command) folders.insert(folder_in(argument));
  for (const std::string& file : files) {
    if (is_users(file)) folders.insert(folder_of(file));
  }
  std::erase_if(folders, [](const std::string& folder) { return !is_folder(folder); });
  return folders;
}

// The part of root/below that exists: with what is not there yet, a new name appears in it.
std::string existing_part(const fs::path& root, const fs::path& below) {
  fs::path path = root;
  for (const fs::path& name : below) {
    if (!is_folder(path / name)) break;
    path /= name;
  }
  return path.string();
}

// Where a new file would take precedence over one in `folder`, which was found as <a/b.h>: in the a of a folder that
// is searched earlier. It is not known how much of the path was written in the program.
void add_rivals(const std::string& folder, const std::set<std::string>& roots, std::set<std::string>& paths) {
  fs::path below;
  fs::path rest = folder;
  for (; rest.has_filename() && rest.filename() != "."; rest = rest.parent_path()) {
    below = below.empty() ? rest.filename() : rest.filename() / below;
    for (const std::string& root : roots) paths.insert(existing_part(root, below));
  }
}

// The compiler and files of options next to it, and the plugin among its arguments.
void add_tools(const std::vector<std::string>& command, std::set<std::string>& paths) {
  std::error_code error;
  for (const std::string& folder : parts_of_list(variable("PATH"))) {
    const fs::path program = fs::path(folder) / command[0];
    if (!fs::exists(program, error)) continue;
    const fs::path home = fs::canonical(program, error).parent_path();
    paths.insert({program.string(), home.string()});
    for (const fs::directory_entry& entry : fs::directory_iterator(home, error)) {
      if (entry.path().extension() == ".cfg") paths.insert(entry.path().string());
    }
    break;
  }
  constexpr std::string_view kPlugin = "-fpass-plugin=";
  for (const std::string& argument : command) {
    if (argument.starts_with(kPlugin)) paths.insert(argument.substr(kPlugin.size()));
  }
}

// Does what follows "__has_include" name a file in one of the folders that are searched, not in a folder below?
bool asks_for_plain_name(std::string_view rest) {
  if (rest.starts_with("_next")) return false;
  const std::size_t begin = rest.find_first_not_of(" \t");
  if (begin == std::string_view::npos || rest[begin] != '(') return true;  // only whether the compiler knows it
  const std::size_t quote = rest.find_first_not_of(" \t", begin + 1);
  if (quote == std::string_view::npos || (rest[quote] != '"' && rest[quote] != '<')) return false;
  const std::size_t end = rest.find_first_of("/\">\n", quote + 1);
  return end != std::string_view::npos && rest[end] != '/' && rest[end] != '\n';
}

}  // namespace

bool is_users(const std::string& path) {
  return path.starts_with("/usr/local/") || !(path.starts_with("/usr/") || path.starts_with("/lib"));
}

bool depends_on_more(const std::string& text) {
  constexpr std::array<std::string_view, 5> kWords = {"__DATE__", "__TIME__", "__TIMESTAMP__", "__has_embed", "incbin"};
  if (std::ranges::any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string::npos; }))
    return true;
  constexpr std::string_view kHasInclude = "__has_include";
  for (std::size_t at = text.find(kHasInclude); at != std::string::npos; at = text.find(kHasInclude, at)) {
    at += kHasInclude.size();
    if (!asks_for_plain_name(std::string_view(text).substr(at))) return true;
  }
  return false;
}

std::optional<std::vector<std::string>> ingredients(const std::vector<std::string>& command,
                                                    const std::vector<std::string>& files) {
  const std::set<std::string> roots = searched(command, files);
  std::set<std::string> paths = roots;
  std::set<std::string> folders;
  for (const std::string& file : files) {
    paths.insert(file);
    folders.insert(folder_of(file));
    const bool is_source = is_users(file) && !file.ends_with(".a") && !file.ends_with(".so");
    if (!is_source) continue;
    const base::Result<std::string> text = base::read_file(file, kMaxSource);
    if (!text || depends_on_more(text.value())) return {};
    if (fs::path(file).filename().string().starts_with('.')) return {};  // such names are not looked for in folders
  }
  for (const std::string& folder : folders) {
    paths.insert(folder);
    add_rivals(folder, roots, paths);
  }
  add_tools(command, paths);
  std::error_code error;
  if (fs::exists(kPackages, error)) paths.insert(kPackages);
  return std::vector<std::string>(paths.begin(), paths.end());
}

std::string compiler_environment() {
  std::string text;
  for (const char* name : kFolderLists) text += fmt::format("\n{}={}", name, variable(name));
  for (const char* name : kVariables) text += fmt::format("\n{}={}", name, variable(name));
  return text;
}

std::vector<std::string> files_of_rule(const std::string& rule) {
  std::vector<std::string> files;
  std::string word;
  const std::size_t begin = std::min(rule.find(": "), rule.size());
  const auto end_word = [&] {
    if (!word.empty()) files.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = begin + 1; i < rule.size() && rule[i] != '\n'; ++i) {
    const char next = i + 1 < rule.size() ? rule[i + 1] : '\0';
    if ((rule[i] == '\\' && (next == ' ' || next == '#')) || (rule[i] == '$' && next == '$')) {
      word += rule[++i];
    } else if (rule[i] == '\\' && next == '\n') {
      end_word();
      ++i;
    } else if (rule[i] == ' ') {
      end_word();
    } else {
      word += rule[i];
    }
  }
  end_word();
  return files;
}

}  // namespace heddle::cli
