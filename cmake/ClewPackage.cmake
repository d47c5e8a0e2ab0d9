# A Debian package of the command: `cpack -G DEB` in the build folder gives clew_VERSION_ARCH.deb with
# the program, its man page and completions; `cmake --install` has the library besides.
set(CPACK_PACKAGE_NAME clew)
set(CPACK_PACKAGE_CONTACT "The Clew developers <developers@clew.example>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Counts, lists, proves and explains the solutions of puzzles of 4x4 to 25x25
cells: plain ones, jigsaws, killer cages, thermometers, arrows and more. Says
what is wrong with a faulty puzzle, makes new ones, and writes certificates
that other programs check.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "graphviz, librsvg2-bin")
if(BUILD_SHARED_LIBS)  # the modules are in the package; where dpkg-shlibdeps finds them
  get_property(clew_modules GLOBAL PROPERTY CLEW_MODULES)
  foreach(module IN LISTS clew_modules)
    get_target_property(folder ${module} BINARY_DIR)
    list(APPEND CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${folder})
  endforeach()
endif()
set(CPACK_STRIP_FILES ON)
include(CPack)
