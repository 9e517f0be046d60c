#include "native/function_text.h"

#include <cxxabi.h>

#include <cstdlib>

namespace heddle::native {

std::string function_text(std::string_view name) {
  std::string as_given(name);
  // "v" would be the type void.
  if (!name.starts_with("_Z")) return as_given;
  int status = 0;
  char* const text = ::abi::__cxa_demangle(as_given.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && text != nullptr ? text : as_given;
  std::free(text);
  return result;
}

}  // namespace heddle::native
