#pragma once

#include <array>
#include <cstdint>

#include "abi/channel.h"
#include "trace/meeting.h"

namespace heddle::abi {

// A meeting precedes its names: two records whose local variable has a number that none can have.
inline constexpr std::uint32_t kMeeting = UINT32_MAX;
using MeetingRecords = std::array<LocalRecord, 2>;

inline MeetingRecords pack(const trace::Meeting& m) {
  const std::uint32_t changed = m.changed ? 1 : 0;
  return {LocalRecord{m.at, kMeeting, m.since, m.since_names, m.hash},
          LocalRecord{m.thread.value, kMeeting, m.names, changed, 0}};
}

// `first_name` is left to the caller.
inline trace::Meeting unpack_meeting(const LocalRecord* records) {
  return {.at = records[0].operation,
          .thread = trace::ThreadId(std::size_t{records[1].operation}),
          .since = records[0].before,
          .since_names = records[0].variable,
          .first_name = 0,
          .names = records[1].before,
          .hash = records[0].value,
          .changed = records[1].variable != 0};
}

}  // namespace heddle::abi
