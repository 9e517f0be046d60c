#include <cstdlib>
#include <cstring>

#include "runtime/library/sorted.h"

// Effects of functions on bytes: copies, comparisons, searches.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

void copy(C& c) {
  c.reads(1, c.number(2));
  c.writes(0, c.number(2));
}

void fill(C& c) { c.writes(0, c.number(2)); }
void clear(C& c) { c.writes(0, c.number(1)); }

void compare(C& c) {
  c.reads(0, c.number(2));
  c.reads(1, c.number(2));
}

// memchr stops at what it finds.
void find(C& c) {
  const auto* const begin = c.text(0);
  if (begin == nullptr) return;
  const auto* const found = static_cast<const char*>(std::memchr(begin, static_cast<int>(c.number(1)), c.number(2)));
  c.reads(0, found == nullptr ? c.number(2) : static_cast<std::uint64_t>(found - begin) + 1);
}

void find_for_sure(C& c) {
  const auto* const begin = c.text(0);
  if (begin == nullptr) return;
  c.reads(
      0, static_cast<std::uint64_t>(static_cast<const char*>(rawmemchr(begin, static_cast<int>(c.number(1)))) - begin) +
             1);
}

void copy_until(C& c) {
  const auto* const from = c.text(1);
  if (from == nullptr) return;
  const auto* const found = static_cast<const char*>(std::memchr(from, static_cast<int>(c.number(2)), c.number(3)));
  const std::uint64_t size = found == nullptr ? c.number(3) : static_cast<std::uint64_t>(found - from) + 1;
  c.reads(1, size);
  c.writes(0, size);
}

void find_part(C& c) {
  c.reads(0, c.number(1));
  c.reads(2, c.number(3));
}

void swap_bytes(C& c) {
  const auto size = static_cast<std::int64_t>(c.number(2));
  if (size <= 1) return;
  c.reads(0, static_cast<std::uint64_t>(size) & ~std::uint64_t{1});
  c.writes(1, static_cast<std::uint64_t>(size) & ~std::uint64_t{1});
}

void move_backwards(C& c) {
  c.reads(0, c.number(2));
  c.writes(1, c.number(2));
}

void search_or_add(C& c) {
  const auto* const count = c.pointer<const std::size_t>(2);
  c.changes(2, sizeof(std::size_t));
  c.calls(4);
  if (count == nullptr) return;
  c.reads(0, c.number(3));
  c.writes_at(c.pointer<char>(1) + *count * c.number(3), c.number(3));
}

void search(C& c) {
  c.reads(2, sizeof(std::size_t));
  c.calls(4);
}

// A tree is identified by the pointer to its root; its nodes are internal to the library.
void change_tree(C& c) {
  c.changes(1, sizeof(void*));
  c.calls(2);
}
void look_at_tree(C& c) {
  c.reads(1, sizeof(void*));
  c.calls(2);
}
void walk_tree(C& c) {
  c.reads(0, sizeof(void*));
  c.calls(1);
}

void new_block(C& c) { c.writes(0, sizeof(void*)); }

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"memcpy", copy},
    {"__memcpy_chk", copy},
    {"memmove", copy},
    {"__memmove_chk", copy},
    {"mempcpy", copy},
    {"__mempcpy", copy},
    {"__mempcpy_chk", copy},
    {"bcopy", move_backwards},
    {"memset", fill},
    {"__memset_chk", fill},
    {"bzero", clear},
    {"explicit_bzero", clear},
    {"__explicit_bzero_chk", clear},
    {"memcmp", compare},
    {"bcmp", compare},
    {"memchr", find},
    {"memrchr", [](C& c) { c.reads(0, c.number(2)); }},
    {"rawmemchr", find_for_sure},
    {"__rawmemchr", find_for_sure},
    {"memccpy", copy_until},
    {"memmem", find_part},
    {"swab", swap_bytes},
    {"bsearch", [](C& c) { c.calls(4); }},
    {"lfind", search},
    {"lsearch", search_or_add},
    {"tsearch", change_tree},
    {"tdelete", change_tree},
    {"tfind", look_at_tree},
    {"twalk", walk_tree},
    {"hsearch", [](C& c) { c.writes_hidden(Hidden::kHashTable); }},
    {"malloc", nullptr},
    {"calloc", nullptr},
    {"free", nullptr},
    {"realloc", nullptr},
    {"reallocarray", nullptr},
    {"malloc_usable_size", nullptr},
    {"posix_memalign", new_block},
}));

}  // namespace

std::span<const Effects> effects_on_memory() { return kTable; }

}  // namespace heddle::runtime
