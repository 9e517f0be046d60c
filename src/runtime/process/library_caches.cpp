#include "runtime/process/library_caches.h"

#include <limits>
#include <locale>

namespace heddle::runtime {

void fill_library_caches() {
  const auto& characters = std::use_facet<std::ctype<char>>(std::locale::classic());
  characters.widen('a');  // all of them
  for (int c = 1; c <= std::numeric_limits<unsigned char>::max(); ++c) {
    const char narrowed = static_cast<char>(c);
    characters.narrow(narrowed, 0);
  }
}

}  // namespace heddle::runtime
