#include "counter.h"

#include <atomic>

static std::atomic<int> counter;

void bump_in_two_steps() { counter = counter + STEP; }
void bump_at_once() { counter += STEP; }
int value() { return counter; }
