#include <locale>

// Copies of a std::locale share what is behind it, and whoever is the last to let it go destroys it, with the facets of
// the program. Those who count are functions of the library, which has no hooks: these are here, compiled with the
// pass. The classic locale is never destroyed, and not counted.

namespace std {

locale::locale(const locale& other) noexcept : _M_impl(other._M_impl) {
  if (_M_impl != classic()._M_impl) _M_impl->_M_add_reference();
}

locale::~locale() noexcept {
  if (_M_impl != classic()._M_impl) _M_impl->_M_remove_reference();
}

const locale& locale::operator=(const locale& other) noexcept {
  if (other._M_impl != classic()._M_impl) other._M_impl->_M_add_reference();
  if (_M_impl != classic()._M_impl) _M_impl->_M_remove_reference();
  _M_impl = other._M_impl;
  return *this;
}

}  // namespace std
