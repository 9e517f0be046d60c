#include "cli/settings.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string_view>

#include "base/file.h"
#include "cli/suggest.h"
#include "cli/toml.h"
#include "model/spelling.h"

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFile = "heddle.toml";
constexpr std::string_view kPrefix = "HEDDLE_";
constexpr std::size_t kMaxFileBytes = 1u << 20;
constexpr std::size_t kLettersPerMistake = 5;
constexpr std::size_t kMostMistakes = 2;

// "HEDDLE_MAX_SECONDS"
std::string variable_of(const std::string& option) {
  std::string name(kPrefix);
  for (const char c : option) name += c == '-' ? '_' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return name;
}

std::vector<std::string> names_of(const std::vector<KnownOption>& known, const std::string& verb) {
  std::vector<std::string> names;
  for (const KnownOption& option : known) {
    if (verb.empty() || option.verb == verb) names.push_back(option.name);
  }
  return names;
}

// A variable with a similar name, if there is one. Short names resemble many others by chance.
std::string similar_variable(std::string_view name, const std::vector<KnownOption>& known) {
  const std::size_t mistakes = std::min((name.size() - kPrefix.size()) / kLettersPerMistake, kMostMistakes);
  for (const KnownOption& option : known) {
    std::string variable = variable_of(option.name);
    const std::size_t longer = std::max(name.size(), variable.size());
    if (longer - std::min(name.size(), variable.size()) > mistakes) continue;  // each missing letter is a mistake
    if (model::edit_distance(name, variable) <= mistakes) return variable;
  }
  return {};
}

// The nearest file, or empty.
std::string find_file() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  while (!folder.empty()) {
    if (fs::is_regular_file(folder / kFile, error)) return (folder / kFile).string();
    if (folder == folder.root_path()) break;
    folder = folder.parent_path();
  }
  return {};
}

// It may name flags that make the compiler run code.
bool belongs_to_somebody_else(const std::string& file) {
  struct stat status{};
  return ::stat(file.c_str(), &status) == 0 && status.st_uid != ::geteuid() && status.st_uid != 0;
}

base::Result<Setting> setting_of(const TomlEntry& entry, const std::string& file,
                                 const std::vector<KnownOption>& known) {
  const std::string place = fmt::format("{}:{}", file, entry.line);
  const bool is_verb =
      entry.table.empty() || std::ranges::any_of(known, [&](const KnownOption& o) { return o.verb == entry.table; });
  if (!is_verb) {
    std::vector<std::string> verbs;
    verbs.reserve(known.size());
    for (const KnownOption& option : known) verbs.push_back(option.verb);
    return base::Error{place, fmt::format("[{}] is not a verb.{}", entry.table, did_you_mean(entry.table, verbs))};
  }
  Setting setting{.verb = entry.table, .option = entry.key, .values = entry.values, .origin = place};
  if (std::ranges::any_of(known, [&](const KnownOption& option) { return setting.is_for(option); })) return setting;
  return base::Error{
      place, fmt::format("there is no option {}.{}", entry.key, did_you_mean(entry.key, names_of(known, entry.table)))};
}

}  // namespace

base::Result<std::vector<Setting>> settings_of_environment(const std::vector<KnownOption>& known) {
  std::vector<Setting> settings;
  for (char** variable = ::environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    const std::string name(text.substr(0, text.find('=')));
    if (!name.starts_with(kPrefix) || name.size() == text.size()) continue;
    const auto option = std::ranges::find_if(known, [&](const KnownOption& o) { return variable_of(o.name) == name; });
    if (option != known.end()) {
      settings.push_back(
          {.option = option->name, .values = {std::string(text.substr(name.size() + 1))}, .origin = name});
    } else if (const std::string similar = similar_variable(name, known); !similar.empty()) {
      return base::Error{name, fmt::format("there is no such setting. Did you mean {}?", similar)};
    }
  }
  return settings;
}

base::Result<std::vector<Setting>> settings_of_file(const std::vector<KnownOption>& known) {
  const std::string file = find_file();
  if (file.empty()) return std::vector<Setting>();
  if (belongs_to_somebody_else(file))
    return base::Error{file, "this file belongs to somebody else; --no-config ignores it"};
  const base::Result<std::string> text = base::read_file(file, kMaxFileBytes);
  if (!text) return text.error();
  const base::Result<std::vector<TomlEntry>> entries = parse_toml(text.value(), file);
  if (!entries) return entries.error();
  std::vector<Setting> settings;
  for (const TomlEntry& entry : entries.value()) {
    base::Result<Setting> setting = setting_of(entry, file, known);
    if (!setting) return setting.error();
    settings.push_back(std::move(setting.value()));
  }
  // What is specified for one verb is more deliberate.
  std::ranges::partition(settings, [](const Setting& setting) { return !setting.verb.empty(); });
  return settings;
}

base::Result<std::vector<std::string>> as_arguments(const Setting& setting, const KnownOption& option) {
  const std::string name = "--" + option.name;
  std::vector<std::string> arguments;
  if (!option.is_flag) {
    for (const std::string& value : setting.values) arguments.push_back(fmt::format("{}={}", name, value));
    return arguments;
  }
  const std::string value = setting.values.size() == 1 ? setting.values.front() : "";
  if (value == "true" || value == "1") return std::vector<std::string>{name};
  if (value == "false" || value == "0") return arguments;
  return base::Error{setting.origin, fmt::format("{} is true or false", option.name)};
}

}  // namespace heddle::cli
