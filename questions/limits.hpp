#pragma once
// Limits: what strangers may use who ask. The questions keep those of one question, of the cache
// and of all memory; a server keeps the rest, which are of connections and turns.

#include <cstddef>
#include <cstdint>

namespace clew::questions {

struct Limits {
    double seconds = 60;                                  ///< of work on one question
    std::size_t memory_bytes = std::size_t{1} << 30;      ///< that one question may hold
    std::size_t all_memory_bytes = std::size_t{4} << 30;  ///< that all at work may hold together
    std::size_t body_bytes = 1 << 20;                     ///< of a question
    std::size_t answer_bytes = 64 << 20;                  ///< of an answer, as JSON
    std::size_t unsent_bytes = 256 << 20;  ///< of answers that are not read; then no more questions
    std::size_t cache_bytes = 512 << 20;   ///< of what is kept from one question to the next
    std::size_t connections = 512;         ///< open at once
    std::size_t working = 0;               ///< questions worked on at once; 0: by the processors
    std::size_t working_each = 4;          ///< of them, of one page
    std::size_t waiting = 512;             ///< questions that wait for their turn
    std::size_t waiting_each = 64;         ///< of them, of one page
    unsigned threads = 0;                  ///< for all questions; 0: one a processor
    std::uint64_t solutions = 10'000;      ///< listed in one answer
    std::size_t puzzles = 1'000;           ///< made or printed in one answer
    double idle_seconds = 60;              ///< a connection without a question
    double transfer_seconds = 20;          ///< to send a question, or to read a piece of an answer
};

}  // namespace clew::questions
