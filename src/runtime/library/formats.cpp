#include <algorithm>

#include "runtime/library/print_format.h"
#include "runtime/library/scan_format.h"
#include "runtime/library/sorted.h"

// Effects of the functions with formats. The arguments for the format follow the named ones, or are in a list.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// The list of the arguments for the format, which is the last named one or precedes the list.
template <bool kInList, class Body>
void with_list(C& c, unsigned format, const Body& body) {
  va_list list;
  if constexpr (kInList) {
    c.reads(format + 1, sizeof(va_list));
    if (c.pointer<void>(format + 1) == nullptr) return;
    va_copy(list, *c.pointer<va_list>(format + 1));
  } else {
    c.variable(format + 1, list);
  }
  body(list);
  va_end(list);
}

// Which argument the format is, is part of what a function is.
template <unsigned kFormat, bool kInList = false>
void output(C& c) {
  with_list<kInList>(c, kFormat, [&](va_list list) { PrintFormat(c, c.text(kFormat)).tell(list); });
}

template <unsigned kFormat, bool kInList = false>
void text(C& c) {
  with_list<kInList>(c, kFormat, [&](va_list list) {
    PrintFormat format(c, c.text(kFormat));
    format.tell(list);
    c.writes(0, format.size(list));
  });
}

template <unsigned kFormat, bool kInList = false>
void bounded_text(C& c) {
  with_list<kInList>(c, kFormat, [&](va_list list) {
    PrintFormat format(c, c.text(kFormat));
    format.tell(list);
    c.writes(0, std::min(format.size(list), c.number(1)));
  });
}

template <unsigned kFormat, bool kInList = false>
void new_text(C& c) {
  output<kFormat, kInList>(c);
  c.writes(0, sizeof(char*));
}

template <bool kInList>
void scan_text(C& c) {
  with_list<kInList>(c, 1, [&](va_list list) { ScanFormat(c, c.text(1)).tell_of_text(c.text(0), list); });
}

template <unsigned kFormat, bool kInList>
void scan_stream(C& c) {
  with_list<kInList>(c, kFormat, [&](va_list list) { ScanFormat(c, c.text(kFormat)).tell_of_stream(list); });
}

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"printf", output<0>},
    {"fprintf", output<1>},
    {"dprintf", output<1>},
    {"__printf_chk", output<1>},
    {"__fprintf_chk", output<2>},
    {"__dprintf_chk", output<2>},
    {"vprintf", output<0, true>},
    {"vfprintf", output<1, true>},
    {"vdprintf", output<1, true>},
    {"__vprintf_chk", output<1, true>},
    {"__vfprintf_chk", output<2, true>},
    {"sprintf", text<1>},
    {"__sprintf_chk", text<3>},
    {"vsprintf", text<1, true>},
    {"__vsprintf_chk", text<3, true>},
    {"snprintf", bounded_text<2>},
    {"__snprintf_chk", bounded_text<4>},
    {"vsnprintf", bounded_text<2, true>},
    {"__vsnprintf_chk", bounded_text<4, true>},
    {"asprintf", new_text<1>},
    {"__asprintf_chk", new_text<2>},
    {"vasprintf", new_text<1, true>},
    {"__vasprintf_chk", new_text<2, true>},
    {"sscanf", scan_text<false>},
    {"__isoc99_sscanf", scan_text<false>},
    {"__isoc23_sscanf", scan_text<false>},
    {"vsscanf", scan_text<true>},
    {"__isoc99_vsscanf", scan_text<true>},
    {"__isoc23_vsscanf", scan_text<true>},
    {"scanf", scan_stream<0, false>},
    {"__isoc99_scanf", scan_stream<0, false>},
    {"__isoc23_scanf", scan_stream<0, false>},
    {"fscanf", scan_stream<1, false>},
    {"__isoc99_fscanf", scan_stream<1, false>},
    {"__isoc23_fscanf", scan_stream<1, false>},
    {"vscanf", scan_stream<0, true>},
    {"__isoc99_vscanf", scan_stream<0, true>},
    {"__isoc23_vscanf", scan_stream<0, true>},
    {"vfscanf", scan_stream<1, true>},
    {"__isoc99_vfscanf", scan_stream<1, true>},
    {"__isoc23_vfscanf", scan_stream<1, true>},
}));

}  // namespace

std::span<const Effects> effects_of_formats() { return kTable; }

}  // namespace heddle::runtime
