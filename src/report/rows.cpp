#include "report/rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "report/describe.h"
#include "report/treatment.h"

namespace heddle::report {

namespace {

// Values that say nothing: the parts of a container, a lock that is looked at.
bool is_opaque(const trace::Operation& op, const trace::Trace& trace, const trace::Explanation& explanation) {
  const trace::Words* const words = explanation.of_operation(static_cast<std::size_t>(&op - trace.operations.data()));
  return words != nullptr && words->opaque && !words->is_ended();
}

// Several accesses to one object whose values say nothing are one: "writes v" for "reads v; writes v; reads v".
void fold_accesses(std::vector<std::string>& notes) {
  constexpr std::string_view kReads = "reads ";
  std::vector<std::string> kept;
  for (const std::string& note : notes) {
    const bool reads = note.starts_with(kReads);
    const bool also_written = reads && std::ranges::find(notes, "writes " + note.substr(kReads.size())) != notes.end();
    const bool known = note.starts_with("writes ") || reads ? std::ranges::find(kept, note) != kept.end() : false;
    if (!also_written && !known) kept.push_back(note);
  }
  notes = std::move(kept);
}

// What a thread does between its steps to one object: a note for each object, in order.
class BetweenNotes {
 public:
  // `found`: what it is known to hold before that, if anything.
  void add(const trace::BetweenAccess& access, const std::string& found = {}) {
    auto same = std::ranges::find(treatments_, access.words.location, &Treatment::location);
    if (same == treatments_.end())
      same = treatments_.insert(same, Treatment{.location = access.words.location, .before = found});
    same->add(access.words, access.is_write);
  }

  // Reading something that has no short value says no more than the source.
  void take(std::vector<std::string>& notes) {
    constexpr std::size_t kMost = 4;
    std::size_t count = 0;
    for (const Treatment& treatment : treatments_) {
      if (!treatment.says_something()) continue;
      if (count++ < kMost) notes.push_back(treatment.note());
    }
    if (count > kMost) notes.push_back(fmt::format("and {} more", count - kMost));
    treatments_.clear();
  }

 private:
  std::vector<Treatment> treatments_;
};

// What one thread does, one thing after the other, in one statement.
struct Group {
  // An access between steps comes before the operation of this index.
  struct Between {
    std::size_t before = 0;
    const trace::BetweenAccess* access = nullptr;
    std::string found;  // the value before that, if it is known
  };

  std::size_t step = 0;
  trace::ThreadId thread;
  std::string source;
  std::vector<const trace::Operation*> operations;
  std::vector<Between> between;
  std::string more;  // after the notes

  bool empty() const { return operations.empty() && between.empty(); }

  bool takes(const trace::BetweenAccess& access, const std::string& source_of_access) const {
    return thread == access.thread && source == source_of_access;
  }

  // A loop comes to the same statement again: that is another row. Joins one after the other are one.
  bool takes(const trace::Operation& op, const std::string& source_of_op, bool folds_joins, bool opaque) const {
    if (opaque || operations.empty()) return thread == op.thread && source == source_of_op;
    const trace::Operation& first = *operations.front();
    if (folds_joins && first.kind == trace::OpKind::kJoin && op.kind == first.kind) return op.thread == thread;
    const bool again = std::any_of(operations.begin(), operations.end(), [&](const trace::Operation* o) {
      return o->kind == op.kind && o->location == op.location && op.kind != trace::OpKind::kCreate;
    });
    return thread == op.thread && source == source_of_op && !again;
  }

  bool are_all(trace::OpKind kind) const {
    return between.empty() &&
           std::ranges::all_of(operations, [&](const trace::Operation* op) { return op->kind == kind; });
  }

  std::string joined_threads(const trace::Names& names) const {
    std::string threads;
    for (const trace::Operation* op : operations)
      threads +=
          (threads.empty() ? "" : ", ") + thread_name(trace::ThreadId(static_cast<std::size_t>(op->choice)), names);
    return threads + " have ended";
  }

  Row row(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation) const {
    Row result{.step = step, .cell = {thread, source, bracketed(notes_of(trace, names, explanation))}};
    for (const trace::Operation* op : operations)
      result.operations.push_back(static_cast<std::size_t>(op - trace.operations.data()));
    return result;
  }

  std::string notes_of(const trace::Trace& trace, const trace::Names& names,
                       const trace::Explanation& explanation) const {
    if (are_all(trace::OpKind::kCreate)) {
      std::string notes;
      for (const trace::Operation* op : operations) {
        const std::string note = note_of(*op, names);
        notes += notes.empty() ? note : "," + note.substr(note.find(' '));
      }
      return notes;
    }
    if (are_all(trace::OpKind::kJoin) && operations.size() > 1) return joined_threads(names);
    std::vector<std::string> notes = notes_of_each(trace, names, explanation);
    fold_accesses(notes);
    if (!more.empty()) notes.push_back(more);
    return fmt::format("{}", fmt::join(notes, "; "));
  }

  std::vector<std::string> notes_of_each(const trace::Trace& trace, const trace::Names& names,
                                         const trace::Explanation& explanation) const {
    std::vector<std::string> notes;
    std::vector<Treatment> treatments;
    std::vector<std::size_t> note_of_treatment;
    BetweenNotes between_notes;
    for (std::size_t i = 0; i <= operations.size(); ++i) {
      for (const Between& access : between) {
        if (access.before == i) between_notes.add(*access.access, access.found);
      }
      between_notes.take(notes);
      if (i == operations.size()) break;
      const trace::Operation& op = *operations[i];
      const auto* const words = explanation.of_operation(static_cast<std::size_t>(&op - trace.operations.data()));
      if (is_opaque(op, trace, explanation)) {
        const std::string location = location_name(op, names, words);
        auto same = std::ranges::find(treatments, location, &Treatment::location);
        if (same == treatments.end()) {
          same = treatments.insert(same, Treatment{.location = location});
          note_of_treatment.push_back(notes.size());
          notes.emplace_back();
        }
        same->add(*words, op.kind == trace::OpKind::kWrite || op.effect == trace::Effect::kModify);
      } else if (std::string note = is_repeated(i) || checks_input(i) ? "" : note_of(op, names, words); !note.empty()) {
        notes.push_back(std::move(note));
      }
    }
    for (std::size_t i = 0; i < treatments.size(); ++i) notes[note_of_treatment[i]] = treatments[i].note();
    return notes;
  }

  // Is the input within its bounds? There is no such condition in the source.
  bool checks_input(std::size_t i) const {
    return i > 0 && operations[i]->kind == trace::OpKind::kBranch && operations[i - 1]->kind == trace::OpKind::kInput;
  }

  // What a write found is what the preceding read saw.
  bool is_repeated(std::size_t i) const {
    const trace::Operation* next = i + 1 < operations.size() ? operations[i + 1] : nullptr;
    return operations[i]->kind == trace::OpKind::kRead && next != nullptr && next->kind == trace::OpKind::kWrite &&
           next->location == operations[i]->location;
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
    const std::size_t left = rows.size() - turn;
    for (std::size_t i = left - turn; i < left; ++i) {
      ++rows[i].times;
      const std::vector<std::size_t>& same = rows[i + turn].operations;
      rows[i].operations.insert(rows[i].operations.end(), same.begin(), same.end());
    }
    rows.resize(left);
    return;
  }
}

// What the notes of the accesses of a race say in addition.
std::string race_note(std::size_t operation, const Story& story, std::size_t earlier_step) {
  if (operation == story.earlier) return "RACE";
  return operation == story.later ? fmt::format("RACE with step {}", earlier_step) : "";
}

// What a container holds, and which threads know. Its functions look at it again and again; what a thread has seen
// there, or left there, is not told twice while nobody else changes it.
struct Contents {
  std::string value;
  std::set<trace::ThreadId> knowing;

  // Does this access tell nothing new?
  bool are_known(const trace::BetweenAccess& access, bool is_told) {
    if (!access.words.opaque) return false;
    const std::string& now = access.is_write ? access.words.after : access.words.before;
    if (access.is_write || value != now) knowing.clear();
    value = now;
    const bool knew = knowing.contains(access.thread);
    if (is_told) knowing.insert(access.thread);
    return knew;
  }
};

// Collects the rows of a story, in order.
class Rows {
 public:
  Rows(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation, const Story& story)
      : trace_(trace), names_(names), explanation_(explanation), story_(story) {}

  std::vector<Row> take() {
    for (std::size_t i = 0; i < story_.end; ++i) {
      add_between(i);
      add_operation(i);
    }
    add_between(story_.end);
    finish();
    for (Row& row : rows_) {
      if (row.times > 1) row.cell.note += fmt::format("{}x {}", row.cell.note.empty() ? "" : " ", row.times);
    }
    return std::move(rows_);
  }

 private:
  void finish() {
    if (!group_.empty()) rows_.push_back(group_.row(trace_, names_, explanation_));
    group_ = {};
    // The iterations of a model are short, and worth their rows.
    if (!explanation_.operations.empty()) fold_turns(rows_);
  }

  // What threads do between this operation and the one before.
  void add_between(std::size_t i) {
    const std::vector<trace::BetweenAccess>& all = explanation_.between;
    for (; next_ < all.size() && all[next_].operations <= i; ++next_) {
      const trace::BetweenAccess& access = all[next_];
      const bool told = story_.between.empty() || story_.between[next_];
      Contents& contents = contents_[access.words.location];
      const std::string found = contents.value;
      const bool known = contents.are_known(access, told);
      if (!told || known) continue;
      if (!access.is_write && access.words.before.empty()) continue;  // says no more than the source
      std::string source = source_of(access.place, names_);
      if (!group_.empty() && !group_.takes(access, source)) finish();
      begin(access.thread, std::move(source));
      group_.between.push_back({group_.operations.size(), &access, found});
    }
  }

  void add_operation(std::size_t i) {
    const trace::Operation& op = trace_.operations[i];
    if (is_step(op)) ++steps_;
    if (!story_.told[i]) return;
    std::string source = source_of(op, names_);
    const bool opaque = is_opaque(op, trace_, explanation_);
    if (!group_.empty() && !group_.takes(op, source, !explanation_.operations.empty(), opaque)) finish();
    begin(op.thread, std::move(source));
    if (is_step(op) && group_.step == 0) group_.step = steps_;
    group_.operations.push_back(&op);
    if (i == story_.earlier) earlier_step_ = group_.step;
    if (const std::string note = race_note(i, story_, earlier_step_); !note.empty()) group_.more = note;
  }

  void begin(trace::ThreadId thread, std::string source) {
    if (!group_.empty()) return;
    group_.thread = thread;
    group_.source = std::move(source);
  }

  const trace::Trace& trace_;
  const trace::Names& names_;
  const trace::Explanation& explanation_;
  const Story& story_;
  std::vector<Row> rows_;
  Group group_;
  std::map<std::string, Contents> contents_;  // by the name of the container
  std::size_t next_ = 0;                      // of Explanation::between
  std::size_t steps_ = 0;                     // so far
  std::size_t earlier_step_ = 0;
};

}  // namespace

std::string bracketed(const std::string& note) { return note.empty() ? note : "[" + note + "]"; }

std::vector<Row> rows_of(const trace::Trace& trace, const trace::Names& names, const trace::Explanation& explanation,
                         const Story& story) {
  return Rows(trace, names, explanation, story).take();
}

std::vector<BetweenRow> between_rows(const trace::Explanation& explanation, const Story& story) {
  std::vector<BetweenRow> rows;
  const std::vector<trace::BetweenAccess>& all = explanation.between;
  for (std::size_t i = 0; i < all.size();) {
    const trace::BetweenAccess& first = all[i];
    const auto is_told = [&](std::size_t k) { return story.between.empty() || story.between[k]; };
    const bool told = is_told(i);
    BetweenNotes between_notes;
    const auto belongs = [&](const trace::BetweenAccess& access) {
      return access.operations == first.operations && access.thread == first.thread &&
             access.place.line == first.place.line && access.place.file == first.place.file;
    };
    for (; i < all.size() && belongs(all[i]) && is_told(i) == told; ++i) between_notes.add(all[i]);
    std::vector<std::string> notes;
    between_notes.take(notes);
    if (notes.empty()) continue;
    rows.push_back({first.operations, first.thread, first.place, fmt::format("{}", fmt::join(notes, "; ")), told});
  }
  return rows;
}

}  // namespace heddle::report
