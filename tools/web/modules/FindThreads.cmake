# There is one thread: one_thread.hpp says what its names mean then.
if(NOT TARGET Threads::Threads)
  add_library(Threads::Threads INTERFACE IMPORTED)
endif()
set(Threads_FOUND TRUE)
