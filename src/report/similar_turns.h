#pragma once

#include <vector>

#include "report/rows.h"

namespace heddle::report {

// Turns of a loop that differ only in numbers, of one thread or of several that take turns: of many, the first and the
// last one say enough, with a row between them that counts the others. What matters is kept.
void leave_out_similar_turns(std::vector<Row>& rows);

}  // namespace heddle::report
