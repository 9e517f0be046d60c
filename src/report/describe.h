#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "explore/finding.h"
#include "trace/explanation.h"
#include "trace/names.h"
#include "trace/trace.h"

// Operations and findings in words, for people.

namespace heddle::report {

// The side of a race that frees the memory which the other one uses, or leaves the scope of the variable; none if there
// is none.
std::size_t freeing_side(const explore::Finding& finding);

// A finding in one sentence: "assertion failed: x == 3", "a waits for lock n, held by b; b waits for lock m, held by
// a".
std::string message_of(const explore::Finding& finding, const trace::Names& names);

// The same for a race of which only the note is known: "data race: write and read of q.closed".
std::string race_message(const std::string& note);

// What fails, in the message of an assertion; empty if it is something else.
std::string note_of_assertion(const std::string& message);

// "T1"; a thread that is in no table is "thread 7".
std::string thread_name(trace::ThreadId thread, const trace::Names& names);

// The thread that an operation names in its choice: the created, joined or woken one.
std::string chosen_thread(const trace::Operation& op, const trace::Names& names);

// Who holds a lock in this state.
std::string holder(std::int64_t state, const trace::Names& names);

// "q.closed": what an operation is about. `words` may be null.
std::string location_name(const trace::Operation& op, const trace::Names& names, const trace::Words* words);

// The source of an operation with its line: "12: x = a + 1", or "b.model:12: x = a + 1" if the places of the program
// are in several files. An operation without a place is named by its kind.
std::string source_of(const trace::Pending& pending, const trace::Names& names);
std::string source_of(const trace::Operation& op, const trace::Names& names);
std::string source_of(const trace::Names::Place& place, const trace::Names& names);

// What an executed operation found and did: "x: 0 -> 1"; empty if the source says it all. `words` may be null.
std::string note_of(const trace::Operation& op, const trace::Names& names, const trace::Words* words = nullptr);

// Why a thread has not ended: "waits: T2 holds m".
std::string note_of(const trace::Pending& pending, const trace::Trace& trace, const trace::Names& names,
                    const trace::Words* words = nullptr);

// What a blocked thread waits for: "waits for the lock m, which T2 holds since step 3".
std::string story_of_wait(std::size_t pending, const explore::Finding& finding, const trace::Names& names);

}  // namespace heddle::report
