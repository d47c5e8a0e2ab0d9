# Writes the man page and the shell completions, and packs the page and the changes as Debian wants them:
# cmake -DCLEW=program -DCHANGES=CHANGELOG.md -DFOLDER=where -P ClewPages.cmake
file(MAKE_DIRECTORY ${FOLDER})
foreach(page "clew.1 --man" "clew.bash --completion bash" "_clew --completion zsh" "clew.fish --completion fish")
  separate_arguments(words UNIX_COMMAND "${page}")
  list(POP_FRONT words file)
  execute_process(COMMAND ${CLEW} help ${words} OUTPUT_FILE ${FOLDER}/${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
execute_process(COMMAND gzip -9nf ${FOLDER}/clew.1 COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND gzip -9nc ${CHANGES} OUTPUT_FILE ${FOLDER}/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
