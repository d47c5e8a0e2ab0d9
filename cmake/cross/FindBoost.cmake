if(NOT TARGET Boost::headers)
  add_library(Boost::headers INTERFACE IMPORTED)
  if(WIN32)  # for Asio
    target_link_libraries(Boost::headers INTERFACE ws2_32 mswsock)
  endif()
  add_library(Boost::boost ALIAS Boost::headers)
endif()
set(Boost_FOUND TRUE)
