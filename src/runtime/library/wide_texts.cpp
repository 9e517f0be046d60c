#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <cwchar>

#include "runtime/library/sorted.h"

// Effects of functions on wide characters and multibyte characters.

namespace heddle::runtime {

namespace {

using C = LibraryCall;
constexpr std::uint64_t kWide = sizeof(wchar_t);

void both(C& c) {
  c.reads_wide(0);
  c.reads_wide(1);
}

void compare_some(C& c) {
  c.reads_wide(0, c.number(2));
  c.reads_wide(1, c.number(2));
}

void append(C& c) {
  const std::uint64_t there = c.reads_wide(0);
  const std::uint64_t more = c.reads_wide(1);
  if (there != 0) c.writes_at(c.text(0) + there - kWide, more);
}

void copy_some(C& c) {
  c.reads_wide(1, c.number(2));
  c.writes(0, c.number(2) * kWide);
}

void copy(C& c) {
  c.reads(1, c.number(2) * kWide);
  c.writes(0, c.number(2) * kWide);
}

void compare(C& c) {
  c.reads(0, c.number(2) * kWide);
  c.reads(1, c.number(2) * kWide);
}

// How long the number in a wide text is.
template <class Parse>
void number(C& c, const Parse& parse) {
  const auto* const text = c.pointer<const wchar_t>(0);
  if (text == nullptr) return;
  wchar_t* end = nullptr;
  parse(text, &end);
  c.reads(0, static_cast<std::uint64_t>(end - text + 1) * kWide);
  c.writes(1, sizeof(wchar_t*));
}

void integer(C& c) {
  number(c, [&](const wchar_t* text, wchar_t** end) { std::wcstoull(text, end, static_cast<int>(c.number(2))); });
}

void floating(C& c) {
  number(c, [](const wchar_t* text, wchar_t** end) { std::wcstold(text, end); });
}

// One multibyte character; `state` is the argument that says what came before it.
void to_wide(C& c, int state) {
  std::mbstate_t rehearsal{};
  if (state < 0) {
    c.writes_hidden(Hidden::kConversion);
  } else if (c.pointer<std::mbstate_t>(static_cast<unsigned>(state)) != nullptr) {
    c.changes(static_cast<unsigned>(state), sizeof rehearsal);
    rehearsal = *c.pointer<std::mbstate_t>(static_cast<unsigned>(state));
  }
  if (c.text(1) == nullptr) return;
  wchar_t wide = 0;
  const std::size_t used = std::mbrtowc(&wide, c.text(1), c.number(2), &rehearsal);
  const bool complete = used < static_cast<std::size_t>(-2);
  c.reads(1, complete ? std::max<std::size_t>(used, 1) : c.number(2));
  if (complete) c.writes(0, kWide);
}

void to_bytes(C& c, bool has_state) {
  if (has_state) {
    c.changes(2, sizeof(std::mbstate_t));
  } else {
    c.writes_hidden(Hidden::kConversion);
  }
  char bytes[16];
  std::mbstate_t state{};
  const std::size_t size = std::wcrtomb(bytes, static_cast<wchar_t>(c.number(1)), &state);
  if (size != static_cast<std::size_t>(-1)) c.writes(0, size);
}

void texts_to_wide(C& c) {
  if (c.text(1) == nullptr) return;
  c.reads_text(1);
  const std::size_t length = std::mbstowcs(nullptr, c.text(1), 0);
  const std::uint64_t size = length == static_cast<std::size_t>(-1) ? c.number(2) : length + 1;
  c.writes(0, std::min<std::uint64_t>(size, c.number(2)) * kWide);
}

void texts_to_bytes(C& c) {
  if (c.text(1) == nullptr) return;
  c.reads_wide(1);
  const std::size_t length = std::wcstombs(nullptr, c.pointer<const wchar_t>(1), 0);
  const std::uint64_t size = length == static_cast<std::size_t>(-1) ? c.number(2) : length + 1;
  c.writes(0, std::min<std::uint64_t>(size, c.number(2)));
}

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"wcslen", [](C& c) { c.reads_wide(0); }},
    {"wcscmp", both},
    {"wcsncmp", compare_some},
    {"wcscpy", [](C& c) { c.writes(0, c.reads_wide(1)); }},
    {"wcsncpy", copy_some},
    {"wcscat", append},
    {"wcschr", [](C& c) { c.reads_wide(0); }},
    {"wcsrchr", [](C& c) { c.reads_wide(0); }},
    {"wcsstr", both},
    {"wcstod", floating},
    {"wcstof", floating},
    {"wcstold", floating},
    {"wcstol", integer},
    {"wcstoll", integer},
    {"wcstoul", integer},
    {"wcstoull", integer},
    {"wmemchr", [](C& c) { c.reads(0, c.number(2) * kWide); }},
    {"wmemcmp", compare},
    {"wmemcpy", copy},
    {"wmemmove", copy},
    {"wmemset", [](C& c) { c.writes(0, c.number(2) * kWide); }},
    {"mbtowc", [](C& c) { to_wide(c, -1); }},
    {"mbrtowc", [](C& c) { to_wide(c, 3); }},
    {"wctomb", [](C& c) { to_bytes(c, false); }},
    {"wcrtomb", [](C& c) { to_bytes(c, true); }},
    {"mbstowcs", texts_to_wide},
    {"wcstombs", texts_to_bytes},
}));

}  // namespace

std::span<const Effects> effects_on_wide_texts() { return kTable; }

}  // namespace heddle::runtime
