// What latches and barriers wait at in programs compiled with Heddle: a gate is passed once it has been opened, in one
// step (src/runtime/sync/ready.cpp).
#pragma once

extern "C" {
// A gate that is closed, at this address: its number. Outside runs there is none.
unsigned __heddle_new_gate(const void* object);
void __heddle_open_gate(const void* object, unsigned gate);
void __heddle_pass_gate(const void* object, unsigned gate);
}

namespace std _GLIBCXX_VISIBILITY(default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION
inline constexpr unsigned __heddle_no_gate = ~0U;
_GLIBCXX_END_NAMESPACE_VERSION
}
