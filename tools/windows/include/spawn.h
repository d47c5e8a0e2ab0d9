#pragma once
// No other program is started.
#include <cerrno>

struct posix_spawn_file_actions_t {};
struct posix_spawnattr_t {};
constexpr short POSIX_SPAWN_SETSID = 0;
inline int posix_spawn_file_actions_init(posix_spawn_file_actions_t*) { return 0; }
inline int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t*) { return 0; }
inline int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t*, int, const char*, int, int) {
    return 0;
}
inline int posix_spawnattr_init(posix_spawnattr_t*) { return 0; }
inline int posix_spawnattr_destroy(posix_spawnattr_t*) { return 0; }
inline int posix_spawnattr_setflags(posix_spawnattr_t*, short) { return 0; }
inline int posix_spawnp(pid_t*, const char*, const posix_spawn_file_actions_t*,
                        const posix_spawnattr_t*, char* const*, char* const*) {
    return ENOENT;
}
inline int kill(pid_t, int) { return -1; }
