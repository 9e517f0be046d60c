#include "report/columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "report/between.h"
#include "report/describe.h"
#include "report/rows.h"
#include "report/similar_turns.h"
#include "report/story.h"
#include "report/wrapping.h"

namespace heddle::report {

namespace {

constexpr std::size_t kMinColumnWidth = 16;
constexpr std::size_t kIndent = 4;  // of a continuation line
constexpr std::string_view kGap = " | ";
constexpr std::string_view kNoteGap = "  ";
constexpr std::size_t kLeastSource = 20;  // of a known statement, if its note is next to it
constexpr std::string_view kBlockGap = "  ";
constexpr char kMark = '*';
constexpr std::size_t kMostColumnLines = 28;  // with what is said before and after them, that is a screen

// The beginning of a source line that has already been shown in full.
struct Shortened {
  std::string text;
  bool breaks_word = false;  // in the middle
};
Shortened shortened(const std::string& source, std::size_t width) {
  constexpr std::string_view kMore = " ...";
  if (display_width(source) <= width || width <= kMore.size()) return {source};
  const std::size_t bytes = fitting_bytes(source, width - kMore.size());
  return {source.substr(0, bytes) + std::string(kMore), breaks_word(source, bytes)};
}

// The text of a cell in lines of at most `width`; those after the first are indented. The note gets separate lines if
// it does not fit after the source.
std::vector<std::string> wrapped(const Cell& cell, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines;
  const std::string text = cell.text();
  if (display_width(text) <= width) return {text};
  const std::size_t for_note = display_width(cell.note) + kNoteGap.size();
  if (cell.again && !cell.note.empty() && for_note + kLeastSource <= width) {
    const Shortened source = shortened(cell.source, width - for_note);
    if (!source.breaks_word) return {source.text + std::string(kNoteGap) + cell.note};
  }
  add_wrapped(cell.again ? shortened(cell.source, width).text : cell.source, width, indent, lines);
  add_wrapped(cell.note, width, indent, lines);
  return lines;
}

// Does the trace already show how this thread stopped?
bool is_shown(const trace::Pending& pending, const trace::Trace& trace) {
  using Why = trace::Pending::Why;
  if (pending.why == Why::kExited) return true;  // nothing went wrong
  if (pending.why != Why::kFailed && pending.why != Why::kAssumeFailed && pending.why != Why::kSpinning) return false;
  const auto last = std::find_if(trace.operations.rbegin(), trace.operations.rend(),
                                 [&](const auto& op) { return op.thread == pending.operation.thread; });
  if (last == trace.operations.rend() || last->value != 0) return false;
  return last->kind == trace::OpKind::kAssert || last->kind == trace::OpKind::kAssume;
}

// Where the threads are that have not ended.
std::vector<Cell> endings_of(const trace::Trace& trace, const trace::Names& names,
                             const trace::Explanation& explanation, trace::ThreadId until) {
  std::vector<Cell> endings;
  for (std::size_t i = 0; i < trace.pending.size(); ++i) {
    const trace::Pending& pending = trace.pending[i];
    const trace::Operation& op = pending.operation;
    if (is_shown(pending, trace) || (until.valid() && op.thread != until)) continue;
    endings.push_back(
        {op.thread, source_of(pending, names), bracketed(note_of(pending, trace, names, explanation.of_waiting(i)))});
  }
  return endings;
}

// Lays out the rows, then the endings, which all occur at the same time and are therefore side by side.
class Table {
 public:
  Table(const std::vector<Row>& rows, const std::vector<Cell>& endings, const trace::Names& names, std::size_t width)
      : rows_(rows), endings_(endings), names_(names), width_(std::max(width, kMinColumnWidth)) {
    std::size_t last_step = 0;
    for (const Row& row : rows) {
      last_step = std::max(last_step, row.step);
      measure(row.cell);
    }
    for (const Cell& ending : endings) measure(ending);
    number_width_ = std::max<std::size_t>(4, fmt::formatted_size("{}", last_step));
  }

  // With `compact`, columns longer than a screen become blocks, if these are shorter.
  std::string text(std::size_t first_row, bool compact) {
    if (columns_.size() > kMaxColumns || !fit_columns()) {
      add_list(first_row);
      return std::move(text_);
    }
    add_columns(first_row);
    if (!compact || lines_ <= kMostColumnLines) return std::move(text_);
    std::string in_columns = std::exchange(text_, {});
    const std::size_t lines = std::exchange(lines_, 0);
    add_blocks(first_row);
    return lines_ < lines ? std::move(text_) : std::move(in_columns);
  }

 private:
  struct Column {
    std::string name;
    std::size_t width = 0;
  };
  using Columns = std::map<trace::ThreadId, Column>;  // of the threads with a cell

  void measure(const Cell& cell) {
    Column& column = columns_[cell.thread];
    if (column.name.empty()) column.name = thread_name(cell.thread, names_);
    column.width = std::max({column.width, display_width(column.name), display_width(cell.text())});
  }

  // Narrows the widest columns until all fit; false if they would be too narrow.
  bool fit_columns() {
    std::size_t total = number_width_;
    for (const auto& [thread, column] : columns_) total += kGap.size() + column.width;
    for (; total > width_; --total) {
      const auto widest = std::max_element(columns_.begin(), columns_.end(), [](const auto& a, const auto& b) {
        return a.second.width < b.second.width;
      });
      if (widest->second.width <= kMinColumnWidth) return false;
      --widest->second.width;
    }
    return true;
  }

  void add_line(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    text_ += line;
    text_ += '\n';
    ++lines_;
  }

  // The gap after a number, with a mark if its place in the order matters.
  static std::string marked(std::string_view gap, bool matters) {
    std::string result(gap);
    if (matters) result.front() = kMark;
    return result;
  }

  std::string number(std::size_t step) const {
    return step == 0 ? std::string(number_width_, ' ') : fmt::format("{:>{}}", step, number_width_);
  }

  void add_columns(std::size_t first_row) {
    std::string header = padded("step", number_width_);
    std::string rule(number_width_, '-');
    for (const auto& [thread, column] : columns_) {
      header += kGap;
      header += padded(column.name.substr(0, fitting_bytes(column.name, column.width)), column.width);
      rule += "-+-" + std::string(column.width, '-');
    }
    add_line(std::move(header));
    add_line(rule);
    for (std::size_t i = first_row; i < rows_.size(); ++i)
      add_cells(rows_[i].step, {&rows_[i].cell, 1}, rows_[i].matters);
    if (endings_.empty()) return;
    if (!rows_.empty()) add_line(std::move(rule));
    add_cells(0, endings_, false);
  }

  // One row: the cells of different threads, side by side.
  void add_cells(std::size_t step, std::span<const Cell> cells, bool matters) {
    std::map<trace::ThreadId, std::vector<std::string>> lines;
    std::size_t height = 0;
    for (const Cell& cell : cells) {
      auto& own = lines[cell.thread];
      own = wrapped(cell, columns_[cell.thread].width, kIndent);
      height = std::max(height, own.size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      std::string line = number(i == 0 ? step : 0);
      bool marks = matters && i == 0;
      for (const auto& [thread, column] : columns_) {
        const auto own = lines.find(thread);
        line += marked(kGap, std::exchange(marks, false));
        line += padded(own != lines.end() && i < own->second.size() ? own->second[i] : "", column.width);
      }
      add_line(std::move(line));
    }
  }

  // What a thread does until another one continues, below its name and over the whole width.
  void add_blocks(std::size_t first_row) {
    trace::ThreadId last;
    const auto add_cell = [&](std::size_t step, const Cell& cell, bool matters) {
      if (cell.thread != last) add_line(columns_[cell.thread].name + ":");
      last = cell.thread;
      const std::size_t width = width_ - number_width_ - kBlockGap.size();
      std::string before = number(step) + marked(kBlockGap, matters);
      for (const std::string& line : wrapped(cell, width, kIndent)) {
        add_line(before + line);
        before.assign(before.size(), ' ');
      }
    };
    for (std::size_t i = first_row; i < rows_.size(); ++i) add_cell(rows_[i].step, rows_[i].cell, rows_[i].matters);
    for (const Cell& ending : endings_) add_cell(0, ending, false);
  }

  void add_list(std::size_t first_row) {
    for (std::size_t i = first_row; i < rows_.size(); ++i) add_item(rows_[i].step, rows_[i].cell);
    for (const Cell& ending : endings_) add_item(0, ending);
  }

  void add_item(std::size_t step, const Cell& cell) {
    const std::string source = fmt::format("{}  {}: {}", number(step), columns_[cell.thread].name, cell.source);
    for (std::string& line : wrapped({cell.thread, source, cell.note}, width_, number_width_ + kIndent)) {
      add_line(std::move(line));
    }
  }

  const std::vector<Row>& rows_;
  const std::vector<Cell>& endings_;
  const trace::Names& names_;
  std::size_t width_;
  std::size_t number_width_ = 0;
  Columns columns_;
  std::string text_;
  std::size_t lines_ = 0;  // of text_
};

// A story that is longer than a screen or two: its beginning, its end, what matters in between, and how much is
// missing.
class Middle {
 public:
  Middle(const trace::Trace& trace, const trace::Names& names, const Story& story)
      : trace_(trace), names_(names), story_(story) {}

  void leave_out(std::vector<Row>& rows, std::size_t first, std::size_t last) {
    constexpr std::size_t kWorthIt = 4;
    if (rows.size() <= first + last + kWorthIt) return;
    first_ = first;
    last_ = last;
    std::vector<Row> kept;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (is_kept(rows, i)) {
        close_gap(kept);
        kept.push_back(rows[i]);
      } else {
        gap_.push_back(rows[i]);
      }
    }
    rows = std::move(kept);
  }

 private:
  bool is_kept(const std::vector<Row>& rows, std::size_t i) const {
    const auto& operations = rows[i].operations;
    return i < first_ || i + last_ >= rows.size() || rows[i].matters ||
           std::ranges::find(operations, story_.earlier) != operations.end();
  }

  // One row says as much as a gap of one.
  void close_gap(std::vector<Row>& kept) {
    std::size_t steps = 0;
    std::vector<std::string> threads;
    for (const Row& row : gap_) {
      steps += static_cast<std::size_t>(
          std::ranges::count_if(row.operations, [&](std::size_t i) { return is_step(trace_.operations[i]); }));
      const std::string thread = thread_name(row.cell.thread, names_);
      if (std::ranges::find(threads, thread) == threads.end()) threads.push_back(thread);
    }
    if (gap_.size() > 1) {
      const std::string text = fmt::format("(... {} steps of {})", steps, fmt::join(threads, ", "));
      kept.push_back({.cell = {.thread = gap_.front().cell.thread, .source = text}});
    } else {
      kept.insert(kept.end(), gap_.begin(), gap_.end());
    }
    gap_.clear();
  }

  const trace::Trace& trace_;
  const trace::Names& names_;
  const Story& story_;
  std::size_t first_ = 0;  // this many rows are kept at the beginning,
  std::size_t last_ = 0;   // and this many at the end
  std::vector<Row> gap_;   // that are left out, since the last one that is not
};

// A thread of which nothing is shown, and that only waits for the end of another one, needs no column.
void leave_out_joins(const std::vector<Row>& rows, const trace::Trace& trace, std::vector<Cell>& endings) {
  std::erase_if(endings, [&](const Cell& ending) {
    const bool told = std::ranges::any_of(rows, [&](const Row& row) { return row.cell.thread == ending.thread; });
    return !told && std::ranges::any_of(trace.pending, [&](const trace::Pending& p) {
      return p.operation.thread == ending.thread && p.operation.kind == trace::OpKind::kJoin;
    });
  });
}

// The statement that fails is one row, with what it has read and with its failure.
void join_failure(std::vector<Row>& rows, std::vector<Cell>& endings) {
  if (rows.empty() || endings.size() != 1) return;
  Cell& last = rows.back().cell;
  const Cell& ending = endings.front();
  if (last.thread != ending.thread || last.source != ending.source || rows.back().times > 1) return;
  if (last.note.empty() || ending.note.empty()) return;
  last.note = last.note.substr(0, last.note.size() - 1) + "; " + ending.note.substr(1);
  endings.clear();
}

// Threads that have only a number to tell them apart are told apart by the line that starts them, if there are few.
bool needs_lines(const Story& story, const trace::Trace& trace, const trace::Names& names) {
  constexpr std::size_t kMostLines = 6;
  std::set<std::uint32_t> lines;
  for (const std::size_t start : story.started) {
    const trace::Operation& op = trace.operations[start];
    const trace::PlaceId place = op.place;
    const std::string who = thread_name(trace::ThreadId(static_cast<std::size_t>(op.choice)), names);
    if (who.find('#') == std::string::npos || story.started.size() > kMostLines) return false;
    if (place.index() >= names.places.size() || names.places[place.index()].line == 0) return false;
    lines.insert(names.places[place.index()].line);
  }
  return lines.size() > 1;
}

// "worker#1, main2, lambda#1 to lambda#100"
std::string names_of_started(const Story& story, const trace::Trace& trace, const trace::Names& names) {
  constexpr std::size_t kMostNamed = 6;
  const auto name_at = [&](std::size_t i) {
    return thread_name(trace::ThreadId(static_cast<std::size_t>(trace.operations[story.started[i]].choice)), names);
  };
  const auto function = [](const std::string& name) { return name.substr(0, name.find('#')); };
  std::string text;
  for (std::size_t i = 0; i < story.started.size(); ++i) {
    const std::string first = name_at(i);
    std::size_t last = i;
    while (last + 1 < story.started.size() && function(name_at(last + 1)) == function(first)) ++last;
    text += (text.empty() ? "" : ", ") + first;
    if (last - i < kMostNamed) continue;
    text += " to " + name_at(last);
    i = last;
  }
  return text;
}

std::string who_is_started(const Story& story, const trace::Trace& trace, const trace::Names& names) {
  if (story.started.empty()) return {};
  std::string text;
  if (needs_lines(story, trace, names)) {
    for (const std::size_t start : story.started) {
      const trace::Operation& op = trace.operations[start];
      text += (text.empty() ? "" : ", ") + thread_name(trace::ThreadId(static_cast<std::size_t>(op.choice)), names);
      text +=
          fmt::format(" ({}{})", start == story.started.front() ? "line " : "", names.places[op.place.index()].line);
    }
  } else {
    text = names_of_started(story, trace, names);
  }
  return fmt::format("{} starts {}\n", thread_name(trace::ThreadId(0), names), text);
}

// A source line is shown in full once.
void mark_known_sources(std::vector<Row>& rows, std::vector<Cell>& endings) {
  std::set<std::string> known;
  const auto mark = [&](Cell& cell) {
    const bool is_gap = cell.source.starts_with("(... ");
    cell.again = !known.insert(cell.source).second && !is_gap;
  };
  for (Row& row : rows) mark(row.cell);
  for (Cell& cell : endings) mark(cell);
}

std::string what_is_left_out(const Story& story) {
  if (story.set_up + story.left_out == 0) return "";
  const auto steps = [](std::size_t n) { return fmt::format("{} step{}", n, n == 1 ? "" : "s"); };
  std::string text;
  if (story.set_up != 0) text = fmt::format("{} before the first thread starts", steps(story.set_up));
  if (story.left_out != 0)
    text += fmt::format("{}{} without a part in this", text.empty() ? "" : ", ", steps(story.left_out));
  return fmt::format("(not shown: {}; --full shows all)\n", text);
}

// The table of a story, with as many of its rows as fit on a screen or two.
std::string table_of(const std::vector<Row>& all, const std::vector<Cell>& all_endings, const trace::Trace& trace,
                     const trace::Names& names, const ColumnsOptions& options) {
  struct Kept {
    std::size_t first, last;
  };
  constexpr Kept kKept[] = {{8, 36}, {8, 24}, {6, 12}, {4, 6}};
  constexpr std::ptrdiff_t kMostLines = 38;
  std::string text;
  for (const Kept& kept : kKept) {
    std::vector<Row> rows = all;
    std::vector<Cell> endings = all_endings;
    Middle(trace, names, *options.story).leave_out(rows, kept.first, kept.last);
    mark_known_sources(rows, endings);
    const std::size_t first_row = rows.size() > options.rows ? rows.size() - options.rows : 0;
    text = first_row == 0 ? "" : fmt::format("(the first {} of {} rows are not shown)\n", first_row, rows.size());
    text += Table(rows, endings, names, options.width).text(first_row, true);
    if (std::ranges::count(text, '\n') <= kMostLines) break;
  }
  return text;
}

std::string told(std::vector<Row> rows, std::vector<Cell> endings, const trace::Trace& trace, const trace::Names& names,
                 const ColumnsOptions& options) {
  const Story& story = *options.story;
  leave_out_similar_turns(rows);
  leave_out_joins(rows, trace, endings);
  join_failure(rows, endings);
  std::string text = who_is_started(story, trace, names);
  if (rows.empty() && endings.empty()) return text;
  return text + table_of(rows, endings, trace, names, options) + what_is_left_out(story);
}

}  // namespace

std::size_t row_of(std::size_t operation, const trace::Trace& trace, const trace::Names& names,
                   const ColumnsOptions& options) {
  if (options.story == nullptr || options.explanation == nullptr) return 0;
  for (const Row& row : rows_of(trace, names, *options.explanation, *options.story)) {
    if (std::ranges::find(row.operations, operation) != row.operations.end()) return row.step;
  }
  return 0;
}

std::string columns(const trace::Trace& trace, const trace::Names& names, const ColumnsOptions& options) {
  const trace::Explanation none;
  const trace::Explanation& explanation = options.explanation != nullptr ? *options.explanation : none;
  Story whole = options.story == nullptr ? whole_story(trace, options.until) : Story();
  if (options.story == nullptr) whole.between = told_between(trace, explanation, false, whole);
  const Story& story = options.story == nullptr ? whole : *options.story;
  std::vector<Row> rows = rows_of(trace, names, explanation, story);
  for (Row& row : rows) {
    row.matters = std::ranges::any_of(
        row.operations, [&](std::size_t i) { return std::ranges::find(options.ordered, i) != options.ordered.end(); });
  }
  std::vector<Cell> endings;
  if (story.later == kNoOperation) endings = endings_of(trace, names, explanation, options.until);
  if (options.story != nullptr) return told(std::move(rows), std::move(endings), trace, names, options);
  const std::size_t first_row = rows.size() > options.rows ? rows.size() - options.rows : 0;
  std::string text = who_is_started(story, trace, names);
  if (first_row > 0) text += fmt::format("(the first {} of {} rows are not shown)\n", first_row, rows.size());
  text += Table(rows, endings, names, options.width).text(first_row, false);
  const std::size_t rest = trace.operations.size() - story.end;
  if (rest > 0) text += fmt::format("(the other threads run on: {} more operations)\n", rest);
  return text;
}

}  // namespace heddle::report
