# The header of the system; what it declares is in the runtime that script/build web makes.
if(NOT TARGET pugixml::pugixml)
  add_library(pugixml::pugixml INTERFACE IMPORTED)
endif()
set(pugixml_FOUND TRUE)
