#include "runtime/observe/between_steps.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "runtime/anchor.h"
#include "runtime/memory/painted.h"
#include "runtime/names/naming.h"
#include "runtime/sys/read_memory.h"

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kGranule = 8;

std::uint64_t first_granule(Explainer::Bytes bytes) { return bytes.address / kGranule; }
std::uint64_t last_granule(Explainer::Bytes bytes) {
  const std::uint64_t room = UINT64_MAX - bytes.address;
  return (bytes.address + std::min({bytes.size - 1, BetweenSteps::kMostBytes, room})) / kGranule;
}

}  // namespace

void BetweenSteps::start_run(abi::Channel& channel, const abi::Slot& slot) {
  if (!slot.capture) return;
  channel_ = &channel;
  slot_ = &slot;
  channel.captured.between_size = 0;
  last_write_ = kNone;
  segment_ = 0;
  too_many_ = 0;
  file_ = nullptr;
}

abi::UsedGranule* BetweenSteps::find(std::uint64_t granule) {
  constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
  constexpr std::size_t kLongestSearch = 64;
  constexpr int kHalfWord = 32;
  std::size_t at = (granule * kMix >> kHalfWord) % abi::kMaxUsedGranules;
  for (std::size_t tried = 0; tried < kLongestSearch; ++tried, at = (at + 1) % abi::kMaxUsedGranules) {
    abi::UsedGranule& entry = channel_->captured.used_granules[at];
    if (entry.granule == granule || entry.granule == 0) return &entry;
  }
  return nullptr;
}

void BetweenSteps::gather(trace::ThreadId thread, Explainer::Bytes bytes, bool is_write) {
  for (std::uint64_t g = first_granule(bytes); g <= last_granule(bytes); ++g) {
    abi::UsedGranule* const entry = find(g);
    if (entry == nullptr) return;
    if (entry->granule == 0) *entry = {.granule = g, .first = thread};
    entry->is_shared = entry->is_shared || entry->first != thread;
    entry->is_written = entry->is_written || is_write;
  }
}

bool BetweenSteps::is_shared(Explainer::Bytes bytes) {
  for (std::uint64_t g = first_granule(bytes); g <= last_granule(bytes); ++g) {
    const abi::UsedGranule* const entry = find(g);
    if (entry == nullptr || entry->granule == 0) return false;
    if (entry->is_shared && entry->is_written) return true;
  }
  return false;
}

bool BetweenSteps::adds_nothing(const abi::BetweenRecord& record) {
  std::uint32_t of_place = 0;
  for (std::uint32_t i = segment_; i < channel_->captured.between_size; ++i) {
    const abi::BetweenRecord& other = channel_->captured.between[i];
    if (other.line != record.line || other.column != record.column || other.file != record.file) continue;
    if (++of_place == (too_many_ < kMostTooMany ? kMostOfPlace : kMostNamesOfPlace)) return true;
    const bool same = other.is_write == record.is_write && other.address == record.address && other.size == record.size;
    if (same && !record.is_write) return true;
  }
  return channel_->captured.between_size - segment_ >= kMostOfSegment;
}

bool BetweenSteps::is_one_too_many(const abi::BetweenRecord& record, const MemoryName& name) {
  const char* const words = channel_->captured.words;
  const auto is_of = [&](const abi::BetweenRecord& one, const char* object, const char* path) {
    return std::strcmp(words + one.words.object, object) == 0 && std::strcmp(words + one.words.path, path) == 0;
  };
  std::uint32_t names = 0;
  for (std::uint32_t i = segment_; i < channel_->captured.between_size; ++i) {
    const abi::BetweenRecord& one = channel_->captured.between[i];
    if (one.line != record.line || one.column != record.column || one.file != record.file) continue;
    if (is_of(one, name.object.text(), name.path.text())) return false;
    const auto before = std::span(channel_->captured.between).subspan(segment_, i - segment_);
    names += std::ranges::none_of(before, [&](const abi::BetweenRecord& other) {
      return other.line == one.line && other.column == one.column && other.file == one.file &&
             is_of(other, words + one.words.object, words + one.words.path);
    });
  }
  if (names < kMostNamesOfPlace) return false;
  ++too_many_;
  return true;
}

abi::Text BetweenSteps::value(const MemoryName& name, Explainer::Bytes bytes) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 40;  // beyond, it is an address or the like
  Explainer& explainer = runtime().explainer;
  std::uint64_t content = 0;
  if (bytes.size <= sizeof content && read_memory(bytes.address, &content, bytes.size) != bytes.size) return 0;
  const abi::Text text = explainer.value(name, bytes, content);
  if (text != 0 || name.part.type != nullptr || name.part.inside || bytes.size > sizeof content) return text;
  const std::int64_t number = runtime::content(reinterpret_cast<const void*>(bytes.address), bytes.size);
  if (number > kLargest || number < -kLargest) return 0;
  TextBuffer buffer;
  buffer.add("%lld", static_cast<long long>(number));
  return explainer.add(buffer.text());
}

void BetweenSteps::access(trace::ThreadId thread, Explainer::Bytes bytes, bool is_write, const heddle_place* place) {
  settle();
  if (place == nullptr) place = __heddle_place;
  if (bytes.size == 0 || bytes.address == 0) return;
  if (slot_->gathers) return gather(thread, bytes, is_write);
  if (place == nullptr || channel_->captured.between_size == abi::kMaxBetween || !is_shared(bytes)) return;
  Explainer& explainer = runtime().explainer;
  if (file_ != place->file) file_text_ = explainer.add(place->file);
  file_ = place->file;
  const std::uint32_t size = channel_->captured.between_size;
  const bool same_segment = size != 0 && channel_->captured.between[size - 1].operations == slot_->operations_size;
  if (!same_segment) segment_ = size;
  if (!same_segment) too_many_ = 0;
  abi::BetweenRecord record = {.address = bytes.address,
                               .size = bytes.size,
                               .operations = slot_->operations_size,
                               .line = place->line,
                               .column = place->column,
                               .file = file_text_,
                               .thread = thread,
                               .is_write = is_write};
  if (file_text_ == 0 || adds_nothing(record)) return;
  const MemoryName name = explainer.name(bytes, false);
  if (is_one_too_many(record, name)) return;
  record.words = explainer.words(name);
  const bool is_unset = is_write && (byte_of(bytes.address) & kFresh) != 0;
  record.words.before = is_unset ? explainer.add("unset") : value(name, bytes);
  if (is_write) last_write_ = size;
  channel_->captured.between[channel_->captured.between_size++] = record;
}

void BetweenSteps::settle() {
  if (last_write_ == kNone) return;
  abi::BetweenRecord& record = channel_->captured.between[last_write_];
  last_write_ = kNone;
  const Explainer::Bytes bytes{record.address, record.size};
  record.words.after = value(runtime().explainer.name(bytes, false), bytes);
}

}  // namespace heddle::runtime
