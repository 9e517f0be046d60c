#pragma once

#include <cstddef>
#include <functional>

#include "trace/executor.h"
#include "trace/identity.h"

namespace heddle::differential {

// Visits every configuration of the unfolding of a program once, by trying every enabled step after each: visit gets a
// trace and how many of its steps make up the configuration. False if there are more than `most`.
bool for_each_configuration(trace::Executor& executor, trace::Net net, std::size_t most,
                            const std::function<void(const trace::Trace&, std::size_t)>& visit);

}  // namespace heddle::differential
