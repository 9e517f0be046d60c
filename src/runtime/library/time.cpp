#include <sys/time.h>
#include <sys/times.h>

#include <cstring>
#include <ctime>

#include "runtime/library/sorted.h"

// Effects of functions on times and dates.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

// The one that localtime and gmtime return. Asking for it changes it, which the call that asks first is about to do
// anyway.
tm* date_of_library() {
  const std::time_t moment = 0;
  static tm* const date = std::gmtime(&moment);
  return date;
}

void shared_date(C& c) {
  c.reads(0, sizeof(std::time_t));
  c.writes_at(date_of_library(), sizeof(tm));
}

void own_date(C& c) {
  c.reads(0, sizeof(std::time_t));
  c.writes(1, sizeof(tm));
}

void text_of_moment(C& c) {
  shared_date(c);
  c.writes_hidden(Hidden::kAsctime);
}

void text_of_date(C& c) {
  c.reads(0, sizeof(tm));
  c.writes_hidden(Hidden::kAsctime);
}

constexpr std::uint64_t kDateText = 26;

void own_text_of_moment(C& c) {
  c.reads(0, sizeof(std::time_t));
  c.writes(1, kDateText);
}

void own_text_of_date(C& c) {
  c.reads(0, sizeof(tm));
  c.writes(1, kDateText);
}

void formatted(C& c) {
  c.reads_text(2);
  c.reads(3, sizeof(tm));
  if (c.text(2) == nullptr || c.pointer<tm>(3) == nullptr) return;
  Scratch text(c.number(1) + 1);
  const std::size_t length = std::strftime(text.data(), c.number(1), c.text(2), c.pointer<tm>(3));
  // What a text that does not fit leaves there is unspecified.
  c.writes(0, length != 0 || *c.text(2) == 0 ? length + 1 : c.number(1));
}

void parsed(C& c) {
  c.reads_text(0);
  c.reads_text(1);
  c.changes(2, sizeof(tm));
}

template <unsigned kArgument, class T>
void written(C& c) {
  c.writes(kArgument, sizeof(T));
}

void of_day(C& c) {
  c.writes(0, sizeof(timeval));
  c.writes(1, sizeof(struct timezone));
}

// Threads may call it at the same time, but not while others look at the variables that it sets.
void time_zone(C& c) {
  c.reads_hidden(Hidden::kEnvironment);
  c.give_up();
}

constexpr auto kTable = sorted(std::to_array<Effects>({
    {"time", written<0, std::time_t>},
    {"localtime", shared_date},
    {"gmtime", shared_date},
    {"localtime_r", own_date},
    {"gmtime_r", own_date},
    {"ctime", text_of_moment},
    {"ctime_r", own_text_of_moment},
    {"asctime", text_of_date},
    {"asctime_r", own_text_of_date},
    {"mktime", [](C& c) { c.changes(0, sizeof(tm)); }},
    {"timegm", [](C& c) { c.changes(0, sizeof(tm)); }},
    {"strftime", formatted},
    {"strptime", parsed},
    {"clock_gettime", written<1, timespec>},
    {"clock_getres", written<1, timespec>},
    {"timespec_get", written<0, timespec>},
    {"gettimeofday", of_day},
    {"times", written<0, struct tms>},
    {"nanosleep", [](C& c) { c.reads(0, sizeof(timespec)); }},
    {"clock_nanosleep", [](C& c) { c.reads(2, sizeof(timespec)); }},
    {"tzset", time_zone},
}));

}  // namespace

std::span<const Effects> effects_of_time() { return kTable; }

}  // namespace heddle::runtime
