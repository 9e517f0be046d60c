#include "cli/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace heddle::cli {

namespace {

struct Problem {
  std::string text;
};

bool is_key(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<TomlEntry> read() {
    std::string table;
    std::vector<TomlEntry> entries;
    for (skip_lines(); !at_end(); skip_lines()) {
      if (take('[')) {
        table = word("the name of a table");
        expect(']');
      } else {
        TomlEntry entry{.table = table, .key = word("a key"), .values = {}, .line = line_};
        const bool is_known = std::ranges::any_of(
            entries, [&](const TomlEntry& e) { return e.table == entry.table && e.key == entry.key; });
        if (is_known) throw Problem{fmt::format("{} is there twice", entry.key)};
        expect('=');
        entry.values = value();
        entries.push_back(std::move(entry));
      }
      end_line();
    }
    return entries;
  }

  std::size_t line() const { return line_; }

 private:
  bool at_end() const { return at_ == text_.size(); }
  char peek() const { return at_end() ? '\n' : text_[at_]; }

  char next() {
    if (at_end()) throw Problem{"the file ends in the middle of a value"};
    if (text_[at_] == '\n') ++line_;
    return text_[at_++];
  }

  void skip_blanks() {
    while (!at_end() && (peek() == ' ' || peek() == '\t' || peek() == '\r')) ++at_;
  }

  // Also skips line ends and comments.
  void skip_lines() {
    for (skip_blanks(); !at_end() && (peek() == '\n' || peek() == '#'); skip_blanks()) {
      while (peek() != '\n') ++at_;
      if (!at_end()) next();
    }
  }

  bool take(char c) {
    skip_blanks();
    if (at_end() || peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!take(c)) throw Problem{fmt::format("expected '{}'", c)};
  }

  void end_line() {
    skip_blanks();
    if (!at_end() && peek() != '\n' && peek() != '#') throw Problem{"more on this line than a key and its value"};
  }

  std::string word(std::string_view what) {
    skip_blanks();
    const std::size_t begin = at_;
    while (!at_end() && is_key(peek())) ++at_;
    if (begin == at_) throw Problem{fmt::format("expected {}: letters, digits, - and _", what)};
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::vector<std::string> value() {
    if (!take('[')) return {single()};
    std::vector<std::string> values;
    for (skip_lines(); !take(']'); skip_lines()) {
      values.push_back(single());
      skip_lines();
      if (!take(',') && peek() != ']') throw Problem{"expected ',' or ']'"};
    }
    return values;
  }

  std::string single() {
    skip_blanks();
    if (peek() == '"' || peek() == '\'') return quoted(next());
    const std::size_t begin = at_;
    while (!at_end() && (is_key(peek()) || peek() == '.' || peek() == '+')) ++at_;
    std::string text(text_.substr(begin, at_ - begin));
    const bool is_number = !text.empty() && (std::isdigit(static_cast<unsigned char>(text.back())) != 0);
    if (text != "true" && text != "false" && !is_number)
      throw Problem{"expected a value: a number, true, false, or a text in quotes"};
    if (is_number) std::erase(text, '_');
    return text;
  }

  std::string quoted(char quote) {
    std::string text;
    while (peek() != quote) {
      if (peek() == '\n') throw Problem{"a text ends on its line"};
      const char c = next();
      text += c == '\\' && quote == '"' ? escaped(next()) : c;
    }
    next();
    return text;
  }

  static char escaped(char c) {
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case '"':
      case '\\': return c;
      default: throw Problem{fmt::format("\\{} has no meaning in a text", c)};
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

base::Result<std::vector<TomlEntry>> parse_toml(std::string_view text, const std::string& file) {
  Reader reader(text);
  try {
    return reader.read();
  } catch (const Problem& problem) {
    return base::Error{fmt::format("{}:{}", file, reader.line()), problem.text};
  }
}

}  // namespace heddle::cli
