#include <algorithm>
#include <array>
#include <ctime>
#include <cwchar>

#include "runtime/library/effects.h"

// Effects of the facets of locales, which are virtual functions of the C++ library: identified by the names of the
// class and the member, and by the suffix. Iterators are two arguments each.

namespace heddle::runtime {

namespace {

using C = LibraryCall;

std::uint64_t between(const C& c, unsigned begin, unsigned end) { return c.number(end) - c.number(begin); }

// time_put::do_put(to, stream, fill, date, …)
void date_written(C& c) { c.reads(5, sizeof(std::tm)); }

// ctype: from the first argument to the second.
void letters(C& c) { c.changes(1, between(c, 1, 2)); }

template <unsigned kTo>
void letters_to(C& c) {
  c.reads(1, between(c, 1, 2));
  c.writes(kTo, between(c, 1, 2));
}

// Those that read from a stream take its characters directly from its memory. num_get<char> is compiled with the
// program (runtime/cxx/facets.cpp).
void not_known(C& c) { c.give_up(); }

// codecvt::do_in(state, from, end, &next, to, end, &next)
void converted(C& c) {
  c.changes(1, sizeof(std::mbstate_t));
  c.reads(2, between(c, 2, 3));
  c.writes(4, sizeof(void*));
  c.writes(5, between(c, 5, 6));
  c.writes(7, sizeof(void*));
}

void converted_length(C& c) {
  c.changes(1, sizeof(std::mbstate_t));
  c.reads(2, between(c, 2, 3));
}

void compared(C& c) {
  c.reads(1, between(c, 1, 2));
  c.reads(3, between(c, 3, 4));
}
void hashed(C& c) { c.reads(1, between(c, 1, 2)); }
// After the string that it returns.
void transformed(C& c) { c.reads(2, between(c, 2, 3)); }

struct Member {
  std::string_view facet;
  std::string_view member;
  std::string_view end;
  Effects effects;
};

constexpr std::array kMembers = std::to_array<Member>({
    {"7num_getIw", "6do_getE", "", {"num_get", not_known}},
    {"8time_get", "do_get", "", {"time_get", not_known}},
    {"8time_put", "6do_putE", "", {"time_put", date_written}},
    {"5ctypeIcE", "10do_toupperEPc", "", {"ctype", letters}},
    {"5ctypeIcE", "10do_tolowerEPc", "", {"ctype", letters}},
    {"5ctypeIcE", "8do_widenEPKc", "", {"ctype", letters_to<3>}},
    {"5ctypeIcE", "9do_narrowEPKc", "", {"ctype", letters_to<4>}},
    {"5ctypeIwE", "EP", "", {"ctype", not_known}},
    {"7codecvt", "5do_inE", "", {"codecvt", converted}},
    {"7codecvt", "6do_outE", "", {"codecvt", converted}},
    {"7codecvt", "9do_lengthE", "", {"codecvt", converted_length}},
    {"7codecvt", "10do_unshiftE", "", {"codecvt", not_known}},
    {"7collate", "10do_compareE", "", {"collate", compared}},
    {"7collate", "7do_hashE", "", {"collate", hashed}},
    {"7collate", "12do_transformE", "", {"collate", transformed}},
    {"9money_get", "do_get", "", {"money_get", not_known}},
    {"8messages", "do_", "", {"messages", not_known}},
});

}  // namespace

const Effects* effects_of_facet(std::string_view name) {
  for (const std::string_view begin : {"_ZNKSt", "7__cxx11"}) {
    if (name.starts_with(begin)) name.remove_prefix(begin.size());
  }
  const auto is = [name](const Member& m) {
    return name.starts_with(m.facet) && name.find(m.member) != std::string_view::npos && name.ends_with(m.end);
  };
  const auto* const found = std::find_if(kMembers.begin(), kMembers.end(), is);
  return found == kMembers.end() ? nullptr : &found->effects;
}

}  // namespace heddle::runtime
