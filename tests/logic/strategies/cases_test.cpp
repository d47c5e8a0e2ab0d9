// For every technique a state in which it must be found, and states in which it must not.
//
// The states are as full as they can be: a cell that is not named has every digit, and every
// candidate that is missing is missing because the structure wants it so. Put any one of them back
// and the technique must no longer show the conclusion.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/board/notation.hpp"
#include "logic/auditor/audit.hpp"
#include "logic/strategies/strategy.hpp"

namespace clew::logic {
namespace {

struct Case {
    const char* technique;
    const char* board;
    const char* state;       // r1c1=12: these are left; r1c2-12: these are gone; r1c3:1: placed
    const char* conclusion;  // r1c3<>1: goes; r1c3=1: is placed
};

constexpr Case cases[] = {
    {"full-house", "classic", "r1c1:1 r1c2:2 r1c3:3 r2c1:4 r2c2:5 r2c3:6 r3c1:7 r3c3:9", "r3c2=8"},
    {"naked-single", "classic", "r7c8=3", "r7c8=3"},
    {"hidden-single", "classic", "r1c7-2 r3c7-2 r4c7-2 r5c7-2 r6c7-2 r7c7-2 r8c7-2 r9c7-2",
     "r2c7=2"},
    {"pointing", "classic", "r2c1-3 r2c2-3 r2c3-3 r3c1-3 r3c2-3 r3c3-3", "r1c5<>3"},
    {"claiming", "classic", "r3c1-3 r3c2-3 r3c3-3 r3c7-3 r3c8-3 r3c9-3", "r1c5<>3"},
    {"locked-pair", "classic", "r4c8=12 r4c9=12", "r4c1<>1"},
    {"locked-triple", "classic", "r4c7=346 r4c8=346 r4c9=346", "r5c8<>3"},
    {"naked-pair", "classic", "r4c9=12 r6c9=12", "r6c8<>1"},
    {"naked-triple", "classic", "r1c2=346 r2c2=346 r9c2=346", "r4c2<>3"},
    {"naked-quad", "classic", "r1c5=4679 r2c5=4679 r4c5=4679 r6c5=4679", "r7c5<>4"},
    {"naked-set", "12", "r2c2=1257B r2c3=1257B r2c4=1257B r2c9=1257B r2c11=1257B", "r2c5<>5"},
    {"hidden-pair", "classic", "r1c2-57 r2c2-57 r3c2-57 r6c2-57 r7c2-57 r8c2-57 r9c2-57",
     "r4c2<>3"},
    {"hidden-triple", "classic", "r2c1-569 r3c1-569 r6c1-569 r7c1-569 r8c1-569 r9c1-569",
     "r4c1<>3"},
    {"hidden-quad", "classic", "r5c1-3468 r5c4-3468 r5c5-3468 r5c6-3468 r5c7-3468", "r5c2<>5"},
    {"hidden-set", "12", "r3c3=146ABC r3c4=146ABC r3c6=146ABC r3c8=146ABC r3c9=146ABC r3c12=146ABC",
     "r3c1<>1"},
    {"x-wing", "classic",
     "r1c2-5 r1c4-5 r2c2-5 r2c4-5 r3c2-5 r3c4-5 r6c2-5 r6c4-5 r7c2-5 r7c4-5 r8c2-5 r8c4-5 "
     "r9c2-5 r9c4-5",
     "r4c5<>5"},
    {"swordfish", "classic",
     "r1c2-5 r1c3-5 r1c4-5 r1c7-5 r1c8-5 r1c9-5 r7c2-5 r7c3-5 r7c4-5 r7c7-5 r7c8-5 r7c9-5 "
     "r8c2-5 r8c3-5 r8c4-5 r8c7-5 r8c8-5 r8c9-5",
     "r4c5<>5"},
    {"jellyfish", "classic",
     "r1c3-1 r1c5-1 r1c6-1 r1c7-1 r1c9-1 r2c3-1 r2c5-1 r2c6-1 r2c7-1 r2c9-1 r3c3-1 r3c5-1 "
     "r3c6-1 r3c7-1 r3c9-1 r9c3-1 r9c5-1 r9c6-1 r9c7-1 r9c9-1",
     "r4c1<>1"},
    {"large-fish", "12",
     "r2c3-6 r2c6-6 r2c7-6 r2c9-6 r2c10-6 r2c11-6 r2c12-6 r3c3-6 r3c6-6 r3c7-6 r3c9-6 "
     "r3c10-6 r3c11-6 r3c12-6 r4c3-6 r4c6-6 r4c7-6 r4c9-6 r4c10-6 r4c11-6 r4c12-6 r9c3-6 "
     "r9c6-6 r9c7-6 r9c9-6 r9c10-6 r9c11-6 r9c12-6 r10c3-6 r10c6-6 r10c7-6 r10c9-6 "
     "r10c10-6 r10c11-6 r10c12-6",
     "r5c1<>6"},
    {"common-peers", "diagonals", "r1c1-7 r2c2-7 r5c5-7 r6c6-7 r7c7-7 r8c8-7 r9c9-7", "r3c4<>7"},
    {"almost-locked-pair", "classic", "r4c1-57 r4c3-57 r5c4=57 r6c1-57 r6c2-57 r6c3-57", "r4c2<>3"},
    {"almost-locked-triple", "classic", "r8c4-689 r8c6-689 r8c7-689 r8c9-689 r9c1=689 r9c2=689",
     "r7c1<>8"},
    {"dual-two-string-kite", "classic",
     "r1c1-1 r1c2-1 r1c4-1 r1c5-1 r1c6-1 r1c8-1 r1c9-1 r2c1-1 r2c3-1 r2c4-1 r2c5-1 r2c6-1 "
     "r2c8-1 r2c9-1 r3c2-1 r3c3-1 r4c2-1 r4c3-1 r5c2-1 r5c3-1 r6c2-1 r6c3-1 r7c2-1 r7c3-1 "
     "r8c2-1 r9c3-1",
     "r8c7<>1"},
    {"dual-empty-rectangle", "classic",
     "r1c1-3 r1c2-3 r1c3-3 r1c5-3 r1c7-3 r1c8-3 r1c9-3 r4c4-3 r4c5-3 r5c5-3 r6c4-3 r6c5-3",
     "r7c4<>3"},
    {"siamese-x-wing", "classic",
     "r1c2-7 r1c3-7 r3c2-7 r3c3-7 r7c2-7 r7c3-7 r8c2-7 r8c3-7 r9c2-7 r9c3-7", "r5c1<>7"},
    {"siamese-swordfish", "classic",
     "r2c3-2 r3c3-2 r3c7-2 r3c9-2 r4c3-2 r4c7-2 r4c9-2 r5c3-2 r5c7-2 r5c9-2 r6c3-2 r6c7-2 "
     "r6c9-2 r7c3-2 r7c7-2 r7c9-2 r9c3-2",
     "r1c8<>2"},
    {"siamese-jellyfish", "classic",
     "r1c1-1 r1c2-1 r1c5-1 r1c8-1 r1c9-1 r2c1-1 r2c2-1 r2c5-1 r2c8-1 r2c9-1 r5c1-1 r5c2-1 "
     "r5c5-1 r5c7-1 r5c8-1 r5c9-1 r8c1-1 r8c2-1 r8c5-1 r8c7-1 r8c9-1",
     "r3c8<>1"},
    {"finned-large-fish", "classic",
     "r3c2-3 r3c3-3 r3c4-3 r3c6-3 r3c7-3 r4c2-3 r4c3-3 r4c4-3 r4c6-3 r4c7-3 r8c2-3 r8c3-3 "
     "r8c4-3 r8c6-3 r9c2-3 r9c3-3 r9c4-3 r9c6-3",
     "r7c8<>3"},
    {"skyscraper", "classic",
     "r1c2-5 r1c4-5 r2c2-5 r2c4-5 r3c2-5 r3c4-5 r6c2-5 r6c4-5 r7c2-5 r7c4-5 r8c2-5 r8c4-5 "
     "r9c2-5 r9c4-5",
     "r5c1<>5"},
    {"two-string-kite", "classic",
     "r2c5-1 r3c5-1 r4c5-1 r5c5-1 r6c5-1 r7c5-1 r9c1-1 r9c2-1 r9c3-1 r9c5-1 r9c6-1 r9c7-1 "
     "r9c9-1",
     "r1c8<>1"},
    {"turbot-fish", "classic",
     "r1c4-5 r2c4-5 r3c4-5 r4c1-5 r4c3-5 r5c1-5 r5c3-5 r6c1-5 r6c2-5 r6c3-5 r6c4-5 r7c4-5 "
     "r8c4-5 r9c4-5",
     "r4c5<>5"},
    {"empty-rectangle", "classic",
     "r1c2-5 r2c2-5 r3c2-5 r5c5-5 r5c6-5 r6c2-5 r6c4-5 r6c5-5 r6c6-5 r7c2-5 r8c2-5 r9c2-5",
     "r5c1<>5"},
    {"finned-x-wing", "classic",
     "r2c5-1 r3c5-1 r4c5-1 r4c9-1 r5c5-1 r5c9-1 r6c5-1 r6c9-1 r7c5-1 r7c9-1 r9c5-1 r9c9-1",
     "r1c8<>1"},
    {"finned-swordfish", "classic",
     "r1c3-5 r1c4-5 r1c5-5 r1c6-5 r1c7-5 r1c8-5 r4c3-5 r4c4-5 r4c5-5 r4c6-5 r4c7-5 r4c8-5 "
     "r8c4-5 r8c5-5 r8c6-5 r8c7-5 r8c8-5",
     "r9c1<>5"},
    {"finned-jellyfish", "classic",
     "r1c2-5 r1c3-5 r1c7-5 r1c8-5 r1c9-5 r4c7-5 r4c8-5 r4c9-5 r7c2-5 r7c3-5 r7c7-5 r7c8-5 "
     "r7c9-5 r8c2-5 r8c3-5 r8c7-5 r8c8-5 r8c9-5",
     "r5c1<>5"},
    {"sashimi-x-wing", "classic",
     "r2c1-6 r2c3-6 r2c5-6 r2c6-6 r2c7-6 r2c8-6 r2c9-6 r6c1-6 r6c2-6 r6c3-6 r6c7-6 r6c8-6 "
     "r6c9-6",
     "r5c4<>6"},
    {"sashimi-swordfish", "classic",
     "r1c2-4 r1c3-4 r1c9-4 r2c2-4 r2c3-4 r2c9-4 r3c2-4 r3c3-4 r3c9-4 r4c2-4 r4c3-4 r4c9-4 "
     "r6c9-4 r7c2-4 r7c3-4 r8c2-4 r8c3-4 r9c9-4",
     "r9c8<>4"},
    {"sashimi-jellyfish", "classic",
     "r1c2-5 r1c3-5 r1c4-5 r1c7-5 r1c9-5 r6c1-5 r6c2-5 r6c3-5 r6c5-5 r6c6-5 r6c7-5 r6c9-5 "
     "r7c2-5 r7c3-5 r7c4-5 r7c7-5 r7c9-5 r8c2-5 r8c3-5 r8c4-5 r8c7-5 r8c9-5",
     "r4c5<>5"},
    {"franken-x-wing", "classic", "r3c1-3 r3c2-3 r3c3-3 r3c7-3 r3c8-3 r3c9-3", "r1c5<>3"},
    {"franken-swordfish", "classic",
     "r1c1-9 r2c1-9 r3c1-9 r4c1-9 r4c4-9 r4c6-9 r4c7-9 r4c8-9 r4c9-9 r7c1-9 r7c4-9 r7c6-9 "
     "r7c7-9 r7c8-9 r7c9-9",
     "r5c5<>9"},
    {"franken-jellyfish", "classic", "r3c1-3 r3c2-3 r3c3-3 r3c7-3 r3c8-3 r3c9-3", "r1c5<>3"},
    {"finned-franken-x-wing", "classic", "r2c1-3 r2c2-3 r2c3-3 r3c1-3 r3c2-3 r3c3-3", "r1c5<>3"},
    {"finned-franken-swordfish", "classic",
     "r2c2-4 r2c3-4 r2c4-4 r2c6-4 r3c2-4 r3c3-4 r3c4-4 r3c6-4 r7c2-4 r7c3-4 r7c7-4 r7c8-4 "
     "r7c9-4",
     "r9c5<>4"},
    {"finned-franken-jellyfish", "classic",
     "r1c1-2 r1c3-2 r1c4-2 r1c5-2 r1c7-2 r1c8-2 r2c1-2 r3c1-2 r5c1-2 r5c4-2 r5c5-2 r5c7-2 "
     "r5c8-2 r8c4-2 r8c5-2 r8c7-2 r8c8-2",
     "r9c2<>2"},
    {"mutant-x-wing", "classic", "r2c1-3 r2c2-3 r2c3-3 r3c1-3 r3c2-3 r3c3-3 r3c7-3 r3c8-3 r3c9-3",
     "r1c5<>3"},
    {"mutant-swordfish", "classic",
     "r1c5-6 r1c6-6 r1c8-6 r2c5-6 r2c6-6 r2c8-6 r6c1-6 r6c2-6 r6c3-6 r6c5-6 r6c6-6 r6c8-6 "
     "r7c8-6 r8c8-6 r9c8-6",
     "r4c4<>6"},
    {"mutant-jellyfish", "classic", "r3c1-3 r3c2-3 r3c3-3 r3c7-3 r3c8-3 r3c9-3", "r1c5<>3"},
    {"finned-mutant-x-wing", "classic",
     "r1c2-8 r2c2-8 r4c2-8 r5c2-8 r6c2-8 r9c2-8 r9c4-8 r9c5-8 r9c6-8 r9c7-8 r9c9-8", "r3c8<>8"},
    {"finned-mutant-swordfish", "classic",
     "r1c4-1 r2c1-1 r2c2-1 r2c3-1 r2c4-1 r2c5-1 r2c9-1 r3c4-1 r4c4-1 r4c9-1 r5c4-1 r5c9-1 "
     "r7c9-1 r9c9-1",
     "r8c6<>1"},
    {"finned-mutant-jellyfish", "classic",
     "r1c2-9 r1c3-9 r1c8-9 r3c2-9 r3c3-9 r3c6-9 r3c7-9 r3c8-9 r3c9-9 r4c6-9 r4c8-9 r6c6-9 "
     "r6c8-9 r7c6-9 r7c8-9 r8c6-9 r8c8-9",
     "r9c1<>9"},
    {"xy-wing", "classic", "r6c1=13 r8c2=23 r9c1=12", "r4c2<>3"},
    {"xyz-wing", "classic", "r1c2=56 r2c3=569 r2c6=59", "r2c1<>5"},
    {"wxyz-wing", "classic", "r5c7=38 r6c1=346 r6c5=46 r6c8=468", "r5c2<>3"},
    {"bent-set", "classic", "r4c4=3568 r5c4=3568 r6c4-1279 r6c5-1279 r6c8=48", "r6c6<>8"},
    {"sue-de-coq", "classic", "r4c3=346 r5c1=3469 r5c3=3469 r5c5=9", "r4c2<>3"},
    {"w-wing", "classic", "r3c3=23 r4c1-2 r5c1-2 r6c1-2 r8c2=23", "r8c3<>3"},
    {"remote-pair", "classic", "r1c1=68 r2c2=68 r7c1=68 r9c3=68", "r7c2<>6"},
    {"xy-chain", "classic", "r1c2=56 r4c2=35 r4c9=39 r5c2=26 r5c3=28 r5c9=89", "r8c2<>5"},
    {"counted-set", "classic", "r1c5=19 r7c5=179 r8c1=57 r8c5=1579", "r8c4<>7"},
    {"unique-rectangle-1", "classic", "r1c1=37 r1c4=37 r2c1=37", "r2c4<>3"},
    {"unique-rectangle-2", "classic", "r1c1=37 r1c4=37 r2c1=357 r2c4=357", "r2c9<>5"},
    {"unique-rectangle-3", "classic", "r1c1=37 r1c4=37 r2c1=3578 r2c4=3578 r2c9=58", "r2c7<>5"},
    {"unique-rectangle-4", "classic",
     "r1c1=37 r1c4=37 r2c2-3 r2c3-3 r2c5-3 r2c6-3 r2c7-3 r2c8-3 r2c9-3", "r2c1<>7"},
    {"unique-rectangle-5", "classic", "r1c1=37 r1c4=357 r2c1=357 r2c4=357", "r2c5<>5"},
    {"unique-rectangle-6", "classic",
     "r1c1=37 r2c4=37 r1c2-3 r1c3-3 r1c5-3 r1c6-3 r1c7-3 r1c8-3 r1c9-3 r2c2-3 r2c3-3 r2c5-3 "
     "r2c6-3 r2c7-3 r2c8-3 r2c9-3",
     "r1c4<>3"},
    {"hidden-rectangle", "classic",
     "r1c1=37 r2c2-3 r2c3-3 r2c5-3 r2c6-3 r2c7-3 r2c8-3 r2c9-3 r3c4-3 r4c4-3 r5c4-3 r6c4-3 "
     "r7c4-3 r8c4-3 r9c4-3",
     "r2c4<>7"},
    {"avoidable-rectangle-1", "classic", "r1c1=3 r1c4=7 r2c1=7", "r2c4<>3"},
    {"avoidable-rectangle-2", "classic", "r1c1=3 r1c4=7 r2c1=57 r2c4=35", "r2c9<>5"},
    {"extended-rectangle", "classic", "r1c1=357 r1c4=357 r1c7=357 r2c1=357 r2c4=357", "r2c7<>3"},
    {"unique-loop", "classic", "r1c4=37 r2c4=37 r2c7=37 r3c7=37 r3c1=37", "r1c1<>3"},
    {"reverse-bug", "classic", "r1c4=3 r2c4=7 r2c7=3 r3c7=7 r3c1=3", "r1c1<>7"},
    {"bug-1", "4",
     "r1c1=123 r1c2=12 r1c3=34 r1c4=34 r2c1=34 r2c2=34 r2c3=12 r2c4=12 r3c1=12 r3c2=12 r3c3=34 "
     "r3c4=34 r4c1=34 r4c2=34 r4c3=12 r4c4=12",
     "r1c1<>1"},
    {"bug-n", "4",
     "r1c1=1234 r1c2=1234 r1c3=34 r1c4=34 r2c1=34 r2c2=34 r2c3=12 r2c4=12 r3c1=12 r3c2=12 "
     "r3c3=34 r3c4=34 r4c1=34 r4c2=34 r4c3=12 r4c4=12",
     "r1c1<>2"},
    {"impossible-digit", "classic", "r2c1-3 r2c2-3 r2c3-3 r3c1-3 r3c2-3 r3c3-3", "r1c5<>3"},
    {"binary-verity", "classic",
     "r1c2-2 r1c4-8 r1c5-8 r1c7-289 r1c8-28 r2c1-5 r2c2-5 r2c4-589 r2c8-29 r2c9-29 "
     "r3c1=2489 r3c3-59 r3c4-59 r3c5-5 r3c6-59 r3c7-29 r3c8-259 r3c9-29 r4c2-2 r4c3-2 "
     "r4c4-2 r4c5-2 r4c6-2 r4c7-2 r4c8-28 r4c9-2 r5c2-89 r5c3-89 r5c4-89 r5c5-8 r5c7-8 "
     "r5c8-8 r5c9-89 r6c7-8 r6c8-8 r7c1=45 r7c2-25 r7c9-9 r8c7-9 r8c9-9 r9c1=249 r9c2-2 "
     "r9c7=2589",
     "r5c1<>5"},
    {"x-chain", "classic",
     "r4c7-9 r4c8-9 r4c9-9 r5c1-9 r5c2-9 r5c3-9 r5c4-9 r5c7-9 r5c8-9 r5c9-9 r6c9-9 r7c1-9 r7c2-9 "
     "r7c3-9 r7c4-9 r7c6-9 r7c8-9 r7c9-9",
     "r6c5<>9"},
    {"aic", "classic", "r5c3-2 r5c4-2 r5c5-2 r5c6-2 r5c7-2 r5c8-2 r5c9-2 r6c2=26", "r6c2<>2"},
    {"discontinuous-loop", "classic", "r4c7=18 r5c7=18 r8c7=38", "r8c7=3"},
    {"nice-loop", "classic", "r7c1=67 r7c4=56 r7c6=57", "r8c4<>5"},
    {"grouped-x-chain", "classic", "r4c7-4 r5c7-4 r6c7-4 r7c8-4 r7c9-4 r8c8-4 r8c9-4 r9c8-4 r9c9-4",
     "r1c7<>4"},
    {"grouped-aic", "classic", "r4c7=18 r5c7=18 r7c8-1 r8c8-1 r9c8-1", "r1c7<>1"},
    {"grouped-nice-loop", "classic", "r1c9=59 r4c9=59 r7c9-5 r8c9-5 r9c9-5", "r3c9<>5"},
    {"als-xz", "classic", "r2c1=367 r2c2=67 r7c1=36", "r1c1<>6"},
    {"als-xz-double", "classic", "r1c8=25 r4c8=257 r9c8=25", "r4c7<>7"},
    {"als-xy-wing", "classic", "r3c1=34 r3c4=47 r7c4=17 r8c4=17", "r3c1<>4"},
    {"als-chain", "classic", "r3c1=34 r3c4=147 r7c4=17 r8c4=17", "r3c1<>4"},
    {"als-aic", "classic", "r2c2=178 r2c7=17 r3c2=18 r7c3-1 r8c3-1 r9c3-1", "r2c3<>1"},
    {"als-nice-loop", "classic", "r7c7=26 r8c7=236 r9c7=23 r9c8-6 r9c9-6", "r7c8<>6"},
    {"ahs-aic", "classic",
     "r8c4-1278 r8c5-1278 r9c1-3 r9c2-3 r9c3-3 r9c5-1278 r9c6-1278 r9c7-3 r9c8-3 r9c9-3",
     "r7c5<>3"},
    {"fish-aic", "classic",
     "r7c1-5 r7c2-5 r7c3-5 r7c7-5 r7c8-5 r7c9-5 r8c2-5 r8c3-5 r9c3-5 r9c4-5 r9c6-5 r9c8-5 r9c9-5",
     "r9c5<>5"},
    {"rectangle-aic", "classic", "r4c2=1235 r4c4=1235 r4c5=13 r6c2=235 r6c4=25", "r4c1<>3"},
    {"simple-colouring", "classic",
     "r1c5-1 r2c5-1 r4c5-1 r5c5-1 r6c5-1 r7c4-1 r7c6-1 r8c1-1 r8c2-1 r8c3-1 r8c5-1 r8c6-1 r8c7-1 "
     "r8c9-1 r9c4-1 r9c5-1 r9c6-1",
     "r3c8<>1"},
    {"multi-colouring", "classic",
     "r1c5-6 r2c5-6 r3c5-6 r4c4-6 r4c5-6 r4c6-6 r5c4-6 r5c5-6 r6c4-6 r6c6-6 r7c1-6 r7c2-6 r7c3-6 "
     "r7c4-6 r7c5-6 r7c7-6 r7c8-6 r8c5-6 r8c7-6 r8c8-6 r8c9-6 r9c7-6 r9c9-6",
     "r6c9<>6"},
    {"medusa", "classic", "r1c4-7 r1c5-7 r1c6=79 r2c4-7 r2c5-7 r2c6-7 r3c4-7 r3c5=9", "r1c6<>9"},
    {"cell-forcing-chain", "classic", "r2c1=367 r2c2=67 r7c1=36", "r1c1<>6"},
    {"region-forcing-chain", "classic",
     "r5c1-3 r5c3-3 r5c4-3 r5c5-3 r5c7-3 r5c8-3 r5c9-3 r7c4-3 r7c5-3 r8c4-3 r8c5-3", "r9c2<>3"},
    {"cell-forcing-net", "classic", "r2c1=367 r2c2=67 r7c1=36", "r1c1<>6"},
    {"region-forcing-net", "classic",
     "r5c1-3 r5c3-3 r5c4-3 r5c5-3 r5c7-3 r5c8-3 r5c9-3 r7c4-3 r7c5-3 r8c4-3 r8c5-3", "r9c2<>3"},
    {"nested-contradiction", "6",
     "r2c3-36 r2c5=4 r3c3-3 r4c2-256 r4c6-6 r5c2-26 r5c3=45 r5c6-146 r6c2-156 r6c6=23", "r4c4<>3"},
    {"multi-sector-locked-set", "classic",
     "r2c8=3467 r3c8=3467 r5c7-3467 r7c8=3467 r7c9=3467 r8c9=3467 r9c9=3467", "r1c8<>4"},
    {"sk-loop", "classic",
     "r4c2=1267 r4c3=1267 r4c8=1237 r4c9=1237 r5c1=2367 r5c7=3567 r6c1=2367 r6c7=3567 r7c1=2349 "
     "r7c7=1356 r8c1=2349 r8c7=1356 r9c2=4789 r9c3=4789 r9c8=1378 r9c9=1378",
     "r1c1<>2"},
    {"firework-triple", "classic",
     "r1c4-125 r3c4-125 r4c4-125 r5c4-125 r6c4-125 r7c2-125 r7c3-125 r7c7-125 r7c8-125 r7c9-125",
     "r2c4<>6"},
    {"firework-quadruple", "classic",
     "r1c6-46 r2c1-78 r2c2-78 r2c3-78 r2c4-78 r2c5-78 r3c6-46 r4c8-78 r5c1-46 r5c2-46 r5c3-46 "
     "r5c7-46 r5c9-46 r6c8-78 r7c6-46 r7c8-78 r8c6-46 r8c8-78 r9c6-46 r9c8-78",
     "r2c6<>5"},
    {"aligned-pair-exclusion", "classic", "r2c1=367 r2c2=67 r7c1=36", "r1c1<>6"},
    {"aligned-triple-exclusion", "classic", "r1c8=69 r5c7=679 r5c8=679 r7c8=678 r8c7=89",
     "r4c8<>6"},
    {"junior-exocet", "classic",
     "r1c7=189 r1c8=189 r2c3-18 r2c5-8 r3c3-8 r3c5-89 r4c3-18 r4c5-8 r4c9-18 r5c3-8 r5c5-89 "
     "r5c9-89 "
     "r6c3-18 r6c5-89 r6c9-189 r7c3-18 r7c5-89 r7c9-189 r8c3-1 r8c5-9 r8c9-19 r9c3-1 r9c5-9 "
     "r9c9-19",
     "r1c7<>8"},
    {"senior-exocet", "classic",
     "r1c1-389 r1c4-389 r1c8-9 r2c1-89 r2c4-89 r2c8-9 r3c1-39 r3c4-39 r3c8-9 r4c1-389 r4c4-389 "
     "r4c8-9 r5c8-9 r6c1-38 r6c4-38 r7c4-389 r7c8-9 r8c4-38 r9c2=389 r9c3=389",
     "r5c1<>1"},
    {"tridagon", "classic",
     "r1c1=167 r1c7=167 r2c2=167 r2c9=167 r3c3=167 r3c8=1567 r7c1=167 r7c9=167 r8c2=167 r8c7=167 "
     "r9c3=167 r9c8=167",
     "r3c8=5"},
    {"death-blossom", "classic", "r4c2=157 r4c4=79 r5c1=159 r5c3=159", "r5c5<>9"},
    {"template-delete", "classic", "r9c2-4 r9c3-4 r9c4-4 r9c5-4 r9c6-4 r9c7-4 r9c8-4 r9c9-4",
     "r2c1<>4"},
    {"template-set", "classic",
     "r8c1-1 r8c2-1 r8c3-1 r8c4-1 r8c5-1 r8c6-1 r9c1-1 r9c3-1 r9c4-1 r9c5-1 r9c6-1", "r9c2=1"},
};

GeometryPtr board_of(const std::string& name) {
    if (name == "diagonals")
        return Geometry::make(
            {.size = 9, .boxes = BoxShape{3, 3}, .main_diagonal = true, .anti_diagonal = true});
    return name == "classic" ? Geometry::classic() : Geometry::standard(std::stoul(name));
}

struct Reading {
    GeometryPtr board;
    Technique technique;
    std::vector<DigitSet> marks;
    std::vector<Cell> placed;
    Candidate conclusion;
    bool places = false;

    explicit Reading(const Case& row)
        : board(board_of(row.board)), technique(*parse_technique(row.technique)) {
        const std::size_t n = board->size();
        marks.assign(board->cell_count(), DigitSet::all(n));
        std::istringstream words{row.state};
        for (std::string word; words >> word;) {
            const std::size_t sign = word.find_first_of("=-:");
            const Cell cell = *parse_cell(word.substr(0, sign), n);
            DigitSet named;
            for (char c : word.substr(sign + 1)) named.insert(*parse_digit(c, n));
            marks[cell.index()] = word[sign] == '-' ? DigitSet::all(n) - named : named;
            if (word[sign] == ':') placed.push_back(cell);
        }
        const std::string text = row.conclusion;
        const std::size_t sign = text.find_first_of("=<");
        conclusion = {*parse_cell(text.substr(0, sign), n), *parse_digit(text.back(), n)};
        places = text[sign] == '=';
    }

    State state() const {
        Puzzle puzzle{board};
        for (std::size_t i = 0; i < marks.size(); ++i) puzzle.set_marks(Cell{i}, marks[i]);
        // With a second digit put back it is not placed any more.
        for (Cell c : placed)
            if (marks[c.index()].size() == 1) puzzle.set_given(c, marks[c.index()].first());
        State made{puzzle};
        if (info(technique).family != Family::uniqueness) return made;
        made.set_unique(Uniqueness::granted, Puzzle{board});
        // Avoidable rectangles and the reverse BUG have cells that are placed and not given.
        if (std::string_view{info(technique).id}.starts_with("avoidable") ||
            technique == Technique::reverse_bug)
            for (std::size_t i = 0; i < marks.size(); ++i)
                if (made.open().test(Cell{i}) && marks[i].size() == 1)
                    made.place({Cell{i}, marks[i].first()});
        return made;
    }

    /// The step of a technique that shows the conclusion, if there is one.
    std::optional<Step> shown(const State& state, Technique by) const {
        std::optional<Step> step;
        find(state, {.technique = by}, [&](Step&& found) {
            const auto& said = places ? found.placements : found.eliminations;
            if (std::ranges::count(said, conclusion) == 0) return Flow::go_on;
            step = std::move(found);
            return Flow::stop;
        });
        return step;
    }
};

TEST(Cases, EveryTechniqueIsFoundWhereItMustBe) {
    std::set<std::string> shown;
    for (const Case& row : cases) {
        const Reading reading{row};
        const State state = reading.state();
        const auto step = reading.shown(state, reading.technique);
        ASSERT_TRUE(step) << row.technique;
        EXPECT_EQ(step->technique, reading.technique);
        EXPECT_EQ(audit(state, *step).outcome, AuditOutcome::proved) << row.technique;
        shown.insert(row.technique);
    }
    for (const TechniqueInfo& t : techniques())
        EXPECT_EQ(shown.contains(t.id), strategy_of(t.technique) != nullptr) << t.id;
}

TEST(Cases, NoTechniqueIsFoundWhereItMustNotBe) {
    for (const Case& row : cases) {
        Reading reading{row};
        const auto step = reading.shown(reading.state(), reading.technique);
        ASSERT_TRUE(step) << row.technique;
        std::size_t spoiled = 0;
        const std::vector<DigitSet> marks = reading.marks;
        for (std::size_t i = 0; i < marks.size(); ++i)
            for (Digit d : DigitSet::all(reading.board->size()) - marks[i]) {
                reading.marks = marks;
                reading.marks[i].insert(d);
                const State state = reading.state();
                // What a placed digit takes away again was not missing.
                if (!state.has({Cell{i}, d})) continue;
                const std::string back = to_string(Candidate{Cell{i}, d}, reading.board->size());
                EXPECT_FALSE(reading.shown(state, reading.technique))
                    << row.technique << " with " << back;
                // Where the same citations still prove it, it is a structure of another name.
                if (audit(state, *step).outcome == AuditOutcome::proved) {
                    const auto others = techniques();
                    EXPECT_TRUE(std::ranges::any_of(others,
                                                    [&](const TechniqueInfo& t) {
                                                        return strategy_of(t.technique) !=
                                                                   nullptr &&
                                                               reading.shown(state, t.technique);
                                                    }))
                        << row.technique << " with " << back;
                }
                ++spoiled;
            }
        EXPECT_GT(spoiled, 0U) << row.technique;
    }
}

}  // namespace
}  // namespace clew::logic
