#include <stdexcept>
#include <utility>

// The texts of std::runtime_error and std::logic_error: copies share one, and whoever is the last to let it go frees
// it. Those who count are functions of the library, which has no hooks: these are here, compiled with the pass.

// The one text that nobody frees.
extern std::size_t empty_text[] __asm__("_ZNSs4_Rep20_S_empty_rep_storageE");

namespace std {

namespace {

// What is in front of the characters (libstdc++'s cow_string.h).
struct Text {
  size_t length;
  size_t capacity;
  int other_owners;
};

Text* text_of(const char* characters) { return const_cast<Text*>(reinterpret_cast<const Text*>(characters)) - 1; }

bool is_counted(const Text* text) { return reinterpret_cast<const size_t*>(text) != empty_text; }

}  // namespace

__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(other._M_p) {
  Text* const text = text_of(_M_p);
  if (is_counted(text)) __atomic_add_fetch(&text->other_owners, 1, __ATOMIC_ACQ_REL);
}

__cow_string::~__cow_string() {
  Text* const text = text_of(_M_p);
  if (!is_counted(text)) return;
  if (__atomic_fetch_sub(&text->other_owners, 1, __ATOMIC_ACQ_REL) <= 0) ::operator delete(text);
}

__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  __cow_string copy(other);
  std::swap(_M_p, copy._M_p);
  return *this;
}

runtime_error::runtime_error(const runtime_error& other) noexcept : exception(other), _M_msg(other._M_msg) {}
runtime_error& runtime_error::operator=(const runtime_error& other) noexcept {
  exception::operator=(other);
  _M_msg = other._M_msg;
  return *this;
}
runtime_error::~runtime_error() noexcept = default;

logic_error::logic_error(const logic_error& other) noexcept : exception(other), _M_msg(other._M_msg) {}
logic_error& logic_error::operator=(const logic_error& other) noexcept {
  exception::operator=(other);
  _M_msg = other._M_msg;
  return *this;
}
logic_error::~logic_error() noexcept = default;

}  // namespace std
