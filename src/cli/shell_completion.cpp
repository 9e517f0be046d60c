#include "cli/shell_completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>

namespace heddle::cli {

namespace {

std::vector<std::string> names_of(const std::vector<VerbHelp>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const VerbHelp& verb : verbs) names.push_back(verb.name);
  return names;
}

// "--depth=", "--full"
std::vector<std::string> words_of(const VerbHelp& verb) {
  std::vector<std::string> words;
  for (const OptionHelp& option : verb.options) {
    if (!option.long_name.empty())
      words.push_back(fmt::format("--{}{}", option.long_name, option.value.empty() ? "" : "="));
  }
  return words;
}

// With a backslash before each of these characters.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string result;
  for (const char c : text) {
    if (characters.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// In single quotes, for zsh.
std::string in_quotes(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result;
}

}  // namespace

std::string bash_completion(const std::vector<VerbHelp>& verbs) {
  std::string options;
  std::string choices;
  for (const VerbHelp& verb : verbs) {
    options += fmt::format("    {}) words='{}' ;;\n", verb.name, fmt::join(words_of(verb), " "));
    for (const OptionHelp& option : verb.options) {
      if (!option.choices.empty())
        choices +=
            fmt::format("    {}:--{}) words='{}' ;;\n", verb.name, option.long_name, fmt::join(option.choices, " "));
    }
  }
  return fmt::format(
      R"(# bash completion for heddle; made by: heddle completion bash
_heddle() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} verb=${{COMP_WORDS[1]}} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  # An option and its value are three words: --name = value.
  [ "$current" = = ] && current= && before="${{COMP_WORDS[COMP_CWORD - 1]}}"
  [ "$before" = = ] && before=${{COMP_WORDS[COMP_CWORD - 2]}}
  case "$verb:$before" in
{}  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  [[ $current == -* ]] || return 0
  case "$verb" in
{}  esac
  COMPREPLY=($(compgen -W "$words --help" -- "$current"))
  [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}}
complete -o default -F _heddle heddle
)",
      fmt::join(names_of(verbs), " "), choices, options);
}

std::string zsh_completion(const std::vector<VerbHelp>& verbs) {
  std::string list;
  std::string cases;
  for (const VerbHelp& verb : verbs) {
    list += fmt::format("    '{}:{}'\n", in_quotes(escaped(verb.name, ":")), in_quotes(escaped(verb.text, ":")));
    cases += fmt::format("    {})\n      _arguments '*:file:_files'", verb.name);
    for (const OptionHelp& option : verb.options) {
      if (option.long_name.empty()) continue;
      const std::string text = in_quotes(escaped(option.text, "[]:\\"));
      const std::string values =
          option.choices.empty() ? "_files" : fmt::format("({})", fmt::join(option.choices, " "));
      cases += option.value.empty() ? fmt::format(" \\\n        '--{}[{}]'", option.long_name, text)
                                    : fmt::format(" \\\n        '--{}=[{}]:value:{}'", option.long_name, text, values);
    }
    cases += "\n      ;;\n";
  }
  return fmt::format(
      "#compdef heddle\n# zsh completion for heddle; made by: heddle completion zsh\n_heddle() {{\n"
      "  local -a verbs\n  verbs=(\n{}  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
      "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n{}  esac\n}}\n_heddle \"$@\"\n",
      list, cases);
}

std::string fish_completion(const std::vector<VerbHelp>& verbs) {
  std::string text = "# fish completion for heddle; made by: heddle completion fish\n";
  const auto quoted = [](std::string_view words) { return fmt::format("'{}'", escaped(words, "'\\")); };
  for (const VerbHelp& verb : verbs) {
    text += fmt::format("complete -c heddle -n __fish_use_subcommand -f -a {} -d {}\n", quoted(verb.name),
                        quoted(verb.text));
    for (const OptionHelp& option : verb.options) {
      if (option.long_name.empty()) continue;
      text += fmt::format("complete -c heddle -n '__fish_seen_subcommand_from {}' -l {}", verb.name, option.long_name);
      if (!option.value.empty()) text += " -r";
      if (!option.choices.empty()) text += fmt::format(" -f -a '{}'", fmt::join(option.choices, " "));
      text += fmt::format(" -d {}\n", quoted(option.text));
    }
  }
  return text;
}

}  // namespace heddle::cli
