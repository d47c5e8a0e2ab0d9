# Writes a .cpp with the texts of files, run as a script at build time:
#
#   cmake -D OUTPUT=page_files.cpp -D FOLDER=page -D "FILES=index.html,app.js" -P EmbedFiles.cmake
string(REPLACE "," ";" names "${FILES}")
set(code "// Written by cmake/EmbedFiles.cmake.\n#include <span>\n#include <string_view>\n\n")
string(APPEND code "#include \"cli/serve/pages.hpp\"\n\nnamespace clew::serve {\n\n")
string(APPEND code "std::span<const PageFile> page_files();\n\n")
string(APPEND code "std::span<const PageFile> page_files() {\n    static constexpr PageFile files[] = {\n")
foreach(name IN LISTS names)
  file(READ "${FOLDER}/${name}" text)
  if(text MATCHES "\\)clew_page\"")
    message(FATAL_ERROR "${name} holds the end of the literal that it would stand in")
  endif()
  string(APPEND code "        {\"${name}\", R\"clew_page(")
  string(APPEND code "${text}")
  string(APPEND code ")clew_page\"},\n")
endforeach()
string(APPEND code "    };\n    return files;\n}\n\n}  // namespace clew::serve\n")
file(WRITE "${OUTPUT}" "${code}")
