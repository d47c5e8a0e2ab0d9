# Install and export: after `cmake --install`, find_package(clew) gives clew::clew and the modules it is
# made of, and `pkg-config clew` says the same to other build systems. Headers: what include/clew/*
# reaches; the rest is private.
include(CMakePackageConfigHelpers)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # the command can be installed where it alone was built

# clew_reached_headers(OUT HEADER...): the headers themselves and all that they include with the full
# path of the source tree, each once.
function(clew_reached_headers out)
  set(open ${ARGN})
  set(seen "")
  while(open)
    list(POP_FRONT open header)
    if(header IN_LIST seen)
      continue()
    endif()
    list(APPEND seen ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${header})
    file(STRINGS ${PROJECT_SOURCE_DIR}/${header} lines REGEX "^#include \"(core|encode|proof|solve|setter|logic|explain)/")
    foreach(line IN LISTS lines)
      string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" name "${line}")
      list(APPEND open ${name})
    endforeach()
  endwhile()
  set(${out} ${seen} PARENT_SCOPE)
endfunction()

# Named, not globbed: with a glob that is looked over again at every build, ninja cannot tell how many
# steps there are to do, and script/build would be silent.
set(faces certify clew explain formats logic puzzle report setter solve tree)
list(TRANSFORM faces REPLACE "(.+)" "include/clew/\\1.hpp")
clew_reached_headers(public_headers ${faces})
foreach(header IN LISTS public_headers)
  cmake_path(GET header PARENT_PATH folder)
  string(REGEX REPLACE "^include/clew" "" folder "${folder}")
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clew/${folder})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/include/clew/version.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/clew)

get_property(clew_modules GLOBAL PROPERTY CLEW_MODULES)
add_library(clew_all INTERFACE)
add_library(clew::clew ALIAS clew_all)
set_target_properties(clew_all PROPERTIES EXPORT_NAME clew)
target_link_libraries(clew_all INTERFACE ${clew_modules})
# Shared modules find each other beside them, and the command finds them, wherever they are installed;
# they go where the command goes.
set(clew_shared_component Unspecified)
if(BUILD_SHARED_LIBS)
  set(clew_shared_component command)
  set_target_properties(${clew_modules} PROPERTIES INSTALL_RPATH "$ORIGIN")
  file(RELATIVE_PATH clew_lib_from_bin /${CMAKE_INSTALL_BINDIR} /${CMAKE_INSTALL_LIBDIR})
  set_target_properties(clew PROPERTIES INSTALL_RPATH "$ORIGIN/${clew_lib_from_bin}")
endif()
install(TARGETS ${clew_modules} clew_all EXPORT clewTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    COMPONENT ${clew_shared_component} NAMELINK_COMPONENT Unspecified)
install(EXPORT clewTargets NAMESPACE clew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)

configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/clewConfig.cmake.in ${PROJECT_BINARY_DIR}/clewConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/clewConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/clewConfig.cmake ${PROJECT_BINARY_DIR}/clewConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/clew)

# pkg-config: whoever links comes first, so the modules in reverse.
set(clew_pc_libs "")
foreach(module IN LISTS clew_modules)
  string(PREPEND clew_pc_libs "-l${module} ")
endforeach()
set(clew_pc_foreign "-lpugixml -lnettle -lz -pthread")
if(CLEW_WITH_CRYPTOMINISAT)
  string(PREPEND clew_pc_foreign "-lcryptominisat5 ")
endif()
if(BUILD_SHARED_LIBS)
  set(clew_pc_private "${clew_pc_foreign}")
else()
  string(APPEND clew_pc_libs "${clew_pc_foreign}")
endif()
file(RELATIVE_PATH clew_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)  # wherever it is installed
configure_file(${CMAKE_CURRENT_LIST_DIR}/clew.pc.in ${PROJECT_BINARY_DIR}/clew.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/clew.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The command's own pages, written by the command itself.
set(pages ${PROJECT_BINARY_DIR}/pages)
set(clew_pages
  ${pages}/clew.1.gz ${pages}/changelog.gz ${pages}/clew.bash ${pages}/_clew ${pages}/clew.fish)
add_custom_command(OUTPUT ${clew_pages}
  COMMAND ${CMAKE_COMMAND} -DCLEW=$<TARGET_FILE:clew> -DVERSION=${PROJECT_VERSION}
    -DFOLDER=${pages} -P ${CMAKE_CURRENT_LIST_DIR}/ClewPages.cmake
  DEPENDS clew ${CMAKE_CURRENT_LIST_DIR}/ClewPages.cmake VERBATIM)
add_custom_target(clew_pages ALL DEPENDS ${clew_pages})
install(FILES ${pages}/clew.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
install(FILES ${pages}/clew.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
  RENAME clew COMPONENT command)
install(FILES ${pages}/_clew DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT command)
install(FILES ${pages}/clew.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT command)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT command)
install(FILES README.md CHANGELOG.md ${pages}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)
