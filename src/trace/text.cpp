#include "trace/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>

#include "base/check.h"
#include "trace/quote.h"

namespace heddle::trace {

namespace {

constexpr std::string_view kHeader = "heddle-trace 1";
constexpr std::array<std::string_view, 3> kEffects = {"none", "observe", "modify"};

// --- writing

template <class... Arguments>
void add(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

void add_names(std::string& text, const Names& names) {
  for (std::size_t i = 0; i < names.threads.size(); ++i) {
    const Names::Thread& thread = names.threads[i];
    add(text, "thread {} {} ", i, quote(thread.name));
    if (thread.parent.valid()) {
      add(text, "child {} of {}\n", thread.nth, thread.parent.index());
    } else {
      add(text, "initial {}\n", thread.nth);
    }
  }
  for (std::size_t i = 0; i < names.locations.size(); ++i) {
    add(text, "location {} {}\n", i, quote(names.locations[i]));
  }
  for (std::size_t i = 0; i < names.places.size(); ++i) {
    const Names::Place& place = names.places[i];
    add(text, "place {} {} {}:{} {}\n", i, quote(place.file), place.line, place.column, quote(place.text));
  }
}

void add_operation(std::string& text, const Operation& op, const Names& names) {
  CHECK_MSG(op.thread.index() < names.threads.size(), "thread {}", op.thread.value);
  CHECK_MSG(!op.location.valid() || op.location.index() < names.locations.size(), "{}", op.location.value);
  CHECK_MSG(!op.place.valid() || op.place.index() < names.places.size(), "place {}", op.place.value);
  add(text, "{} {}", op.thread.index(), name(op.kind));
  if (op.location.valid()) add(text, " location={}", op.location.index());
  if (op.place.valid()) add(text, " place={}", op.place.index());
  if (op.effect != Effect::kNone) add(text, " effect={}", kEffects[static_cast<std::size_t>(op.effect)]);
  if (op.choice != kNoChoice) add(text, " choice={}", op.choice);
  if (op.operand != 0) add(text, " operand={}", op.operand);
  if (op.before != 0) add(text, " before={}", op.before);
  if (op.value != 0) add(text, " value={}", op.value);
  // For readers only; quoted because a name may contain anything.
  const std::string thread = quote(names.threads[op.thread.index()].name);
  const std::string source = op.place.valid() ? quote(names.places[op.place.index()].text) : "\"\"";
  const auto inside = [](const std::string& quoted) { return quoted.substr(1, quoted.size() - 2); };
  add(text, "   # {}: {}\n", inside(thread), inside(source));
}

// --- reading

// Cuts words and numbers from the front of one line.
class Line {
 public:
  explicit Line(std::string_view rest) : rest_(rest) { skip_spaces(); }

  bool at_end() const { return rest_.empty() || rest_.front() == '#'; }

  // The text up to the next space, '=' or ':', which is also removed if it is `end`; empty if there is none.
  std::string_view word(char end = ' ') {
    std::size_t length = 0;
    while (length < rest_.size() && rest_[length] != ' ' && rest_[length] != '=' && rest_[length] != ':') {
      ++length;
    }
    const std::string_view result = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (end == ' ') {
      skip_spaces();
      return result;
    }
    if (rest_.empty() || rest_.front() != end) return {};
    rest_.remove_prefix(1);
    return result;
  }

  template <class Number>
  bool number(Number& result, char end = ' ') {
    const std::string_view digits = word(end);
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), result);
    return error == std::errc() && stop == digits.data() + digits.size() && !digits.empty();
  }

  bool quoted(std::string& result) {
    const bool found = unquote(rest_, result);
    skip_spaces();
    return found;
  }

 private:
  void skip_spaces() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

// Reads the lines one by one. The functions return what is wrong with their line, or nothing.
class Reader {
 public:
  using Problem = std::optional<std::string>;

  Problem read_line(Line line) {
    const std::string_view what = line.word();
    Problem problem;
    if (what == "op") {
      problem = read_operation(line, content_.trace.operations.emplace_back());
    } else if (what == "thread") {
      problem = read_thread(line);
    } else if (what == "location") {
      problem = read_location(line);
    } else if (what == "place") {
      problem = read_place(line);
    } else if (what == "pending") {
      problem = read_pending(line);
    } else if (what == "failure") {
      problem = read_failure(line);
    } else if (what == "outcome") {
      if (!parse_outcome(line.word(), content_.trace.outcome)) problem = "unknown outcome";
    } else if (what == "diverged-at") {
      if (!line.number(content_.trace.diverged_at)) problem = "expected the index of a step";
    } else {
      problem = fmt::format("unknown line {}", quote(what));
    }
    if (!problem && !line.at_end()) problem = "unexpected text at the end of the line";
    return problem;
  }

  NamedTrace take() { return std::move(content_); }

 private:
  static Problem check_index(Line& line, std::size_t expected, std::size_t limit) {
    std::size_t index = 0;
    if (!line.number(index) || index != expected) return fmt::format("expected the id {}", expected);
    if (index >= limit) return fmt::format("more than {} of these are not supported", limit);
    return {};
  }

  Problem read_thread(Line& line) {
    if (Problem problem = check_index(line, content_.names.threads.size(), kMaxThreads)) return problem;
    Names::Thread thread;
    if (!line.quoted(thread.name)) return "expected the name of the thread in quotes";
    const std::string_view how = line.word();
    if (how == "child") {
      std::uint16_t parent = 0;
      if (!line.number(thread.nth) || line.word() != "of" || !line.number(parent)) {
        return "expected 'child N of THREAD'";
      }
      if (parent >= content_.names.threads.size()) return "the parent must come before the thread";
      thread.parent = ThreadId(parent);
    } else if (how != "initial" || !line.number(thread.nth)) {
      return "expected 'initial N' or 'child N of THREAD'";
    }
    content_.names.threads.push_back(std::move(thread));
    return {};
  }

  Problem read_location(Line& line) {
    if (Problem problem = check_index(line, content_.names.locations.size(), kMaxTableSize)) return problem;
    if (!line.quoted(content_.names.locations.emplace_back())) return "expected a name in quotes";
    return {};
  }

  Problem read_place(Line& line) {
    if (Problem problem = check_index(line, content_.names.places.size(), kMaxTableSize)) return problem;
    Names::Place& place = content_.names.places.emplace_back();
    if (!line.quoted(place.file) || !line.number(place.line, ':') || !line.number(place.column) ||
        !line.quoted(place.text)) {
      return "expected \"FILE\" LINE:COLUMN \"TEXT\"";
    }
    return {};
  }

  Problem read_thread_id(Line& line, ThreadId& thread) const {
    if (!line.number(thread.value) || thread.index() >= content_.names.threads.size()) {
      return "expected the id of a thread";
    }
    return {};
  }

  template <class Id>
  static bool read_id(Line& line, std::size_t size, Id& id) {
    return line.number(id.value) && id.index() < size;
  }

  static bool read_effect(std::string_view text, Effect& effect) {
    for (std::size_t i = 0; i < kEffects.size(); ++i) {
      if (kEffects[i] != text) continue;
      effect = static_cast<Effect>(i);
      return true;
    }
    return false;
  }

  Problem read_operation(Line& line, Operation& op) const {
    if (Problem problem = read_thread_id(line, op.thread)) return problem;
    if (!parse_kind(line.word(), op.kind)) return "unknown kind of operation";
    while (!line.at_end()) {
      const std::string_view field = line.word('=');
      bool good = false;
      if (field == "location") good = read_id(line, content_.names.locations.size(), op.location);
      if (field == "place") good = read_id(line, content_.names.places.size(), op.place);
      if (field == "effect") good = read_effect(line.word(), op.effect);
      if (field == "choice") good = line.number(op.choice);
      if (field == "operand") good = line.number(op.operand);
      if (field == "before") good = line.number(op.before);
      if (field == "value") good = line.number(op.value);
      if (!good) return fmt::format("unknown field or bad value: {}", quote(field));
    }
    return {};
  }

  Problem read_pending(Line& line) {
    Pending pending;
    if (!parse_why(line.word(), pending.why)) return "unknown reason";
    Problem problem = read_operation(line, pending.operation);
    content_.trace.pending.push_back(pending);
    return problem;
  }

  Problem read_failure(Line& line) {
    Failure failure;
    if (!parse_failure_kind(line.word(), failure.kind)) return "unknown kind of failure";
    if (Problem problem = read_thread_id(line, failure.thread)) return problem;
    if (!line.at_end() && (line.word('=') != "place" || !read_id(line, content_.names.places.size(), failure.place))) {
      return "expected place=ID";
    }
    content_.trace.failures.push_back(failure);
    return {};
  }

  NamedTrace content_;
};

}  // namespace

std::string to_text(const Trace& trace, const Names& names) {
  std::string text;
  add(text, "{}\noutcome {}\n", kHeader, name(trace.outcome));
  if (trace.diverged_at != 0) add(text, "diverged-at {}\n", trace.diverged_at);
  add_names(text, names);
  for (const Operation& op : trace.operations) {
    text += "op ";
    add_operation(text, op, names);
  }
  for (const Pending& pending : trace.pending) {
    add(text, "pending {} ", name(pending.why));
    add_operation(text, pending.operation, names);
  }
  for (const Failure& failure : trace.failures) {
    add(text, "failure {} {}", name(failure.kind), failure.thread.index());
    if (failure.place.valid()) add(text, " place={}", failure.place.index());
    text += '\n';
  }
  return text;
}

base::Result<NamedTrace> parse_text(std::string_view text, const std::string& file) {
  Reader reader;
  for (std::size_t number = 1; !text.empty() || number == 1; ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    std::optional<std::string> problem;
    if (number == 1) {
      if (line != kHeader) problem = fmt::format("not a trace of Heddle: the first line must be '{}'", kHeader);
    } else if (!Line(line).at_end()) {
      problem = reader.read_line(Line(line));
    }
    if (problem) return base::Error{fmt::format("{}:{}", file, number), *std::move(problem)};
  }
  return reader.take();
}

}  // namespace heddle::trace
