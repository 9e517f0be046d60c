#include "runtime/external.h"

#include <link.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "abi/instrumented.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/known_functions.h"
#include "runtime/uncontrolled.h"

// Calls that leave the instrumented code.

namespace heddle::runtime {

namespace {

struct Search {
  std::uintptr_t address = 0;
  bool found = false;         // is it in a module?
  bool instrumented = false;  // and is that one instrumented, or the executable?
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
  const bool is_executable = module->dlpi_name == nullptr || module->dlpi_name[0] == '\0';
  search.instrumented = is_executable;
  for (std::uint32_t i = 0; i < runtime().modules.count() && !search.instrumented; ++i)
    search.instrumented = contains(*module, reinterpret_cast<std::uintptr_t>(runtime().modules.at(i).places));
  return 1;
}

// Functions that may read standard input, of which runtime/interpose/input_streams.cpp has no version: code without
// shadows gets the real one by them. (Code with shadows calls those of runtime/strings.)
bool may_read_real_input(std::string_view name) {
  constexpr std::array kNames = std::to_array<std::string_view>({"__isoc23_fscanf",
                                                                 "__isoc23_scanf",
                                                                 "__isoc23_vfscanf",
                                                                 "__isoc23_vscanf",
                                                                 "fgetwc",
                                                                 "fgetws",
                                                                 "fscanf",
                                                                 "fwscanf",
                                                                 "gets",
                                                                 "getw",
                                                                 "getwc",
                                                                 "getwchar",
                                                                 "mmap",
                                                                 "mmap64",
                                                                 "pread",
                                                                 "pread64",
                                                                 "preadv",
                                                                 "readv",
                                                                 "scanf",
                                                                 "vfscanf",
                                                                 "vfwscanf",
                                                                 "vscanf",
                                                                 "vwscanf",
                                                                 "wscanf"});
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

Search find(const void* address) {
  Search search{.address = reinterpret_cast<std::uintptr_t>(address)};
  dl_iterate_phdr(look, &search);
  return search;
}

}  // namespace

bool is_in_library(const void* address) {
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  KnownFunction& known = runtime().known_functions[number / 16 % kKnownFunctions];
  if (known.address != number) {
    const Search search = find(address);
    known = {number, search.found && !search.instrumented};
  }
  return known.in_library;
}

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

extern "C" void __heddle_external(uint8_t* checked, const void* function, const char* name, const heddle_place* place) {
  using heddle::runtime::Control;
  // Before main, what is done is part of the state that every run begins with.
  if (!heddle::runtime::runtime().in_program()) return;
  if (heddle::runtime::find(function).instrumented) {
    *checked = 1;
    return;
  }
  const heddle::abi::Settings& settings = heddle::runtime::runtime().channel->settings;
  const bool inputs = settings.symbolic_stdin != 0 || settings.symbolic_files != 0;
  // The versions of runtime/strings have no places, and know what they do.
  if (inputs && place != nullptr && heddle::runtime::may_read_real_input(name)) {
    __heddle_place = place;
    __heddle_sym_real_input(name);
  }
  switch (heddle::runtime::control_of(name)) {
    case Control::kHarmless:
    case Control::kReadsFiles: *checked = 1; return;
    // Each run may call it or not; the process that knows that it needs a fork need not be asked again.
    case Control::kNeedsFork:
      heddle::runtime::needs_fork();
      *checked = 1;
      return;
    case Control::kUnknown:
      heddle::runtime::report_uncontrolled(name, place);
      *checked = 1;
      return;
  }
}
