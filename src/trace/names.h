#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/ids.h"

namespace heddle::trace {

// What the ids of a program mean to a reader. Owned by the executor; grows while it runs.
struct Names {
  struct Thread {
    ThreadId parent;        // none for a thread that exists from the start
    std::uint32_t nth = 0;  // n-th child of its parent, or n-th of the initial threads
    std::string name;       // unique

    friend bool operator==(const Thread&, const Thread&) = default;
  };
  struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string text;  // the source of the operation, for people: "x = a + 1"

    friend bool operator==(const Place&, const Place&) = default;
  };

  std::vector<Thread> threads;         // by ThreadId
  std::vector<std::string> locations;  // by LocationId: "x", "a[3]", "fork[0]"
  std::vector<Place> places;           // by PlaceId
  std::vector<std::string> notes;      // by NoteId

  friend bool operator==(const Names&, const Names&) = default;
};

}  // namespace heddle::trace
