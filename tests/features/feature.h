#pragma once

/* A feature passes an input from 0 to 7 through something that programs use, and returns what came out. FEATURE: every
 * result is found. NAMED: the verdict is incomplete and names the place, since there are no expressions for it. */
#define FEATURE(name) static long feature_##name(int x)
#define NAMED(name) static long feature_##name(int x)
