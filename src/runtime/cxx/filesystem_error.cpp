#include <filesystem>
#include <string>
#include <utility>

// std::filesystem::filesystem_error: copies share the paths and the text, and whoever is the last to let them go frees
// them. In the library, this code has no hooks. Compiled with the pass.

namespace std::filesystem {

namespace {

void add(string& text, const path& name) { text.append(" [").append(name.native()).append("]"); }

}  // namespace

struct filesystem_error::_Impl {
  explicit _Impl(string what) : text("filesystem error: " + std::move(what)) {}
  _Impl(string what, const path& first) : _Impl(std::move(what)) {
    one = first;
    add(text, one);
  }
  _Impl(string what, const path& first, const path& second) : _Impl(std::move(what), first) {
    other = second;
    add(text, other);
  }

  path one;
  path other;
  string text;
};

}  // namespace std::filesystem

// Those of the header say that the library has it.
template class std::__shared_ptr<const std::filesystem::filesystem_error::_Impl>;

namespace std::filesystem {

filesystem_error::filesystem_error(const string& what, error_code code)
    : system_error(code, what), _M_impl(__make_shared<_Impl>(system_error::what())) {}
filesystem_error::filesystem_error(const string& what, const path& one, error_code code)
    : system_error(code, what), _M_impl(__make_shared<_Impl>(system_error::what(), one)) {}
filesystem_error::filesystem_error(const string& what, const path& one, const path& other, error_code code)
    : system_error(code, what), _M_impl(__make_shared<_Impl>(system_error::what(), one, other)) {}

filesystem_error::~filesystem_error() = default;

const path& filesystem_error::path1() const noexcept { return _M_impl->one; }
const path& filesystem_error::path2() const noexcept { return _M_impl->other; }
const char* filesystem_error::what() const noexcept { return _M_impl->text.c_str(); }

}  // namespace std::filesystem
