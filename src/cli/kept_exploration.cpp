#include "cli/kept_exploration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <concepts>
#include <filesystem>
#include <string_view>

#include "base/content_hash.h"
#include "base/file.h"
#include "base/version.h"
#include "native/native_executor.h"

namespace heddle::cli {

namespace {

using journal::Facts;

constexpr const char* kEnvironment = "environment";
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;

std::string hash_of_file(const std::string& path) {
  const base::Result<std::string> content = base::read_file(path, kMaxFileBytes);
  return content ? base::hex(base::content_hash(content.value())) : "unknown";
}

// For Heddle itself: reading all of it would take longer than many explorations.
std::string stamp_of_file(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return "unknown";
  return fmt::format("{} bytes of {}.{}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string text_of(bool truth) { return truth ? "yes" : "no"; }
std::string text_of(trace::Visible visible) { return std::string(name(visible)); }
std::string text_of(trace::Checkpoint checkpoint) { return std::string(name(checkpoint)); }
std::string text_of(const std::optional<trace::Isolation>& isolation) {
  return isolation ? std::string(name(*isolation)) : "chosen";
}
std::string text_of(double number) { return fmt::format("{:g}", number); }
template <std::integral Number>
std::string text_of(Number number) {
  return std::to_string(number);
}
template <class T>
std::string text_of(const std::vector<T>& all) {
  return fmt::format("{}", fmt::join(all, " "));
}

// Everything that runs depend on. The names are for people.
Facts facts_of(const Program& program, const TestOptions& options) {
  std::error_code ignored;
  const trace::ProgramSpec& spec = program.spec;
  Facts facts{{"Heddle", std::string(base::version())},
              {"the executable of Heddle", stamp_of_file("/proc/self/exe")},
              {"the program", spec.program},
              {"the content of the program", program.hash},
              {"the folder", std::filesystem::current_path(ignored).string()},
              {"--strategy", options.strategy},
              {"--seed", std::to_string(options.strategy_options.seed)},
              {"--depth", std::to_string(options.budget.depth)},
              {"--prune", text_of(spec.symbolic_locals)}};
  for (const auto& [name, value] : spec.definitions) facts["-D " + name] = std::to_string(value);
  if (program.native == nullptr) return facts;
  facts["the content of the executable"] = hash_of_file(program.native->command().program);
  trace::for_each_native_field(spec, [&facts](const char* name, const auto& value) {
    facts[name] = text_of(value);
    return false;
  });
  const std::vector<std::string>& given = program.native->command().environment;
  for (const std::string& variable : given.empty() ? native::own_environment() : given)
    facts[kEnvironment] += variable + '\0';
  return facts;
}

bool is_hash(std::string_view name) { return name.starts_with("the content") || name.starts_with("the executable"); }

}  // namespace

KeptExploration::KeptExploration(const TestOptions& options)
    : options_(options), path_(options.out.empty() ? std::string() : options.out + "/explored.db") {}

std::optional<base::Error> KeptExploration::open() {
  if (!options_.resume) return {};
  if (path_.empty()) return base::Error{.message = "--resume needs the folder of the earlier session: --out=DIR"};
  std::error_code ignored;
  if (!std::filesystem::exists(path_, ignored)) return {};
  base::Result<std::unique_ptr<journal::Database>> database = journal::Database::open(path_);
  if (!database) return database.error();
  if (database.value() == nullptr) return {};
  base::Result<Facts> facts = database.value()->facts();
  if (!facts) return facts.error();
  facts_ = std::move(facts.value());
  database_ = std::move(database.value());
  return {};
}

std::vector<std::string> KeptExploration::environment() const {
  std::vector<std::string> result;
  const auto found = facts_.find(kEnvironment);
  if (found == facts_.end()) return result;
  std::string_view rest = found->second;
  for (std::size_t end = 0; (end = rest.find('\0')) != std::string_view::npos; rest.remove_prefix(end + 1))
    result.emplace_back(rest.substr(0, end));
  return result;
}

std::optional<base::Error> KeptExploration::compare(const Facts& now) const {
  for (const auto& [name, value] : now) {
    const auto before = facts_.find(name);
    if (before != facts_.end() && before->second == value) continue;
    const std::string was = before == facts_.end() ? "" : before->second;
    return base::Error{
        path_, fmt::format("this was another exploration: {} {}; without --resume, a new one begins", name,
                           is_hash(name) ? "has changed" : fmt::format("was '{}' and is now '{}'", was, value))};
  }
  return {};
}

base::Result<std::unique_ptr<journal::JournaledExecutor>> KeptExploration::executor_of(const Program& program) {
  const auto facts = [this, &program] { return facts_of(program, options_); };
  auto result = std::make_unique<journal::JournaledExecutor>(
      *program.executor, journal::Options{.path = path_,
                                          .after = options_.journal_after,
                                          .max_bytes = path_.empty() ? 0 : options_.journal_bytes,
                                          .facts = facts});
  if (database_ == nullptr) return result;
  if (auto error = compare(facts())) return *std::move(error);
  if (auto error = result->resume(std::move(database_))) return *std::move(error);
  return result;
}

}  // namespace heddle::cli
