#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "runtime/sync/kernel_objects.h"

namespace heddle::runtime {

// What a process has once, so that its threads share it, although no variable of the program contains it: its working
// folder, the mask of new files, its limits, the flags of descriptors, what its signals do. Each is a location, which
// orders steps, but not memory accesses. Programs that change none of them while other threads are alive take no steps
// for them. Owned by the runtime.
class ProcessSettings {
 public:
  static constexpr bool kOutlivesRuns = true;  // it is what the exploration knows
  using Use = KernelObjects::Use;
  enum class Setting : std::uint8_t {
    kFolder,
    kFileMask,
    kLimits,
    kFlags,
    kConcurrency,
    kNewHandler,
    kTerminate,
    kResource,
    kProcessors,
    kHandlers
  };

  // Before the call that looks at the setting, or changes it.
  void use(Setting setting, Use use);
  // What this signal does.
  void use_handler(int signal, Use use);
  // The signal is about to call its handler, or to do what else it does. Some are for one time only (SA_RESETHAND).
  void deliver(int signal);
  void resets_handler(int signal);
  // A path is used, perhaps relative to the working folder.
  void use_path(int directory, const char* path);

 private:
  static constexpr std::size_t kSignals = 65;
  static constexpr std::size_t kSettings = static_cast<std::size_t>(Setting::kHandlers) + kSignals;

  bool used_together(Setting setting, Use use);
  void use_number(std::size_t number, Use use);

  // Never true: represents the knowledge that the setting is changed (shared_flags.h).
  std::array<bool, kSettings> changed_{};
  // Never true: represents the knowledge that some handler of the signal is for one time only.
  std::array<bool, kSignals> once_{};
};

}  // namespace heddle::runtime
