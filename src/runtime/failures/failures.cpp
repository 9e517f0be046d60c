#include "runtime/failures/failures.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/anchor.h"
#include "runtime/names/naming.h"
#include "runtime/names/places.h"
#include "runtime/sys/die.h"
#include "runtime/sys/real.h"
#include "runtime/sys/text_buffer.h"

namespace heddle::runtime {

void die(const char* format, ...) {
  char text[1024] = "";
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(text, sizeof text - 1, format, arguments);
  va_end(arguments);
  const auto size = static_cast<std::size_t>(length < 0 ? 0 : length) < sizeof text - 1
                        ? static_cast<std::size_t>(length)
                        : sizeof text - 2;
  if (anchor != nullptr && anchor->channel != nullptr) anchor->channel->died = add_text(text);
  text[size] = '\n';
  constexpr char kPrefix[] = "heddle runtime: ";
  [[maybe_unused]] ssize_t ignored = write(STDERR_FILENO, kPrefix, sizeof kPrefix - 1);
  ignored = write(STDERR_FILENO, text, size + 1);
  real_syscall(SYS_exit_group, 6);
  __builtin_unreachable();
}

std::uint32_t add_note(const char* text) {
  if (text[0] == '\0') return 0;
  abi::Channel& channel = *runtime().channel;
  for (std::uint32_t i = 0; i < channel.notes_size; ++i) {
    if (std::strcmp(channel.texts + channel.notes[i], text) == 0) return i + 1;
  }
  if (channel.notes_size == abi::kMaxNotes) {
    channel.overflow |= static_cast<std::uint32_t>(abi::Overflow::kTexts);
    return 0;
  }
  channel.notes[channel.notes_size] = add_text(text);
  return ++channel.notes_size;
}

namespace {

void announce(const abi::FailureRecord& failure) {
  const abi::Channel& channel = *runtime().channel;
  TextBuffer text;
  text.add("%s", trace::name(failure.kind).data());
  if (failure.note != 0) text.add(": %s", channel.texts + channel.notes[failure.note - 1]);
  heddle_finding(text.text());
}

}  // namespace

void add_failure(const abi::FailureRecord& failure) {
  abi::Slot& slot = *runtime().slot;
  for (std::uint32_t i = 0; i < slot.failures_size; ++i) {
    const abi::FailureRecord& other = slot.failures[i];
    if (other.kind == failure.kind && other.thread == failure.thread && other.place == failure.place &&
        other.other == failure.other)
      return;
  }
  if (slot.failures_size == abi::kMaxFailures) {
    slot.overflow |= static_cast<std::uint32_t>(abi::Overflow::kFailures);
    return;
  }
  slot.failures[slot.failures_size++] = failure;
  if (runtime().channel->settings.os_threads) announce(failure);
}

void fail(trace::FailureKind kind, const heddle_place* place, const char* note_format, ...) {
  char note[1024];
  va_list arguments;
  va_start(arguments, note_format);
  std::vsnprintf(note, sizeof note, note_format, arguments);
  va_end(arguments);
  Runtime& rt = runtime();
  if (place == nullptr) place = __heddle_place;
  if (!rt.in_program()) rt.constructors.belongs_to_run();
  if (!rt.in_program()) die("%s%s%s outside of a run", trace::name(kind).data(), note[0] != '\0' ? ": " : "", note);
  add_failure({.kind = kind, .thread = rt.scheduler.current().id, .place = place_id(place), .note = add_note(note)});
  rt.scheduler.stop(Stop::kFailed, place);
}

}  // namespace heddle::runtime

void heddle_finding(const char* what) { asm volatile("" : : "r"(what) : "memory"); }
