#include "runtime/sync/process_settings.h"

#include <fcntl.h>

#include <csignal>
#include <cstdio>

#include "runtime/anchor.h"
#include "runtime/sync/shared_flags.h"

namespace heddle::runtime {

namespace {

constexpr const char* kNames[] = {
    "the working folder",       "the mask of new files",       "the limits of the process",
    "the flags of descriptors", "the level of concurrency",    "the new handler",
    "the terminate handler",    "the default memory resource", "the processors of threads"};

}  // namespace

// Of files: one of several things that decide what a call does.
bool ProcessSettings::used_together(Setting setting, Use use) {
  KernelObjects& objects = runtime().kernel_objects;
  switch (setting) {
    case Setting::kFolder: objects.notice(KernelObjects::Common::kFolder, use); break;
    case Setting::kFileMask: objects.notice(KernelObjects::Common::kFileMask, use); break;
    case Setting::kFlags: objects.notice(KernelObjects::Common::kFlags, use); break;
    default: return false;
  }
  if (use == Use::kChange) return objects.use_together(use);
  return objects.is_together();  // the call has a step of its own
}

void ProcessSettings::use(Setting setting, Use use) {
  const auto number = static_cast<std::size_t>(setting);
  if (use == Use::kChange && KernelObjects::matters()) need(changed_[number]);
  if (!used_together(setting, use)) use_number(number, use);
}

void ProcessSettings::use_number(std::size_t number, Use use) {
  if (!KernelObjects::matters()) return;
  const bool& known = changed_[number];
  if (use == Use::kChange) need(known);
  if (cell_of(known) == nullptr) return;
  constexpr auto kFirstSignal = static_cast<std::size_t>(Setting::kHandlers);
  char name[32];
  if (number >= kFirstSignal)
    std::snprintf(name, sizeof name, "what signal %zu does", number - kFirstSignal);
  else
    std::snprintf(name, sizeof name, "%s", kNames[number]);
  runtime().kernel_objects.use_name(name, use);
}

void ProcessSettings::use_handler(int signal, Use use) {
  if (signal <= 0 || signal >= static_cast<int>(kSignals)) return;
  KernelObjects& objects = runtime().kernel_objects;
  // What writing to a pipe looks at, besides the pipe.
  if (signal == SIGPIPE && use == Use::kChange) objects.notice(KernelObjects::Common::kBrokenPipe, use);
  if (signal == SIGPIPE && objects.use_together(use)) return;
  use_number(static_cast<std::size_t>(Setting::kHandlers) + static_cast<std::size_t>(signal), use);
}

// A delivery that may reset the handler changes what the signal does, whatever handler there is now: which one it is
// must not decide what the step is.
void ProcessSettings::deliver(int signal) {
  if (signal <= 0 || signal >= static_cast<int>(kSignals)) return;
  const bool once = cell_of(once_[static_cast<std::size_t>(signal)]) != nullptr;
  use_handler(signal, once ? Use::kChange : Use::kLook);
}

void ProcessSettings::resets_handler(int signal) {
  if (signal > 0 && signal < static_cast<int>(kSignals)) need(once_[static_cast<std::size_t>(signal)]);
}

void ProcessSettings::use_path(int directory, const char* path) {
  if (directory == AT_FDCWD && path != nullptr && path[0] != '/') use(Setting::kFolder, Use::kLook);
}

}  // namespace heddle::runtime
