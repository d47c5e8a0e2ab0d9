#pragma once
// There are no processes to wait for: spawn.h.
#include <sys/resource.h>

constexpr int WNOHANG = 1;
inline pid_t waitpid(pid_t, int*, int) { return -1; }
inline pid_t wait4(pid_t, int*, int, rusage*) { return -1; }
constexpr bool WIFSIGNALED(int) { return false; }
constexpr int WTERMSIG(int) { return 0; }
constexpr int WEXITSTATUS(int) { return 127; }
