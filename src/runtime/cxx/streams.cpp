#include <istream>
#include <limits>
#include <string>

// The stream functions for char that are compiled into the library, and therefore not in headers. Compiled with the
// pass.

namespace std {

namespace {

using Traits = char_traits<char>;
constexpr auto kEof = Traits::eof();

bool is_eof(Traits::int_type c) { return Traits::eq_int_type(c, kEof); }

// Takes characters until `take` has enough or there are no more. Exceptions thrown by the buffer set the bad state.
template <class Take>
void extract(istream& in, ios_base::iostate& state, const Take& take) {
  try {
    for (auto c = in.rdbuf()->sgetc();; c = in.rdbuf()->snextc()) {
      if (is_eof(c)) {
        state |= ios_base::eofbit;
        return;
      }
      if (take(Traits::to_char_type(c))) return;
    }
  } catch (...) {
    state |= ios_base::badbit;
  }
}

bool is_space(const istream& in, char c) { return use_facet<ctype<char>>(in.getloc()).is(ctype_base::space, c); }

}  // namespace

template <>
istream& getline(istream& in, string& text, char delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(in, true);
  if (!ready) return in;
  text.erase();
  bool any = false;
  extract(in, state, [&](char c) {
    any = true;
    if (c == delimiter) {
      in.rdbuf()->sbumpc();
      return true;
    }
    if (text.size() == text.max_size()) {
      state |= ios_base::failbit;
      return true;
    }
    text += c;
    return false;
  });
  if (!any) state |= ios_base::failbit;
  if (state != ios_base::goodbit) in.setstate(state);
  return in;
}

template <>
istream& operator>>(istream& in, string& text) {
  ios_base::iostate state = ios_base::goodbit;
  const istream::sentry ready(in, false);
  if (!ready) return in;
  text.erase();
  const streamsize most = in.width() > 0 ? in.width() : numeric_limits<streamsize>::max();
  extract(in, state, [&](char c) {
    if (static_cast<streamsize>(text.size()) == most || is_space(in, c)) return true;
    text += c;
    return false;
  });
  in.width(0);
  if (text.empty()) state |= ios_base::failbit;
  if (state != ios_base::goodbit) in.setstate(state);
  return in;
}

void __istream_extract(istream& in, char* to, streamsize room) {
  ios_base::iostate state = ios_base::goodbit;
  streamsize size = 0;
  const istream::sentry ready(in, false);
  if (ready) {
    const streamsize width = in.width();
    const streamsize most = (width > 0 && width < room ? width : room) - 1;
    extract(in, state, [&](char c) {
      if (size >= most || is_space(in, c)) return true;
      to[size++] = c;
      return false;
    });
    to[size] = 0;
    in.width(0);
  }
  if (size == 0) state |= ios_base::failbit;
  if (state != ios_base::goodbit) in.setstate(state);
}

template <>
istream& istream::getline(char* to, streamsize room, char delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  streamsize size = 0;
  const sentry ready(*this, true);
  if (ready) {
    extract(*this, state, [&](char c) {
      if (c == delimiter) {
        rdbuf()->sbumpc();
        ++_M_gcount;
        return true;
      }
      if (size + 1 >= room) {
        state |= ios_base::failbit;
        return true;
      }
      to[size++] = c;
      ++_M_gcount;
      return false;
    });
  }
  if (room > 0) to[size] = 0;
  if (_M_gcount == 0) state |= ios_base::failbit;
  if (state != ios_base::goodbit) setstate(state);
  return *this;
}

template <>
istream& istream::ignore(streamsize count, int_type delimiter) {
  ios_base::iostate state = ios_base::goodbit;
  _M_gcount = 0;
  const sentry ready(*this, true);
  if (!ready || count <= 0) return *this;
  const bool endless = count == numeric_limits<streamsize>::max();
  extract(*this, state, [&](char c) {
    if (!endless && _M_gcount == count) return true;
    if (_M_gcount < numeric_limits<streamsize>::max()) ++_M_gcount;
    if (!Traits::eq_int_type(Traits::to_int_type(c), delimiter)) return false;
    rdbuf()->sbumpc();
    return true;
  });
  if (state != ios_base::goodbit) setstate(state);
  return *this;
}

template <>
istream& istream::ignore(streamsize count) {
  return ignore(count, kEof);
}

}  // namespace std
