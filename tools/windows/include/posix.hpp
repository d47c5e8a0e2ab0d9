#pragma once
// What Clew takes from POSIX and Windows has not, for builds by mingw.cmake, which includes this file
// before every source. Files are bytes there too; pipes are always ready; no other program is started.

#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>

#ifndef O_CLOEXEC
#define O_CLOEXEC O_NOINHERIT
#endif
#ifndef O_NONBLOCK
#define O_NONBLOCK 0
#endif
#ifndef S_ISSOCK
#define S_ISSOCK(mode) false
#endif

// Every file that is opened, and the three that are, as bytes.
inline const bool clew_files_are_bytes = [] {
    _fmode = _O_BINARY;
    for (const int file : {0, 1, 2}) _setmode(file, _O_BINARY);
    return true;
}();

/// The folder whose name ends in XXXXXX, made under a name that is free.
inline char* mkdtemp(char* pattern) {
    for (int tries = 0; tries < 100; ++tries) {
        for (char* c = pattern + std::strlen(pattern) - 6; *c != '\0'; ++c) {
            unsigned number = 0;
            if (rand_s(&number) != 0) return nullptr;
            *c = "0123456789abcdefghijklmnopqrstuv"[number % 32];
        }
        if (_mkdir(pattern) == 0) return pattern;
        if (errno != EEXIST) return nullptr;
    }
    return nullptr;
}
/// Permissions of files are those of their folder.
inline int fchmod(int, mode_t) { return 0; }

struct sigaction {
    void (*sa_handler)(int);
};
inline int sigaction(int number, const struct sigaction* action, void*) {
    return signal(number, action->sa_handler) == SIG_ERR ? -1 : 0;
}
#ifndef SIGKILL
#define SIGKILL 9
#endif

inline ssize_t pread(int file, void* bytes, size_t size, off_t at) {
    return _lseeki64(file, at, SEEK_SET) < 0 ? -1 : read(file, bytes, static_cast<unsigned>(size));
}
/// How much memory there is, or how it is kept, is not asked.
constexpr int _SC_PHYS_PAGES = 0, _SC_PAGE_SIZE = 1, M_MMAP_THRESHOLD = 0, M_TRIM_THRESHOLD = 1;
inline long sysconf(int) { return -1; }
inline int mallopt(int, int) { return 1; }
