#include "cli/configuration.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::cli {

namespace {

// "heddle: --depth: expected …
// Try …": the part in between.
std::string problem_of(const Message& message) {
  const std::string line = message.text.substr(0, message.text.find('\n'));
  return line.substr(line.find(": ") + 2);
}

}  // namespace

bool Configuration::refuse(const std::string& problem) {
  command_ = Message{kUsage, fmt::format("heddle: {}\n", problem)};
  return false;
}

bool Configuration::add(const base::Result<std::vector<Setting>>& settings) {
  if (!settings) return refuse(settings.error().text());
  // Whether others have an effect depends on these.
  for (const char* first : {"strategy", "prune", "order"}) {
    for (const Setting& setting : settings.value()) {
      if (setting.option == first && !add(setting)) return false;
    }
  }
  return std::ranges::all_of(settings.value(), [&](const Setting& setting) { return add(setting); });
}

bool Configuration::add(const Setting& setting) {
  const auto option =
      std::ranges::find_if(known_, [&](const KnownOption& o) { return o.verb == typed_.verb && setting.is_for(o); });
  if (option == known_.end() || typed_.given.contains(setting.option)) return true;
  if (!seen_.insert(setting.option).second) return true;
  const base::Result<std::vector<std::string>> more = as_arguments(setting, *option);
  if (!more) return refuse(more.error().text());
  std::vector<std::string> arguments = arguments_;
  arguments.insert(arguments.begin() + 1, more.value().begin(), more.value().end());  // after the verb
  std::set<std::string> configured = configured_;
  configured.insert("--" + setting.option);
  Parsed parsed = parse_(arguments, configured);
  if (parsed.is_without_effect) return true;
  if (const auto* const message = std::get_if<Message>(&parsed.command))
    return refuse(fmt::format("{}: {}", setting.origin, problem_of(*message)));
  arguments_ = std::move(arguments);
  configured_ = std::move(configured);
  command_ = std::move(parsed.command);
  return true;
}

}  // namespace heddle::cli
