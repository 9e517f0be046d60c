#include <sys/uio.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "runtime/library/sorted.h"

// Effects of input and output on the program's memory. The stream itself is locked by the library. Functions that read
// into memory, which is written only as far as there is something to read, are the runtime's own
// (interpose/input_streams.cpp) and report their writes themselves.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

void first(C& c) { c.reads_text(0); }
void second(C& c) { c.reads_text(1); }
void both(C& c) {
  c.reads_text(0);
  c.reads_text(1);
}

void write_items(C& c) { c.reads(0, c.number(1) * c.number(2)); }
void write_bytes(C& c) { c.reads(1, c.number(2)); }

void write_pieces(C& c) {
  const auto* const pieces = c.pointer<const iovec>(1);
  c.reads(1, c.number(2) * sizeof(iovec));
  for (std::uint64_t i = 0; pieces != nullptr && i < c.number(2); ++i)
    c.reads_at(pieces[i].iov_base, pieces[i].iov_len);
}

// The memory of the line is reported once it is known where it is.
void line(C& c) {
  c.changes(0, sizeof(char*));
  c.changes(1, sizeof(std::size_t));
}

void read_at(C& c) {
  Scratch bytes(c.number(2) + 1);
  const ssize_t size = pread(static_cast<int>(c.number(0)), bytes.data(), c.number(2), static_cast<off_t>(c.number(3)));
  if (size > 0) c.writes(1, static_cast<std::uint64_t>(size));
}

// What they do to a stream is not a step, unlike with the functions that the runtime replaces.
template <unsigned kStream>
void not_ordered(C& c) {
  const auto* const stream = c.pointer<const FILE>(kStream);
  if (stream != stdout && stream != stderr) c.give_up();
}

void text_not_ordered(C& c) {
  c.reads_text(0);
  not_ordered<1>(c);
}
void wide_text(C& c) {
  c.reads_wide(0);
  not_ordered<1>(c);
}
void items_not_ordered(C& c) {
  write_items(c);
  not_ordered<3>(c);
}

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"puts", first},
    {"perror", first},
    {"fputs", first},
    {"fputs_unlocked", text_not_ordered},
    {"fputws", wide_text},
    {"fwrite", write_items},
    {"fwrite_unlocked", items_not_ordered},
    {"pread", read_at},
    {"pread64", read_at},
    {"write", write_bytes},
    {"send", write_bytes},
    {"pwrite", write_bytes},
    {"pwrite64", write_bytes},
    {"writev", write_pieces},
    {"fopen", both},
    {"fopen64", both},
    {"freopen", both},
    {"freopen64", both},
    {"fdopen", second},
    {"fgetpos", [](C& c) { c.writes(1, sizeof(std::fpos_t)); }},
    {"fsetpos", [](C& c) { c.reads(1, sizeof(std::fpos_t)); }},
    // The runtime's own.
    {"read", nullptr},
    {"recv", nullptr},
    {"__read_chk", nullptr},
    {"fread", nullptr},
    {"fread_unlocked", nullptr},
    {"__fread_chk", nullptr},
    {"fgets", nullptr},
    {"fgets_unlocked", nullptr},
    {"__fgets_chk", nullptr},
    {"getline", line},
    {"getdelim", line},
    {"__getdelim", line},
    // These use no memory of the program except the stream itself.
    {"clearerr", nullptr},
    {"fclose", nullptr},
    {"feof", nullptr},
    {"feof_unlocked", nullptr},
    {"ferror", nullptr},
    {"ferror_unlocked", nullptr},
    {"fflush", nullptr},
    {"fflush_unlocked", not_ordered<0>},
    {"fgetc", nullptr},
    {"fgetc_unlocked", nullptr},
    {"fgetwc", not_ordered<0>},
    {"fileno", nullptr},
    {"flockfile", nullptr},
    {"fputc", nullptr},
    {"fputc_unlocked", not_ordered<1>},
    {"fputwc", not_ordered<1>},
    {"fseek", nullptr},
    {"fseeko", nullptr},
    {"fseeko64", nullptr},
    {"ftell", nullptr},
    {"ftello", nullptr},
    {"ftello64", nullptr},
    {"ftrylockfile", nullptr},
    {"funlockfile", nullptr},
    {"getc", nullptr},
    {"getc_unlocked", nullptr},
    {"getwc", not_ordered<0>},
    {"putc", nullptr},
    {"putc_unlocked", not_ordered<1>},
    {"putw", not_ordered<1>},
    {"putwc", not_ordered<1>},
    {"rewind", nullptr},
    {"setlinebuf", nullptr},
    {"ungetc", nullptr},
}));

}  // namespace

std::span<const Effects> effects_of_streams() { return kTable; }

}  // namespace heddle::runtime
