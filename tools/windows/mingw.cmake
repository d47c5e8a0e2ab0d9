# For 64-bit Windows, by Debian's g++-mingw-w64. Headers of other libraries, pugixml, Nettle and zlib are in the
# runtime that script/build windows makes first.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
get_filename_component(runtime "${CMAKE_CURRENT_LIST_DIR}/../../build/windows/runtime" ABSOLUTE)
# The stack is aligned to 16 bytes there, which g++ forgets for wider vectors (GCC bug 54412).
set(CMAKE_CXX_FLAGS_INIT
  "-isystem ${runtime}/include -isystem ${CMAKE_CURRENT_LIST_DIR}/include -include posix.hpp -Wa,-muse-unaligned-vector-move -D_CRT_RAND_S -D_FILE_OFFSET_BITS=64 -DWIN32_LEAN_AND_MEAN -DNOMINMAX -D_WIN32_WINNT=0x0A00")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-static -L${runtime}")
list(PREPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../cmake/cross")
