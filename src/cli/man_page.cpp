#include "cli/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "base/version.h"

namespace heddle::cli {

namespace {

// As text of a page, on separate lines.
std::string roff(const std::string& text) {
  std::string result;
  bool begins = true;
  for (const char c : text) {
    if (begins && (c == '.' || c == '\'')) result += "\\&";
    begins = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

std::string title(const std::string& name, const std::string& text) {
  std::string capitals = name;
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} 1 \"\" \"heddle {}\" \"Heddle\"\n.SH NAME\n{} \\- {}\n", roff(capitals), base::version(),
                     roff(name), roff(text));
}

std::string option_text(const OptionHelp& option) {
  std::string names = option.short_name.empty() ? "" : "-" + option.short_name;
  if (!option.long_name.empty()) names += (names.empty() ? "--" : ", --") + option.long_name;
  std::string value = option.value;
  if (!value.empty()) value.insert(0, option.long_name.empty() ? " " : "=");
  std::string text = option.text;
  if (!option.choices.empty()) text += fmt::format(". One of: {}", fmt::join(option.choices, ", "));
  if (!option.otherwise.empty()) text += fmt::format(" (default: {})", option.otherwise);
  return fmt::format(".TP\n.B {}\\fR\\fI{}\\fR\n{}\n", roff(names), roff(value), roff(text));
}

std::string options_text(const std::vector<OptionHelp>& options) {
  std::string text;
  for (const OptionHelp& option : options) text += option_text(option);
  return text.empty() ? text : ".SH OPTIONS\n" + text;
}

// What --help shows below the options: kept unchanged.
std::string more_text(const std::string& more) {
  return more.empty() ? "" : fmt::format(".SH MORE\n.nf\n{}\n.fi\n", roff(more));
}

}  // namespace

std::string man_page(const VerbHelp& whole, const std::vector<VerbHelp>& verbs) {
  std::string text = title("heddle", "tests multithreaded C and C++ programs systematically");
  text +=
      fmt::format(".SH SYNOPSIS\n.B heddle\n.I verb\n[options]\n.SH DESCRIPTION\n{}\n.SH VERBS\n", roff(whole.text));
  std::string pages;
  for (const VerbHelp& verb : verbs) {
    text += fmt::format(".TP\n.B {}\n{}\n", roff(verb.name), roff(verb.text));
    pages += fmt::format("{}.BR heddle\\-{} (1)", pages.empty() ? "" : ",\n", roff(verb.name));
  }
  return text + options_text(whole.options) + more_text(whole.more) + ".SH SEE ALSO\n" + pages + "\n";
}

std::string man_page(const VerbHelp& verb) {
  std::string text = title("heddle-" + verb.name, verb.text);
  text += fmt::format(".SH SYNOPSIS\n.B heddle {}\n[options]\n.I {}\n", roff(verb.name), roff(verb.arguments));
  return text + options_text(verb.options) + more_text(verb.more) + ".SH SEE ALSO\n.BR heddle (1)\n";
}

}  // namespace heddle::cli
