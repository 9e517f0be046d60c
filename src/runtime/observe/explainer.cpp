#include "runtime/observe/explainer.h"

#include <bit>
#include <cstring>
#include <utility>

#include "runtime/anchor.h"
#include "runtime/memory/painted.h"
#include "runtime/names/naming.h"
#include "runtime/names/owner.h"
#include "runtime/names/value_text.h"
#include "runtime/sys/read_memory.h"

namespace heddle::runtime {

using trace::Effect;
using trace::OpKind;

namespace {

// Blocks beyond this have no number, and of longer runs only the end is put into words: each block takes time for each
// operation.
constexpr std::size_t kMaxBirths = 1 << 12;
constexpr std::size_t kMaxExplained = 20'000;

bool is_memory(OpKind kind) {
  return kind == OpKind::kRead || kind == OpKind::kWrite || kind == OpKind::kRmw || kind == OpKind::kAdd ||
         kind == OpKind::kExchange || kind == OpKind::kCas;
}

// The number that is there; false if there is none.
bool content_at(std::uint64_t address, std::uint64_t size, std::uint64_t& value) {
  value = 0;
  return size > sizeof value || read_memory(address, &value, size) == size;
}

// What memory holds that was never written: see docs/how-it-runs.md, "Memory without a value".
bool is_unset(std::uint64_t content, std::uint64_t size, char kind) {
  if (size == 0 || size > sizeof content) return false;
  if (size == 1 && kind != 'b' && kind != 'e') return false;
  std::uint64_t bytes = 0x0101010101010101;
  if (size < sizeof content) bytes &= (std::uint64_t{1} << (size * 8)) - 1;
  return content == bytes * 0xe7 || content == bytes * 0xaa;
}

// Which elements of a vector<bool> are true, of the 64 from `first` on: "[3] [65]", or "none".
void add_true_elements(TextBuffer& text, std::uint64_t first, std::uint64_t bits) {
  constexpr int kMaxElements = 8;
  int count = 0;
  for (; bits != 0 && count < kMaxElements; bits &= bits - 1, ++count)
    text.add("%s[%llu]", count == 0 ? "" : " ",
             static_cast<unsigned long long>(first) + static_cast<unsigned>(std::countr_zero(bits)));
  text.add(count == 0 ? "none true" : bits != 0 ? " ... true" : " true");
}

bool same_type(const Block& a, const Block& b) {
  if (a.type == nullptr || b.type == nullptr) return a.type == b.type && a.allocated_at == b.allocated_at;
  return a.type == b.type || std::strcmp(a.type->name, b.type->name) == 0;
}

}  // namespace

void Explainer::start_run(abi::Channel& channel, const abi::Slot& slot) {
  if (!slot.capture) return;
  channel_ = &channel;
  slot_ = &slot;
  channel.captured.words_size = 1;
  channel.captured.fault = {};
  written_ = {};
  ends_ = false;
  if (births_.capacity() == 0) births_.map(kMaxBirths);
  births_.clear();
}

std::uint32_t Explainer::number_of(const Block& block) {
  const bool has_room = births_.size() < births_.capacity();
  std::uint32_t number = 1;
  for (const Birth& birth : births_) {
    if (birth.block == &block) return birth.number;
    if (has_room && same_type(*birth.block, block)) ++number;
  }
  return births_.push({&block, number}) ? number : 0;
}

abi::Text Explainer::add(const char* text) {
  const std::size_t length = std::strlen(text) + 1;
  if (length == 1 || channel_->captured.words_size + length > abi::kWordBytes) return 0;
  const abi::Text result = channel_->captured.words_size;
  std::memcpy(channel_->captured.words + result, text, length);
  channel_->captured.words_size += static_cast<std::uint32_t>(length);
  return result;
}

MemoryName Explainer::name(Bytes bytes, bool whole) {
  const Block* const block = runtime().heap.find_block(bytes.address);
  MemoryName name = name_memory(bytes.address, bytes.size, whole, block == nullptr ? 0 : number_of(*block));
  if (block != nullptr) name_by_owner(name, *block, number_of(*block));
  return name;
}

abi::WordsRecord Explainer::words(const MemoryName& name) {
  return {.object = add(name.object.text()),
          .path = add(name.path.text()),
          .address = name.address,
          .owner = name.owner,
          .opaque = name.part.inside};
}

bool Explainer::knows_object(std::uint64_t address) const {
  return runtime().heap.find_block(address) != nullptr ||
         runtime().modules.global_at(reinterpret_cast<const void*>(address)) != nullptr ||
         (Frames::contains(address) && runtime().frames.find(address).variable != nullptr);
}

void Explainer::add_pointer(TextBuffer& text, std::uint64_t address) {
  if (address == 0) return text.add("null");
  if (!knows_object(address)) return text.add("%p", reinterpret_cast<const void*>(address));
  const MemoryName object = name({address, 1}, true);
  const bool begins_block = object.block != nullptr && object.path.empty();
  text.add("%s%s%s", begins_block ? "" : "&", object.object.text(), object.path.text());
  if (object.block != nullptr && object.block->freed != 0) text.add(" (freed)");
}

bool Explainer::add_library_object(TextBuffer& text, const Part& part, std::uint64_t address) {
  const Holder holder = holder_of(part.library);
  if (holder != Holder::kUnique && holder != Holder::kShared) return add_value(text, part.library, address);
  std::uint64_t pointer = 0;
  if (read_memory(address, &pointer, sizeof pointer) != sizeof pointer) return false;
  const Block* const block = runtime().heap.find_block(pointer);
  if (block == nullptr) {
    add_pointer(text, pointer);
  } else {  // not by its owner, which is this one
    text.add("%s", name_memory(block->begin(), 1, true, number_of(*block)).object.text());
  }
  return true;
}

abi::Text Explainer::value(const MemoryName& name, Bytes bytes, std::uint64_t content) {
  TextBuffer text;
  const Part& part = name.part;
  if (part.inside && part.type == nullptr) return 0;
  const bool is_word = bytes.size == sizeof(std::uint64_t);
  if (name.holder == Holder::kBits && is_word) {
    add_true_elements(text, (bytes.address - name.block->begin()) * 8, content);
  } else if (part.type == nullptr) {
    if (name.holder == Holder::kString) {
      if (!add_quoted(text, bytes.address, bytes.size)) return 0;
    } else {
      if (!is_word || !knows_object(content)) return 0;
      add_pointer(text, content);
    }
  } else if (part.inside) {
    if (!add_library_object(text, part, bytes.address - part.in_library)) return 0;
  } else if (part.is_bits || *part.type == 'B') {
    if (!(part.is_bits ? add_bits(part.type, part.rest, bytes.size, content, text)
                       : add_number(part.type, content, text)))
      return 0;
  } else if (*part.type == '{' || bytes.size > sizeof content) {
    if (part.rest != 0 || !add_value(text, part.type, bytes.address)) return 0;
  } else if (part.rest == 0 && part.size == bytes.size && is_unset(content, bytes.size, *part.type)) {
    text.add("unset");
  } else if (is_pointer(part.type) && is_word && part.rest == 0) {
    if (!is_pointer_to_text(part.type) || !add_quoted(text, content, kMaxShownText)) add_pointer(text, content);
  } else if (std::strncmp(part.type, "[", 1) == 0 && std::strstr(part.type, "]c1") != nullptr) {
    add_quoted(text, bytes.address, bytes.size);
  } else if (part.rest != 0 || part.size != bytes.size || !add_number(part.type, content, text)) {
    return 0;
  }
  return add(text.text());
}

void Explainer::begins(const trace::Operation& op, Thread& thread) {
  runtime().between_steps.settle();
  abi::WordsRecord& record = channel_->captured.operation_words[&op - slot_->operations];
  record = {};
  const Bytes part{thread.accessed.address, thread.accessed.size};
  thread.accessed = {};
  written_ = {};
  const bool ends = std::exchange(ends_, false);
  const auto index = static_cast<std::size_t>(&op - slot_->operations);
  if (!op.location.valid() || index + kMaxExplained < slot_->schedule_size) return;
  const abi::LocationRecord& location = runtime().locations.record(op.location);
  if (location.kind == abi::LocationKind::kFile) return;
  if (!is_memory(op.kind)) {
    record = words(name({location.address, location.size}, false));
    return;
  }
  const bool is_part = part.address - location.address < location.size;
  const Bytes bytes = is_part ? part : Bytes{location.address, location.size};
  const MemoryName memory = name(bytes, false);
  record = words(memory);
  if (ends) {
    record.opaque = true;
    record.after = add("gone");
    return;
  }
  // What is gone has no value, and gets none: that it is accessed is the finding.
  const bool is_gone = bytes.size != 0 && !may_access(bytes.address, bytes.size);
  std::uint64_t content = 0;
  if (is_gone) {
    record.opaque = true;
    return;
  }
  if (op.kind == OpKind::kWrite && (byte_of(bytes.address) & kFresh) != 0) {
    record.before = add("unset");  // whatever an earlier run has left there
  } else if (content_at(bytes.address, bytes.size, content)) {
    record.before = value(memory, bytes, content);
  }
  const bool has_number = memory.part.type == nullptr && bytes.size <= sizeof(std::uint64_t);
  record.opaque = memory.part.inside || (record.before == 0 && (is_part || !has_number));
  const bool failed = op.kind == OpKind::kCas && op.effect != Effect::kModify && !memory.part.inside;
  if (failed) record.after = value(memory, bytes, static_cast<std::uint64_t>(op.operand));
  written_ = bytes;
}

void Explainer::has_written(const trace::Operation& op) {
  abi::WordsRecord& record = channel_->captured.operation_words[&op - slot_->operations];
  if (written_.size == 0) return;
  const MemoryName memory = name(written_, false);
  // Freeing a block is a write to all of it.
  const bool frees = memory.block != nullptr && memory.block->freed != 0 && memory.block->size == written_.size;
  if (frees) record.opaque = true;
  if (frees) record.before = 0;
  if (frees) record.after = add("freed");
  if (record.opaque && !memory.part.inside) return;
  std::uint64_t content = 0;
  if (content_at(written_.address, written_.size, content)) record.after = value(memory, written_, content);
  // The number in the trace is that of the whole location, which may be larger than the variable.
  if (record.after != 0 || record.before == 0 || memory.part.inside) return;
  record.before = 0;
  record.opaque = true;
}

void Explainer::waits(const trace::Operation& op) {
  abi::WordsRecord& record = channel_->captured.waiting_words[op.thread.index()];
  record = {};
  if (!op.location.valid()) return;
  const abi::LocationRecord& location = runtime().locations.record(op.location);
  if (location.kind != abi::LocationKind::kFile) record = words(name({location.address, location.size}, false));
}

void Explainer::fault(std::uint64_t address, const Block* block) {
  channel_->captured.fault.words = words(name({address, 1}, false));
  if (block == nullptr || block->freed == 0) return;
  channel_->captured.fault.freed_by = block->freed_by;
  channel_->captured.fault.freed_at = block->freed_at;
}

}  // namespace heddle::runtime
