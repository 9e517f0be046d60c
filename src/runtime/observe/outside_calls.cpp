#include <dlfcn.h>

#include <cerrno>
#include <cstring>

#include "abi/instrumented.h"
#include "abi/library_functions.h"
#include "abi/symbolic.h"
#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/library/effects.h"
#include "runtime/library/function_names.h"
#include "runtime/library/known_functions.h"
#include "runtime/names/external.h"
#include "runtime/schedule/spin.h"
#include "runtime/sys/text_buffer.h"

// Calls that leave the instrumented code: to functions that the runtime replaces, to C library functions whose effects
// on memory are accesses of the caller (library/effects.h), and to those that it can only name.

namespace heddle::runtime {

namespace {

// It is known what the function is, but not which memory it uses. That matters as soon as others could use it, too.
constexpr Effects kNotKnown = {"", nullptr};

void tell(std::uint64_t address, std::uint64_t size, bool is_write, const heddle_place* place) {
  SymbolicState& symbolic = runtime().symbolic;
  if (is_write) {
    __heddle_write(reinterpret_cast<void*>(address), size, place);
    // Even where it writes what is already there.
    if (symbolic.reads_are_variables()) symbolic.memory().clear(address, size);
  } else {
    __heddle_read(reinterpret_cast<const void*>(address), size, place);
    symbolic.fix_read(address, size, place);
  }
}

const char* name_by_address(const void* function, const char* module, TextBuffer& text) {
  Dl_info info;
  if (const char* const name = name_of_chosen(function); name != nullptr) return name;
  if (dladdr(function, &info) != 0 && info.dli_sname != nullptr && info.dli_saddr == function) return info.dli_sname;
  const char* const slash = std::strrchr(module, '/');
  text.add("a function of %s", *module == 0 ? "the program" : slash == nullptr ? module : slash + 1);
  return text.text();
}

// What a call of this function, which is not instrumented, means; null if nothing that has to be announced each time.
const Effects* effects_of_call(const char* name, const KnownFunction& function, bool has_pointers,
                               const heddle_place* place) {
  const Effects* const effects = effects_of(name);
  const bool is_replaced = !function.in_library || !is_replaced_family(name);
  switch (is_replaced ? control_of(name) : Control::kUnknown) {
    case Control::kHarmless:
    case Control::kReadsFiles: break;
    // Each run may call it or not; a process that knows that it needs a fork need not be asked again.
    case Control::kNeedsFork: needs_fork(); break;
    case Control::kUnknown:
      if (effects != nullptr) break;
      // Code linked into the program is as deterministic as what it calls.
      if (!function.in_library && *function.module == 0) return &kNotKnown;
      report_uncontrolled(name, place);
      return nullptr;
  }
  if (effects != nullptr) return effects->tell == nullptr ? nullptr : effects;
  return has_pointers && !shares_nothing(name) ? &kNotKnown : nullptr;
}

// What a library keeps to itself (the next option), and what the functions that the runtime replaces change outside of
// memory (the position in a file or a folder, which files and descriptors exist), may change with each call.
bool keeps_something(const KnownFunction& known, const char* name) {
  constexpr auto kNothing = static_cast<std::uint16_t>(abi::Trait::kKeepsNothing) |
                            static_cast<std::uint16_t>(abi::Trait::kPauses) |
                            static_cast<std::uint16_t>(abi::Trait::kAllocates);
  const abi::LibraryFunction* const entry = abi::find_library_function(name);
  if (known.in_library) return entry == nullptr || !entry->has(abi::Trait::kKeepsNothing);
  return entry != nullptr && (entry->traits & kNothing) == 0 && !is_replaced_family(name);
}

// The first call of this function from here.
void look_at(heddle_site& site, const void* function, const char* name, bool has_pointers, const heddle_place* place) {
  site.function = function;
  site.effects = nullptr;
  site.changes = nullptr;
  const KnownFunction& known = find_function(function);
  TextBuffer text;
  if (!known.instrumented) {
    if (name == nullptr) name = name_by_address(function, known.module, text);
    const abi::Settings& settings = runtime().channel->settings;
    const bool inputs = settings.symbolic_stdin != 0 || settings.symbolic_files != 0;
    // The versions in runtime/strings have no places, and know what they do.
    if (inputs && place != nullptr && abi::has_trait(name, abi::Trait::kRealInput)) {
      __heddle_place = place;
      __heddle_sym_real_input(name);
    }
    if (settings.symbolic_stdin == 0 && abi::has_trait(name, abi::Trait::kStandardInput))
      note_assumed(abi::Assumed::kEmptyInput);
    if (abi::has_trait(name, abi::Trait::kAsksMachine)) note_assumed(abi::Assumed::kMachine);
    site.effects = effects_of_call(name, known, has_pointers, place);
    if (keeps_something(known, name)) site.changes = function;
  }
  if (site.effects == nullptr && site.changes == nullptr) site.quiet = function;
}

const char* name_of_call(const heddle_site& site, const char* name, TextBuffer& text) {
  return name != nullptr ? name : name_by_address(site.function, find_function(site.function).module, text);
}

void tell_effects(heddle_site& site, const char* name, const std::uint64_t* arguments, const heddle_place* place) {
  static constexpr std::uint64_t kNone[8] = {};
  const auto& effects = *static_cast<const Effects*>(site.effects);
  const int error = errno;
  if (place != nullptr) __heddle_place = place;  // a bad pointer faults already here
  LibraryCall call(arguments == nullptr ? kNone : arguments, place, tell,
                   [](const void* called) { return find_function(called).instrumented; });
  Runtime& rt = runtime();
  TextBuffer text;
  if (&effects == &kNotKnown) {
    call.give_up();
  } else {
    HeldReads::begin_call(rt.scheduler.current());
    effects.tell(call);
    if (call.calls_back()) rt.held_reads.before_callback(rt.scheduler.current(), place);
    rt.held_reads.end_call(rt.scheduler.current());
  }
  errno = error;
  if (!call.is_unknown()) return;
  if (rt.quiet.tells_behind_join()) rt.accesses.other(rt.scheduler.current());
  if (rt.quiet.alone()) return;
  report_uncontrolled(name_of_call(site, name, text), place);
  if (&effects == &kNotKnown) site.quiet = site.function;
}

// What a library function changes about the process (its environment, its mappings, its signals) is visible to all
// threads.
void name_changes(const heddle_site& site, const char* name) {
  if (!runtime().symbolic.reads_are_variables() || runtime().quiet.alone()) return;
  TextBuffer text;
  if (control_of(name_of_call(site, name, text)) == Control::kNeedsFork)
    runtime().symbolic.not_followed("what a library function changes of the process");
}

}  // namespace

}  // namespace heddle::runtime

extern "C" void __heddle_external(heddle_site* site, const void* function, const char* name, const uint64_t* arguments,
                                  const heddle_place* place) {
  // What is done before main is part of the state that every run begins with.
  if (!heddle::runtime::runtime().in_program()) return;
  if (site->function != function) heddle::runtime::look_at(*site, function, name, arguments != nullptr, place);
  if (site->quiet == function) return;
  heddle::runtime::count_call(place);
  if (site->changes != nullptr) heddle::runtime::runtime().scheduler.current().add_change();
  if (heddle::runtime::is_in_library(function)) heddle::runtime::name_changes(*site, name);
  if (site->effects != nullptr) heddle::runtime::tell_effects(*site, name, arguments, place);
}

extern "C" void __heddle_unseen(const char* what, const heddle_place* place) {
  heddle::runtime::Runtime& rt = heddle::runtime::runtime();
  if (!rt.in_program()) return;
  if (rt.quiet.tells_behind_join()) rt.accesses.other(rt.scheduler.current());
  if (!rt.quiet.alone()) heddle::runtime::report_uncontrolled(what, place);
}
