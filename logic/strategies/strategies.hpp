#pragma once
// The strategies, each in a file of its name; all_strategies() has them as a table.

#include "logic/strategies/strategy.hpp"

namespace clew::logic::inline strategies {

/// naked-single .. hidden-set, x-wing .. large-fish.
Strategy related_sets_strategy();
/// skyscraper, two-string-kite, turbot-fish, empty-rectangle, and finned, sashimi, franken and
/// mutant fish of two to four houses.
Strategy cover_sets_strategy();
/// pointing, claiming, common-peers, almost-locked-pair, almost-locked-triple, xyz-wing, wxyz-wing,
/// bent-set, sue-de-coq.
Strategy two_house_strategy();
/// xy-wing, w-wing, counted-set.
Strategy many_house_strategy();
/// simple-colouring, multi-colouring, medusa.
Strategy colouring_strategy();
/// remote-pair, x-chain, xy-chain, aic, nice loops, grouped ones, and chains of larger things.
Strategy chains_strategy();
/// death-blossom.
Strategy blossom_strategy();
/// unique-rectangle-1 to -6, hidden-rectangle, avoidable-rectangle-1 and -2, extended-rectangle,
/// unique-loop, reverse-bug, bug-1, bug-n.
Strategy uniqueness_strategy();
/// cell- and region-forcing-chain, binary-verity, cell- and region-forcing-net.
Strategy forcing_strategy();
/// impossible-digit.
Strategy assumption_strategy();
/// nested-contradiction.
Strategy nested_strategy();
/// Locked pairs and triples, dual kites and rectangles, siamese fish.
Strategy mergers_strategy();
/// template-delete, template-set.
Strategy digit_templates_strategy();
/// multi-sector-locked-set of at most max_size cells, sk-loop.
Strategy multi_sector_strategy();
/// firework-triple, firework-quadruple.
Strategy fireworks_strategy();
/// aligned-pair-exclusion, aligned-triple-exclusion.
Strategy aligned_strategy();
/// junior-exocet, senior-exocet.
Strategy exocet_strategy();
/// tridagon with at most max_size guardians, on boards of 3x3 boxes.
Strategy tridagon_strategy();
/// Finds nothing: to be copied.
Strategy template_strategy();

}  // namespace clew::logic::inline strategies
