# The headers alone; the library is in the runtime that script/build makes for another system.
if(NOT TARGET ZLIB::ZLIB)
  add_library(ZLIB::ZLIB INTERFACE IMPORTED)
  if(WIN32)
    target_link_libraries(ZLIB::ZLIB INTERFACE z)
  endif()
endif()
set(ZLIB_FOUND TRUE)
