#include "native/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <span>

namespace heddle::native {

namespace {

// Reads the records, which know their objects, and then says which objects are meant.
class Reader {
 public:
  Reader(const abi::Capture& captured, const trace::Names& names) : captured_(captured), names_(names) {}

  void meet(const abi::WordsRecord& record) {
    if (!record.owner.valid() || record.object == 0) return;
    const auto [first, is_new] = first_.try_emplace(text(record.object), record.address);
    if (!is_new && first->second != record.address) first->second = 0;
  }

  trace::BetweenAccess read(const abi::BetweenRecord& record, SourceLines& lines) const {
    trace::BetweenAccess access = {.operations = record.operations,
                                   .thread = record.thread,
                                   .is_write = record.is_write,
                                   .address = record.address,
                                   .size = record.size,
                                   .words = read(record.words),
                                   .place = {text(record.file), record.line, record.column, {}}};
    access.place.text = lines.line(access.place.file, access.place.line);
    return access;
  }

  trace::Words read(const abi::WordsRecord& record) const {
    trace::Words words;
    if (record.object == 0) return words;
    words.location = object(record) + text(record.path);
    words.before = text(record.before);
    words.after = text(record.after);
    words.address = record.address;
    words.opaque = record.opaque;
    return words;
  }

 private:
  std::string text(abi::Text at) const {
    if (at == 0 || at >= abi::kWordBytes) return {};
    const char* const begin = captured_.words + at;
    return {begin, ::strnlen(begin, abi::kWordBytes - at)};
  }

  std::string object(const abi::WordsRecord& record) const {
    std::string name = text(record.object);
    const auto first = first_.find(name);
    const bool ambiguous = record.owner.valid() && first != first_.end() && first->second == 0;
    if (!ambiguous || record.owner.index() >= names_.threads.size()) return name;
    return fmt::format("{}'s {}", names_.threads[record.owner.index()].name, name);
  }

  const abi::Capture& captured_;
  const trace::Names& names_;
  std::map<std::string, std::uint64_t> first_;  // the address of the only variable of this name; 0 if there are several
};

}  // namespace

trace::Explanation read_words(const abi::Capture& captured, const trace::Names& names, const trace::Trace& trace,
                              SourceLines& lines) {
  Reader reader(captured, names);
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (trace.operations[i].location.valid()) reader.meet(captured.operation_words[i]);
  }
  for (const trace::Pending& p : trace.pending) reader.meet(captured.waiting_words[p.operation.thread.index()]);
  const std::span<const abi::BetweenRecord> between(captured.between, captured.between_size);
  for (const abi::BetweenRecord& record : between) reader.meet(record.words);
  trace::Explanation result;
  result.operations.resize(trace.operations.size());
  for (std::size_t i = 0; i < trace.operations.size(); ++i) {
    if (trace.operations[i].location.valid()) result.operations[i] = reader.read(captured.operation_words[i]);
  }
  for (const trace::Pending& p : trace.pending)
    result.waiting.push_back(reader.read(captured.waiting_words[p.operation.thread.index()]));
  for (const abi::BetweenRecord& record : between) result.between.push_back(reader.read(record, lines));
  result.fault = reader.read(captured.fault.words);
  result.freed_by = captured.fault.freed_by;
  result.freed_at = captured.fault.freed_at;
  return result;
}

std::string note_of(const trace::Failure* failure, const trace::Trace& trace, const trace::Names& names) {
  if (failure == nullptr) return {};
  const auto same = std::ranges::find_if(trace.failures, [&](const trace::Failure& f) {
    return f.kind == failure->kind && f.thread == failure->thread && f.place == failure->place &&
           f.other == failure->other;
  });
  if (same == trace.failures.end() || same->note.index() >= names.notes.size()) return {};
  return names.notes[same->note.index()];
}

}  // namespace heddle::native
