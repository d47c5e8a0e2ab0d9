#pragma once
// No limits are known.
#include <sys/time.h>

using rlim_t = unsigned long long;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
constexpr int RLIMIT_STACK = 0;
inline int getrlimit(int, rlimit*) { return -1; }
struct rusage {
    timeval ru_utime, ru_stime;
    long ru_maxrss;
};
