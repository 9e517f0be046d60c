#include <exception>
#include <locale>
#include <memory_resource>
#include <new>

#include "runtime/anchor.h"
#include "runtime/failures/uncontrolled.h"
#include "runtime/sys/real_function.h"

// What the C++ library has once for all threads, who may change it at any time: sync/process_settings.h.

namespace heddle::runtime {

namespace {

using Setting = ProcessSettings::Setting;

bool in_run() { return anchor != nullptr && anchor->in_program(); }

void look_at(Setting setting) {
  if (in_run()) runtime().settings.use(setting, ProcessSettings::Use::kLook);
}

// The next run begins with what there was.
void change(Setting setting) {
  if (!in_run()) return;
  runtime().settings.use(setting, ProcessSettings::Use::kChange);
  needs_fork();
}

}  // namespace

}  // namespace heddle::runtime

using heddle::runtime::change;
using heddle::runtime::library;
using heddle::runtime::look_at;
using heddle::runtime::Setting;

namespace std {

new_handler set_new_handler(new_handler handler) noexcept {
  change(Setting::kNewHandler);
  return library(set_new_handler, "_ZSt15set_new_handlerPFvvE")(handler);
}
new_handler get_new_handler() noexcept {
  look_at(Setting::kNewHandler);
  return library(get_new_handler, "_ZSt15get_new_handlerv")();
}

terminate_handler set_terminate(terminate_handler handler) noexcept {
  change(Setting::kTerminate);
  return library(set_terminate, "_ZSt13set_terminatePFvvE")(handler);
}
terminate_handler get_terminate() noexcept {
  look_at(Setting::kTerminate);
  return library(get_terminate, "_ZSt13get_terminatev")();
}

// Streams that are created afterwards begin with it, in functions of the library.
locale locale::global(const locale& other) {
  if (heddle::runtime::in_run() && heddle::runtime::KernelObjects::matters())
    heddle::runtime::report_uncontrolled("std::locale::global", nullptr);
  heddle::runtime::needs_fork();
  return library(&locale::global, "_ZNSt6locale6globalERKS_")(other);
}

namespace pmr {

namespace {

// The library begins with its own new_delete_resource: cxx/memory_resources.cpp has another one.
memory_resource* with_hooks(memory_resource* resource) {
  return resource == library(new_delete_resource, "_ZNSt3pmr19new_delete_resourceEv")() ? new_delete_resource()
                                                                                        : resource;
}

}  // namespace

memory_resource* set_default_resource(memory_resource* resource) noexcept {
  change(Setting::kResource);
  return with_hooks(library(set_default_resource, "_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE")(resource));
}
memory_resource* get_default_resource() noexcept {
  look_at(Setting::kResource);
  return with_hooks(library(get_default_resource, "_ZNSt3pmr20get_default_resourceEv")());
}

}  // namespace pmr

}  // namespace std
