# Headers alone; the library of the system is for another processor.
if(NOT TARGET fmt::fmt)
  foreach(name fmt fmt-header-only)
    add_library(fmt::${name} INTERFACE IMPORTED)
    set_target_properties(fmt::${name} PROPERTIES INTERFACE_COMPILE_DEFINITIONS FMT_HEADER_ONLY=1)
  endforeach()
endif()
set(fmt_FOUND TRUE)
