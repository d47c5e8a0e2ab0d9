# Functions that every folder of the project uses, so that a module's CMakeLists.txt
# says only what is in the module and what it stands on.
#
#   clew_module(board SOURCES geometry.cpp ... [NEEDS clew::board ...] [PRIVATE_NEEDS fmt::fmt ...])
#       a library target clew_board, alias clew::board; static or shared as BUILD_SHARED_LIBS says; ALONE:
#       compiled source by source
#   clew_test(board SOURCES geometry_test.cpp ... NEEDS clew::board ... [APART grown_test.cpp ...])
#       a GoogleTest program clew_board_test, its cases known to ctest; OWN_HEADS if it is compiled by
#       options of its own, which do not go with the common precompiled headers;
#       FAST: a module for "ctest -L fast", all of which takes less than a minute
#   clew_benchmark(search SOURCES search_bench.cpp NEEDS clew::search ...)
#       a Google Benchmark program clew_search_bench, only with CLEW_BUILD_BENCHMARKS

add_library(clew_options INTERFACE)
target_compile_features(clew_options INTERFACE cxx_std_20)
target_compile_options(clew_options INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion
  $<$<NOT:$<BOOL:$<TARGET_PROPERTY:CLEW_MAY_SHADOW>>>:-Wshadow>  # sources that are compiled together do
  # GCC 12 sees overlaps in std::string concatenation that are not there (GCC bug 105651)
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(CLEW_WEB)  # sizes have 32 bits there; its answers are compared with the program's
  target_compile_options(clew_options INTERFACE -Wno-shorten-64-to-32 -Wno-sign-conversion -Wno-unused-private-field)
endif()
if(WIN32)  # sockets and lengths are of other types there
  target_compile_options(clew_options INTERFACE -Wno-conversion)
endif()
if(CLEW_CHECK_INVARIANTS)
  target_compile_definitions(clew_options INTERFACE CLEW_CHECK_INVARIANTS=1)
endif()

set_property(GLOBAL PROPERTY CLEW_MODULES "")

# clew_compile_together(TARGET [APART SOURCE...]): eight sources a unit, as most of the compiler's time goes into
# the headers that they share; APART are those that have names of their own in common. The other presets
# compile each source alone, so that each names what it uses.
function(clew_compile_together target)
  cmake_parse_arguments(ARG "" "" "APART" ${ARGN})
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ${CLEW_UNITY} UNITY_BUILD_BATCH_SIZE 8 CLEW_MAY_SHADOW ${CLEW_UNITY})
  set_property(SOURCE ${ARG_APART} PROPERTY SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# clew_light(TARGET): what runs once an answer is compiled at -O1, half the time of -O3; for the page for size, as
# its preset says.
function(clew_light target)
  if(NOT CLEW_WEB)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

function(clew_module name)
  cmake_parse_arguments(ARG "ALONE" "" "SOURCES;NEEDS;PRIVATE_NEEDS;APART" ${ARGN})
  add_library(clew_${name} ${ARG_SOURCES})
  if(NOT ARG_ALONE)
    clew_compile_together(clew_${name} APART ${ARG_APART})
  endif()
  add_library(clew::${name} ALIAS clew_${name})
  set_target_properties(clew_${name} PROPERTIES
    EXPORT_NAME ${name} CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON
    DEFINE_SYMBOL ""  # shared or static, the objects are the same
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  if(CLEW_WEB AND CMAKE_CURRENT_SOURCE_DIR MATCHES "/(solve|logic/(closure|mus))(/|$)" AND NOT name MATCHES "compile|frontier|^solve$")
    target_compile_options(clew_${name} PRIVATE -O2)  # where the time goes; the rest for size, as its preset says
  endif()
  target_compile_features(clew_${name} PUBLIC cxx_std_20)
  target_include_directories(clew_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/clew>)
  target_link_libraries(clew_${name}
    PUBLIC ${ARG_NEEDS}
    PRIVATE $<BUILD_INTERFACE:clew_options> ${ARG_PRIVATE_NEEDS})
  set_property(GLOBAL APPEND PROPERTY CLEW_MODULES clew_${name})
endfunction()

# clew_write_arrows(FILE TARGET...): a line a target, "board base", with the modules that it links itself.
function(clew_write_arrows file)
  set(lines "")
  foreach(target IN LISTS ARGN)
    get_target_property(links ${target} LINK_LIBRARIES)
    list(FILTER links INCLUDE REGEX "^clew::")
    list(APPEND links ${target})
    list(REVERSE links)
    list(TRANSFORM links REPLACE "^clew(::|_)" "")
    list(JOIN links " " line)
    string(APPEND lines "${line}\n")
  endforeach()
  file(WRITE ${file} "${lines}")
endfunction()

function(clew_test name)
  cmake_parse_arguments(ARG "OWN_HEADS;FAST" "" "SOURCES;NEEDS;APART" ${ARGN})
  add_executable(clew_${name}_test ${ARG_SOURCES})
  set_target_properties(clew_${name}_test PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(clew_${name}_test PRIVATE ${PROJECT_SOURCE_DIR})
  clew_compile_together(clew_${name}_test APART ${ARG_APART})
  # Tests are half of all that is compiled and spend their time in the modules, not in themselves.
  target_compile_options(clew_${name}_test PRIVATE $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-O1>)
  if(NOT ARG_OWN_HEADS)
    target_precompile_headers(clew_${name}_test REUSE_FROM clew_test_heads)
  endif()
  target_link_libraries(clew_${name}_test PRIVATE
    clew_options clew::test_support ${ARG_NEEDS} GTest::gtest GTest::gmock GTest::gtest_main)
  set(labels "")
  if(ARG_FAST)
    set(labels LABELS fast)
  endif()
  gtest_discover_tests(clew_${name}_test
    DISCOVERY_MODE PRE_TEST TEST_PREFIX "${name}." PROPERTIES TIMEOUT 600 ${labels})
endfunction()

function(clew_benchmark name)
  if(NOT CLEW_BUILD_BENCHMARKS)
    return()
  endif()
  cmake_parse_arguments(ARG "" "" "SOURCES;NEEDS" ${ARGN})
  find_package(benchmark REQUIRED)
  add_executable(clew_${name}_bench ${ARG_SOURCES})
  set_target_properties(clew_${name}_bench PROPERTIES CXX_EXTENSIONS OFF)
  target_include_directories(clew_${name}_bench PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(clew_${name}_bench PRIVATE
    clew_options ${ARG_NEEDS} benchmark::benchmark benchmark::benchmark_main)
endfunction()
