#include "runtime/memory/frames.h"

#include <algorithm>
#include <cstring>

#include "runtime/memory/pages.h"
#include "runtime/sys/address.h"

namespace heddle::runtime {

namespace {

constexpr std::uintptr_t kGranule = std::uintptr_t{1} << kQuietGranuleBits;

void paint(std::uintptr_t begin, std::uintptr_t end, std::uint8_t state) {
  if (begin < end) std::memset(&byte_of(begin), state, (end - begin) >> kQuietGranuleBits);
}

// The bytes of one variable. A small one may begin within a granule; it then ends with it.
void paint_variable(std::uintptr_t begin, std::uint64_t size, std::uint8_t state) {
  const std::uintptr_t end = begin + size;
  paint(align_down(begin, kGranule), align_down(end, kGranule), state);
  if (end % kGranule != 0) byte_of(end) = state == kWhole ? static_cast<std::uint8_t>(end % kGranule) : state;
}

bool lives(std::uint8_t state) { return state < kFreed && open_bytes(state) != 0; }

// What lives in the range is dead now. Headers and zones stay, for findings.
void kill(Frames::Range range) {
  for (std::uintptr_t at = align_up(range.begin, kGranule); at < range.end; at += kGranule) {
    std::uint8_t& state = byte_of(at);
    if (lives(state)) state = kGone;
  }
}

}  // namespace

bool Frames::map() { return map_pages(kFramesBase, kStacksSize) != nullptr; }

void Frames::put_back() {
  for (std::uint32_t i = 0; i < used_count_; ++i) {
    const std::uint32_t thread = used_[i];
    paint(lowest_[thread], stack_top(thread) + kFramesDistance, 0);
    lowest_[thread] = 0;
  }
  used_count_ = 0;
  for (std::uint32_t i = 0; i < ended_count_; ++i) paint(ended_[i].begin, ended_[i].end, 0);
  ended_count_ = 0;
}

void Frames::note(std::uintptr_t begin) {
  const std::size_t thread = thread_of(begin);
  std::uintptr_t& lowest = lowest_[thread];
  if (lowest == 0) {
    used_[used_count_++] = static_cast<std::uint32_t>(thread);
    lowest = living_[thread] = begin;
  }
  lowest = std::min(lowest, begin);
  living_[thread] = std::min(living_[thread], begin);
}

void* Frames::enter(void* block, const heddle_frame& frame) {
  if (!on_stack(block)) return block;
  const std::uintptr_t begin = number(block) + kFramesDistance;
  note(begin);
  *reinterpret_cast<Header*>(begin) = {&frame, nullptr};
  paint(begin, begin + frame.size, kZone);
  byte_of(begin) = kFrameBegins;
  for (std::uint64_t i = 0; i < frame.count; ++i) {
    const heddle_variable& one = frame.variables[i];
    paint_variable(begin + one.offset, one.size, one.has_scope != 0 ? kOutOfScope : kWhole);
  }
  return reinterpret_cast<void*>(begin);
}

void Frames::leave(void* entered, const heddle_frame& frame) {
  const std::uintptr_t begin = number(entered);
  if (!contains(begin)) return;
  for (std::uint64_t i = 0; i < frame.count; ++i)
    paint_variable(begin + frame.variables[i].offset, frame.variables[i].size, kGone);
}

void* Frames::enter_array(void* block, std::uint64_t size, const heddle_variable& variable) {
  if (!on_stack(block)) return static_cast<char*>(block) + HEDDLE_FRAME_HEADER;
  const std::uintptr_t begin = number(block) + kFramesDistance;
  const std::uintptr_t array = begin + HEDDLE_FRAME_HEADER;
  note(begin);
  *reinterpret_cast<Header*>(begin) = {nullptr, &variable};
  paint(begin, align_up(array + size, kGranule) + HEDDLE_FRAME_HEADER, kZone);
  byte_of(begin) = kFrameBegins;
  paint_variable(array, size, kWhole);
  return reinterpret_cast<void*>(array);
}

Frames::Range Frames::entered(const void* block, std::uint64_t size) {
  if (!on_stack(block)) return {};
  const std::uintptr_t begin = number(block) + kFramesDistance;
  return {begin, begin + size};
}

Frames::Range Frames::released(const void* from, const void* to) {
  if (!on_stack(from)) return {};
  return {number(from) + kFramesDistance, number(to) + kFramesDistance};
}

void Frames::release(const void* from, const void* to) { kill(released(from, to)); }

Frames::Range Frames::left_by_unwinding(const void* stack) const {
  if (!on_stack(stack)) return {};
  const std::uintptr_t end = number(stack) + kFramesDistance;
  const std::size_t thread = thread_of(end);
  return lowest_[thread] == 0 ? Range{} : Range{living_[thread], end};
}

void Frames::unwound(const void* stack) {
  const Range left = left_by_unwinding(stack);
  if (left.begin >= left.end) return;
  kill(left);
  living_[thread_of(left.end)] = left.end;
}

Frames::Range Frames::all_of(trace::ThreadId thread) const {
  const std::uintptr_t lowest = lowest_[thread.index()];
  return lowest == 0 ? Range{} : Range{lowest, stack_top(thread.index()) + kFramesDistance};
}

Frames::Range Frames::first_living(Range range) const {
  std::uintptr_t begin = align_up(range.begin, kGranule);
  while (begin < range.end && !lives(byte_of(begin))) begin += kGranule;
  if (begin >= range.end) return {};
  std::uintptr_t last = begin;
  while (last + kGranule < range.end && lives(byte_of(last + kGranule))) last += kGranule;
  const std::uintptr_t end = last + open_bytes(byte_of(last));
  // A small variable begins later in its granule. The size of an array of variable length is not in its description.
  const FrameVariable found = find(end - 1);
  const bool is_known =
      found.variable != nullptr && found.variable->size == static_cast<std::uint64_t>(found.offset) + 1;
  return {is_known ? end - found.variable->size : begin, end};
}

void Frames::begin_scope(void* variable, std::uint64_t size) {
  if (contains(number(variable))) paint_variable(number(variable), size, kWhole);
}

void Frames::end_scope(void* variable, std::uint64_t size) {
  if (contains(number(variable))) paint_variable(number(variable), size, kOutOfScope);
}

void Frames::end_thread(trace::ThreadId thread, const void* locals, const void* locals_end) {
  kill(all_of(thread));
  const Range range{align_up(number(locals), kGranule), align_down(number(locals_end), kGranule)};
  paint(range.begin, range.end, kThreadGone);
  ended_[ended_count_++] = range;
}

// The nearest header; there is one if there is a variable.
const Frames::Header* Frames::header_below(std::uintptr_t address) const {
  const std::uintptr_t lowest = lowest_[thread_of(address)];
  if (lowest == 0) return nullptr;
  for (std::uintptr_t at = align_down(address, kGranule); at >= lowest; at -= kGranule) {
    if (byte_of(at) == kFrameBegins) return reinterpret_cast<const Header*>(at);
  }
  return nullptr;
}

FrameVariable Frames::find(std::uintptr_t address) const {
  const Header* const header = header_below(address);
  if (header == nullptr) return {};
  const auto begin = number(header);
  if (header->frame == nullptr)
    return {header->variable, static_cast<std::int64_t>(address - begin - HEDDLE_FRAME_HEADER)};
  const heddle_frame& frame = *header->frame;
  FrameVariable nearest;
  std::uint64_t smallest = UINT64_MAX;
  for (std::uint64_t i = 0; i < frame.count; ++i) {
    const heddle_variable& one = frame.variables[i];
    const auto offset = static_cast<std::int64_t>(address - begin - one.offset);
    const std::uint64_t distance = offset < 0 ? static_cast<std::uint64_t>(-offset)
                                   : static_cast<std::uint64_t>(offset) >= one.size
                                       ? static_cast<std::uint64_t>(offset) - one.size + 1
                                       : 0;
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = {&one, offset};
  }
  return nearest;
}

}  // namespace heddle::runtime
