#include <strings.h>

#include <algorithm>
#include <cstring>

#include "runtime/library/sorted.h"

// Effects of functions on strings.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

void both(C& c) {
  c.reads_text(0);
  c.reads_text(1);
}

// Two strings up to where they differ, at most `most` characters.
void compare(C& c, std::uint64_t most, bool any_case) {
  const auto* const a = c.pointer<const unsigned char>(0);
  const auto* const b = c.pointer<const unsigned char>(1);
  if (a == nullptr || b == nullptr) return;
  std::uint64_t size = 0;
  while (size < most) {
    const char pair[2][2] = {{static_cast<char>(a[size]), 0}, {static_cast<char>(b[size]), 0}};
    ++size;
    if (a[size - 1] == 0 || b[size - 1] == 0) break;
    if (any_case ? strcasecmp(pair[0], pair[1]) != 0 : pair[0][0] != pair[1][0]) break;
  }
  c.reads(0, size);
  c.reads(1, size);
}

void copy(C& c) { c.writes(0, c.reads_text(1)); }

void copy_some(C& c) {
  c.reads_text(1, c.number(2));
  c.writes(0, c.number(2));
}

void append(C& c) {
  const std::uint64_t there = c.reads_text(0);
  const std::uint64_t more = c.reads_text(1);
  if (there != 0) c.writes_at(c.text(0) + there - 1, more);
}

void append_some(C& c) {
  const std::uint64_t there = c.reads_text(0);
  const std::uint64_t more = c.text(1) == nullptr ? 0 : strnlen(c.text(1), c.number(2));
  c.reads_text(1, c.number(2));
  if (there != 0) c.writes_at(c.text(0) + there - 1, more + 1);
}

void copy_into_room(C& c) {
  const std::uint64_t size = c.reads_text(1);
  c.writes(0, std::min(size, c.number(2)));
}

void append_into_room(C& c) {
  const std::uint64_t room = c.number(2);
  if (c.text(0) == nullptr) return;
  const std::uint64_t there = strnlen(c.text(0), room);
  c.reads_text(0, room);
  const std::uint64_t more = c.reads_text(1);
  if (there < room) c.writes_at(c.text(0) + there, std::min(more, room - there));
}

std::uint64_t up_to(const char* begin, const char* last) { return static_cast<std::uint64_t>(last - begin) + 1; }

void find(C& c) {
  if (c.text(0) != nullptr) c.reads(0, up_to(c.text(0), strchrnul(c.text(0), static_cast<int>(c.number(1)))));
}

void find_text(C& c) {
  if (c.text(0) == nullptr || c.text(1) == nullptr) return;
  const std::uint64_t size = c.reads_text(1);
  const char* const found = std::strstr(c.text(0), c.text(1));
  c.reads_text(0, found == nullptr ? C::kAll : static_cast<std::uint64_t>(found - c.text(0)) + size - 1);
}

void span_inside(C& c) {
  if (c.text(0) == nullptr || c.text(1) == nullptr) return;
  c.reads_text(1);
  c.reads(0, std::strspn(c.text(0), c.text(1)) + 1);
}

void span_outside(C& c) {
  if (c.text(0) == nullptr || c.text(1) == nullptr) return;
  c.reads_text(1);
  c.reads(0, std::strcspn(c.text(0), c.text(1)) + 1);
}

// What strtok_r and strsep do to a text: they find its first token and terminate it.
void take_token(C& c, const char* text, const char* separators, bool skip) {
  c.reads_text_at(separators);
  if (text == nullptr || separators == nullptr) return;
  const char* const begin = skip ? text + std::strspn(text, separators) : text;
  const char* const end = begin + std::strcspn(begin, separators);
  c.reads_at(text, up_to(text, end));
  if (*end != 0) c.writes_at(end, 1);
}

void token(C& c) {
  if (c.pointer<char*>(2) == nullptr) return;
  if (c.text(0) == nullptr) c.reads(2, sizeof(char*));
  take_token(c, c.text(0) != nullptr ? c.text(0) : *c.pointer<char*>(2), c.text(1), true);
  c.writes(2, sizeof(char*));
}

void separate(C& c) {
  if (c.pointer<char*>(0) == nullptr) return;
  c.reads(0, sizeof(char*));
  take_token(c, *c.pointer<char*>(0), c.text(1), false);
  c.writes(0, sizeof(char*));
}

void transform(C& c) {
  if (c.text(1) == nullptr) return;
  c.reads_text(1);
  const std::uint64_t size = std::strxfrm(nullptr, c.text(1), 0) + 1;
  c.writes(0, std::min(size, c.number(2)));
}

void path_in_place(C& c) {
  c.reads_text(0);
  if (c.text(0) != nullptr) c.writes(0, std::strlen(c.text(0)) + 1);
}

void first(C& c) { c.reads_text(0); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"strlen", first},
    {"strnlen", [](C& c) { c.reads_text(0, c.number(1)); }},
    {"strcmp", [](C& c) { compare(c, C::kAll, false); }},
    {"strncmp", [](C& c) { compare(c, c.number(2), false); }},
    {"strcasecmp", [](C& c) { compare(c, C::kAll, true); }},
    {"strncasecmp", [](C& c) { compare(c, c.number(2), true); }},
    {"strcoll", both},
    {"strverscmp", both},
    {"strcpy", copy},
    {"__strcpy_chk", copy},
    {"stpcpy", copy},
    {"__stpcpy", copy},
    {"__stpcpy_chk", copy},
    {"strncpy", copy_some},
    {"__strncpy_chk", copy_some},
    {"stpncpy", copy_some},
    {"__stpncpy_chk", copy_some},
    {"strcat", append},
    {"__strcat_chk", append},
    {"strncat", append_some},
    {"__strncat_chk", append_some},
    {"strlcpy", copy_into_room},
    {"strlcat", append_into_room},
    {"strdup", first},
    {"__strdup", first},
    {"strndup", [](C& c) { c.reads_text(0, c.number(1)); }},
    {"strchr", find},
    {"index", find},
    {"strchrnul", find},
    {"strrchr", first},
    {"rindex", first},
    {"strstr", find_text},
    {"strcasestr", both},
    {"strspn", span_inside},
    {"strcspn", span_outside},
    {"strpbrk", span_outside},
    {"strtok_r", token},
    {"__strtok_r", token},
    {"strsep", separate},
    {"strxfrm", transform},
    {"basename", first},
    {"__xpg_basename", path_in_place},
    {"dirname", path_in_place},
    {"fnmatch", both},
    {"gettext", first},
    {"dgettext", both},
    {"textdomain", first},
    {"bindtextdomain", both},
}));

}  // namespace

std::span<const Effects> effects_on_texts() { return kTable; }

}  // namespace heddle::runtime
