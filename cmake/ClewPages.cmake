# Writes the man page, the shell completions and the changes as Debian wants them:
# cmake -DCLEW=program -DVERSION=0.2.0 -DFOLDER=where -P ClewPages.cmake
file(MAKE_DIRECTORY ${FOLDER})
foreach(page "clew.1 --man" "clew.bash --completion bash" "_clew --completion zsh" "clew.fish --completion fish")
  separate_arguments(words UNIX_COMMAND "${page}")
  list(POP_FRONT words file)
  execute_process(COMMAND ${CLEW} help ${words} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(WRITE ${FOLDER}/changelog "clew (${VERSION}) unstable; urgency=low

  * CHANGELOG.md, beside this file, says what is new.

 -- The Clew developers <developers@clew.example>  Sun, 29 Nov 2026 00:00:00 +0000
")
execute_process(COMMAND gzip -9nf ${FOLDER}/clew.1 ${FOLDER}/changelog COMMAND_ERROR_IS_FATAL ANY)
