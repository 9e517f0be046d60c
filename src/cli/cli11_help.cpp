#include "cli/cli11_help.h"

#include <sstream>
#include <utility>

#include "explore/factory.h"

namespace heddle::cli {

namespace {

OptionHelp option_help(const CLI::Option& option) {
  OptionHelp help;
  if (!option.get_snames().empty()) help.short_name = option.get_snames().front();
  if (!option.get_lnames().empty()) help.long_name = option.get_lnames().front();
  if (option.get_items_expected_max() != 0) help.value = option.get_type_name();
  help.text = option.get_description();
  help.otherwise = option.get_default_str();
  // "NAME:{racy,shared}", if it is one of several.
  if (const std::size_t begin = help.value.find(":{"); begin != std::string::npos) {
    std::istringstream members(help.value.substr(begin + 2, help.value.size() - begin - 3));
    for (std::string member; std::getline(members, member, ',');) help.choices.push_back(member);
    help.value.resize(begin);
  } else if (help.long_name == "strategy") {
    for (const explore::StrategyInfo& info : explore::strategies()) help.choices.emplace_back(info.name);
  }
  return help;
}

}  // namespace

VerbHelp help_of(const CLI::App& verb) {
  VerbHelp help{.name = verb.get_name(), .text = verb.get_description(), .arguments = {}, .options = {}, .more = {}};
  for (const CLI::Option* option : verb.get_options()) {
    const bool is_argument = option->get_snames().empty() && option->get_lnames().empty();
    if (is_argument) {
      help.arguments += (help.arguments.empty() ? "" : " ") + option->get_name();
      continue;
    }
    help.options.push_back(option_help(*option));
    for (std::size_t i = 1; i < option->get_lnames().size(); ++i) {
      OptionHelp other = option_help(*option);
      other.text = "The same as --" + other.long_name;
      other.short_name.clear();
      other.long_name = option->get_lnames()[i];
      help.options.push_back(std::move(other));
    }
  }
  help.more = verb.get_footer();
  return help;
}

}  // namespace heddle::cli
