# The header alone; what it declares is in the runtime that script/build makes for another system.
if(NOT TARGET pugixml::pugixml)
  add_library(pugixml::pugixml INTERFACE IMPORTED)
  if(WIN32)
    target_link_libraries(pugixml::pugixml INTERFACE pugixml)
  endif()
  add_library(pugixml::static ALIAS pugixml::pugixml)
endif()
set(pugixml_FOUND TRUE)
