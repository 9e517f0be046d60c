#include "runtime/names/external.h"

#include <link.h>

#include <cstdint>
#include <cstring>

#include "abi/instrumented.h"
#include "runtime/anchor.h"

// Where code is.

namespace heddle::runtime {

namespace {

constexpr std::uint64_t kMark[2] = {HEDDLE_MARK_LOW, HEDDLE_MARK_HIGH};

struct Search {
  std::uintptr_t address = 0;
  bool found = false;         // is it in a module?
  bool instrumented = false;  // and is that one instrumented, or the executable?
  bool marked = false;        // is it an instrumented function?
  const char* module = "";    // its file
};

bool contains(const dl_phdr_info& module, std::uintptr_t address) {
  for (int i = 0; i < module.dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = module.dlpi_phdr[i];
    if (segment.p_type != PT_LOAD) continue;
    const std::uintptr_t begin = module.dlpi_addr + segment.p_vaddr;
    if (address >= begin && address < begin + segment.p_memsz) return true;
  }
  return false;
}

int look(dl_phdr_info* module, std::size_t /*size*/, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (!contains(*module, search.address)) return 0;
  search.found = true;
  search.module = module->dlpi_name;
  search.marked = contains(*module, search.address - sizeof kMark) &&
                  std::memcmp(reinterpret_cast<const void*>(search.address - sizeof kMark), kMark, sizeof kMark) == 0;
  const bool is_executable = module->dlpi_name == nullptr || module->dlpi_name[0] == '\0';
  search.instrumented = is_executable;
  for (std::uint32_t i = 0; i < runtime().modules.count() && !search.instrumented; ++i)
    search.instrumented = contains(*module, reinterpret_cast<std::uintptr_t>(runtime().modules.at(i).places));
  return 1;
}

Search find(const void* address) {
  Search search{.address = reinterpret_cast<std::uintptr_t>(address)};
  dl_iterate_phdr(look, &search);
  return search;
}

}  // namespace

const KnownFunction& find_function(const void* address) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  KnownFunction& known = runtime().known_functions.entries[number / 16 % KnownFunctions::kMost];
  if (known.address != number) {
    const Search search = find(address);
    known = {number, search.found && !search.instrumented, search.marked, search.module};
  }
  return known;
}

bool is_in_library(const void* address) { return find_function(address).in_library; }

std::uintptr_t load_address() {
  std::uintptr_t result = 0;
  const auto take_first = [](dl_phdr_info* module, std::size_t /*size*/, void* data) {
    *static_cast<std::uintptr_t*>(data) = module->dlpi_addr;
    return 1;
  };
  dl_iterate_phdr(take_first, &result);
  return result;
}

}  // namespace heddle::runtime
