#include "report/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "report/describe.h"
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
constexpr std::size_t kMostColumnLines = 28;  // together with what is said before and after them, that fills a screen

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

// What one thread does in one row.
struct Cell {
  trace::ThreadId thread;
  std::string source;
  std::string note;    // in brackets, or empty
  bool again = false;  // has the source been shown before?

  std::string text() const { return note.empty() ? source : source + std::string(kNoteGap) + note; }
};

struct Row {
  std::size_t step = 0;  // the first of its steps, 0 if there is none
  Cell cell;
  std::size_t times = 1;  // iterations of a loop
};

std::string bracketed(const std::string& note) { return note.empty() ? note : "[" + note + "]"; }

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

// Consecutive operations of one thread from one statement.
struct Group {
  std::size_t step = 0;
  std::string source;
  std::vector<const trace::Operation*> operations;
  std::string more;  // after the notes

  // A loop reaches the same statement again: that is another row. Consecutive joins are one.
  bool takes(const trace::Operation& op, const std::string& source_of_op, bool folds_joins) const {
    const trace::Operation& first = *operations.front();
    if (folds_joins && first.kind == trace::OpKind::kJoin && op.kind == first.kind) return op.thread == first.thread;
    const bool again = std::any_of(operations.begin(), operations.end(), [&](const trace::Operation* o) {
      return o->kind == op.kind && o->location == op.location && op.kind != trace::OpKind::kCreate;
    });
    return first.thread == op.thread && source == source_of_op && !again;
  }

  std::string joined_threads(const trace::Names& names) const {
    std::string threads;
    for (const trace::Operation* op : operations)
      threads +=
          (threads.empty() ? "" : ", ") + thread_name(trace::ThreadId(static_cast<std::size_t>(op->choice)), names);
    return threads + " have ended";
  }

  Row row(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation) const {
    std::string notes;
    const bool only_creates = std::all_of(operations.begin(), operations.end(), [](const trace::Operation* op) {
      return op->kind == trace::OpKind::kCreate;
    });
    if (only_creates) {
      for (const trace::Operation* op : operations) {
        const std::string note = note_of(*op, names);
        notes += notes.empty() ? note : "," + note.substr(note.find(' '));
      }
      return {step, {operations.front()->thread, source, bracketed(notes)}};
    }
    if (operations.front()->kind == trace::OpKind::kJoin && operations.size() > 1)
      return {step, {operations.front()->thread, source, bracketed(joined_threads(names))}};
    for (std::size_t i = 0; i < operations.size(); ++i) {
      // What a write found is what the preceding read saw.
      const trace::Operation* next = i + 1 < operations.size() ? operations[i + 1] : nullptr;
      if (operations[i]->kind == trace::OpKind::kRead && next != nullptr && next->kind == trace::OpKind::kWrite &&
          next->location == operations[i]->location) {
        continue;
      }
      const std::string note =
          note_of(*operations[i], names,
                  explanation.of_operation(static_cast<std::size_t>(operations[i] - trace.operations.data())));
      if (!notes.empty() && !note.empty()) notes += "; ";
      notes += note;
    }
    if (!more.empty()) notes += (notes.empty() ? "" : "; ") + more;
    return {step, {operations.front()->thread, source, bracketed(notes)}};
  }
};

// Has the loop come round? Then the rows are those of the previous iteration.
bool repeats(const std::vector<Row>& rows, std::size_t turn) {
  const std::size_t n = rows.size();
  if (n < 2 * turn) return false;
  for (std::size_t i = n - turn; i < n; ++i) {
    const Cell& one = rows[i].cell;
    const Cell& other = rows[i - turn].cell;
    if (one.thread != other.thread || one.source != other.source || one.note != other.note) return false;
    if (rows[i - turn].times != rows[n - turn - 1].times) return false;
  }
  return true;
}

// Iterations of a loop that are alike are merged.
void fold_turns(std::vector<Row>& rows) {
  constexpr std::size_t kLongestTurn = 4;
  for (std::size_t turn = 1; turn <= kLongestTurn; ++turn) {
    if (!repeats(rows, turn)) continue;
    rows.resize(rows.size() - turn);
    for (std::size_t i = rows.size() - turn; i < rows.size(); ++i) ++rows[i].times;
    return;
  }
}

// What the notes of the accesses of a race say in addition.
std::string race_note(std::size_t operation, const Story& story, std::size_t earlier_step) {
  if (operation == story.earlier) return "RACE";
  return operation == story.later ? fmt::format("RACE with step {}", earlier_step) : "";
}

std::vector<Row> rows_of(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation,
                         const Story& story) {
  std::vector<Row> rows;
  Group group;
  const auto finish = [&] {
    if (!group.operations.empty()) rows.push_back(group.row(trace, names, explanation));
    group = {};
    // The iterations of a model are short, and worth their rows.
    if (!explanation.operations.empty()) fold_turns(rows);
  };
  std::size_t steps = 0;
  std::size_t earlier_step = 0;
  for (std::size_t i = 0; i < story.end; ++i) {
    const trace::Operation& op = trace.operations[i];
    if (is_step(op)) ++steps;
    if (!story.told[i]) continue;
    std::string source = source_of(op, names);
    if (!group.operations.empty() && !group.takes(op, source, !explanation.operations.empty())) finish();
    if (group.operations.empty()) group.source = std::move(source);
    if (is_step(op) && group.step == 0) group.step = steps;
    group.operations.push_back(&op);
    if (i == story.earlier) earlier_step = group.step;
    if (const std::string note = race_note(i, story, earlier_step); !note.empty()) group.more = note;
  }
  finish();
  for (Row& row : rows) {
    if (row.times > 1) row.cell.note += fmt::format("{}x {}", row.cell.note.empty() ? "" : " ", row.times);
  }
  return rows;
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
    for (std::size_t i = first_row; i < rows_.size(); ++i) add_cells(rows_[i].step, {&rows_[i].cell, 1});
    if (endings_.empty()) return;
    if (!rows_.empty()) add_line(std::move(rule));
    add_cells(0, endings_);
  }

  // One row: the cells of different threads, side by side.
  void add_cells(std::size_t step, std::span<const Cell> cells) {
    std::map<trace::ThreadId, std::vector<std::string>> lines;
    std::size_t height = 0;
    for (const Cell& cell : cells) {
      auto& own = lines[cell.thread];
      own = wrapped(cell, columns_[cell.thread].width, kIndent);
      height = std::max(height, own.size());
    }
    for (std::size_t i = 0; i < height; ++i) {
      std::string line = number(i == 0 ? step : 0);
      for (const auto& [thread, column] : columns_) {
        const auto own = lines.find(thread);
        line += kGap;
        line += padded(own != lines.end() && i < own->second.size() ? own->second[i] : "", column.width);
      }
      add_line(std::move(line));
    }
  }

  // What a thread does until another one continues, below its name and over the whole width.
  void add_blocks(std::size_t first_row) {
    trace::ThreadId last;
    const auto add_cell = [&](std::size_t step, const Cell& cell) {
      if (cell.thread != last) add_line(columns_[cell.thread].name + ":");
      last = cell.thread;
      const std::size_t width = width_ - number_width_ - kBlockGap.size();
      std::string before = number(step) + std::string(kBlockGap);
      for (const std::string& line : wrapped(cell, width, kIndent)) {
        add_line(before + line);
        before.assign(before.size(), ' ');
      }
    };
    for (std::size_t i = first_row; i < rows_.size(); ++i) add_cell(rows_[i].step, rows_[i].cell);
    for (const Cell& ending : endings_) add_cell(0, ending);
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

// A thread of which nothing is shown, and that only waits for the end of another one, needs no column.
void leave_out_joins(const std::vector<Row>& rows, const trace::Trace& trace, std::vector<Cell>& endings) {
  std::erase_if(endings, [&](const Cell& ending) {
    const bool told = std::ranges::any_of(rows, [&](const Row& row) { return row.cell.thread == ending.thread; });
    return !told && std::ranges::any_of(trace.pending, [&](const trace::Pending& p) {
      return p.operation.thread == ending.thread && p.operation.kind == trace::OpKind::kJoin;
    });
  });
}

std::string who_is_started(const Story& story, const trace::Names& names) {
  std::string text;
  for (const trace::ThreadId thread : story.started) text += (text.empty() ? "" : ", ") + thread_name(thread, names);
  return text.empty() ? text : fmt::format("{} starts {}\n", thread_name(trace::ThreadId(0), names), text);
}

// A source line is shown in full once.
void mark_known_sources(std::vector<Row>& rows, std::vector<Cell>& endings) {
  std::set<std::string> known;
  const auto mark = [&](Cell& cell) { cell.again = !known.insert(cell.source).second; };
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

}  // namespace

std::string columns(const trace::Trace& trace, const trace::Names& names, const ColumnsOptions& options) {
  const trace::Explanation none;
  const trace::Explanation& explanation = options.explanation != nullptr ? *options.explanation : none;
  const Story whole = options.story == nullptr ? whole_story(trace, options.until) : Story();
  const Story& story = options.story == nullptr ? whole : *options.story;
  std::vector<Row> rows = rows_of(trace, names, explanation, story);
  std::vector<Cell> endings;
  if (story.later == kNoOperation) endings = endings_of(trace, names, explanation, options.until);
  if (options.story != nullptr) mark_known_sources(rows, endings);
  if (options.story != nullptr) leave_out_joins(rows, trace, endings);
  const std::size_t first_row = rows.size() > options.rows ? rows.size() - options.rows : 0;
  std::string text = who_is_started(story, names);
  if (first_row > 0) text += fmt::format("(the first {} of {} rows are not shown)\n", first_row, rows.size());
  text += Table(rows, endings, names, options.width).text(first_row, options.story != nullptr);
  if (options.story != nullptr) return text + what_is_left_out(story);
  const std::size_t rest = trace.operations.size() - story.end;
  if (rest > 0) text += fmt::format("(the other threads run on: {} more operations)\n", rest);
  return text;
}

}  // namespace heddle::report
