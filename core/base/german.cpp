// The German of what is told. Cells stay r3c5; houses, techniques and rules are names without an
// article ("in Zeile 3", "nach Killerkäfig r1c1"), so that they fit wherever the English does.
// Sections follow the sources that use them; a template that several use stands in the first.

#include <array>

#include "core/base/language.hpp"

namespace clew {

namespace {

constexpr Translation catalogue[] = {
    // explain/words/words.cpp
    {"and", "und"},
    {"or", "oder"},
    {"row", "Zeile"},
    {"rows", "Zeilen"},
    {"column", "Spalte"},
    {"columns", "Spalten"},
    {"box", "Block"},
    {"boxes", "Blöcke"},
    {"window", "Fenster"},
    {"windows", "Fenster"},
    {"disjoint group", "Positionsgruppe"},
    {"disjoint groups", "Positionsgruppen"},
    {"region", "Region"},
    {"regions", "Regionen"},
    {"the main diagonal", "Hauptdiagonale"},
    {"the anti-diagonal", "Nebendiagonale"},
    {"the knight's move {}-{}", "Springerzug {}-{}"},
    {"the king's move {}-{}", "Königszug {}-{}"},
    {"no", "kein"},
    {"one", "ein"},
    {"two", "zwei"},
    {"three", "drei"},
    {"four", "vier"},
    {"five", "fünf"},
    {"six", "sechs"},
    {"seven", "sieben"},
    {"eight", "acht"},
    {"nine", "neun"},
    {"ten", "zehn"},
    {"{} from {}", "{} aus {}"},

    // explain/words/tell.cpp, tell_fish.cpp
    {"{}s", "{}er"},
    {"{} is {}", "{} ist {}"},
    {"{} is in {}", "{} steht in {}"},
    {"it", "sie"},
    {"both", "beide"},
    {"all {}", "alle {}"},
    {"{} sees {}", "{} sieht {}"},
    {"{} see {}", "{} sehen {}"},
    {"{} lies in {}, outside {}.", "{} liegt in {}, außerhalb von {}."},
    {"{} lie in {}, outside {}.", "{} liegen in {}, außerhalb von {}."},
    {"{} sees {} and lies in {}, outside {}.", "{} sieht {} und liegt in {}, außerhalb von {}."},
    {"{} see {} and lie in {}, outside {}.", "{} sehen {} und liegen in {}, außerhalb von {}."},
    {"{} lies in two of these houses at once, which would leave too few for the others.",
     "{} liegt in zwei dieser Häuser zugleich, und so blieben zu wenige für die anderen."},
    {"{} lie in two of these houses at once, which would leave too few for the others.",
     "{} liegen in zwei dieser Häuser zugleich, und so blieben zu wenige für die anderen."},
    {"{} sees {} and lies in two of these houses at once, which would leave too few for the "
     "others.",
     "{} sieht {} und liegt in zwei dieser Häuser zugleich, und so blieben zu wenige für die "
     "anderen."},
    {"{} see {} and lie in two of these houses at once, which would leave too few for the others.",
     "{} sehen {} und liegen in zwei dieser Häuser zugleich, und so blieben zu wenige für die "
     "anderen."},
    {"{} is not", "{} ist es nicht"},
    {"{} is not in {}", "{} steht nicht in {}"},
    {"In {0}, every {1} lies in {2}, so the {3} of {2} all lie there.",
     "In {0} liegt jede {1} in {2}, also liegen alle {3} von {2} dort."},
    {"the fin {}", "die Flosse {}"},
    {"the fins {}", "die Flossen {}"},
    {"the fin", "die Flosse"},
    {"both fins", "beide Flossen"},
    {"all the fins", "alle Flossen"},
    {"But for {0}, every {1} of {2} lies in {3}. Either the fin is {1}, or the {4} of {3} all lie "
     "in {2}.",
     "Bis auf {0} liegt jede {1} von {2} in {3}. Entweder ist die Flosse {1}, oder alle {4} von "
     "{3} liegen in {2}."},
    {"But for {0}, every {1} of {2} lies in {3}. Either a fin is {1}, or the {4} of {3} all lie in "
     "{2}.",
     "Bis auf {0} liegt jede {1} von {2} in {3}. Entweder ist eine Flosse {1}, oder alle {4} von "
     "{3} liegen in {2}."},
    {"In {}, {} can only go in {}, so {}", "In {} kann {} nur in {} stehen, also: {}"},
    {"In {0}, either {1} or {2}. If {2}, {3}", "In {0} gilt: {1} oder {2}. Falls {2}: {3}"},
    {" ({}), so {} ({}). ", " ({}), also: {} ({}). "},
    {"So {} is {}, and {}.", "Also ist {} {}, und {}."},
    {"So one of {} is {}, and {}.", "Also ist eine von {} {}, und {}."},

    // explain/words/tell_colours.cpp

    // explain/words/chain.cpp

    // explain/words/tell_counted.cpp

    // explain/words/tell_sets.cpp, tell_patterns.cpp

    // explain/words/tell_totals.cpp

    // explain/words/argument.cpp, trace.cpp, first_break.cpp

    // explain/words/narrate.cpp: what stands before the uniqueness arguments

    // explain/words/narrate.cpp: from the uniqueness arguments on

    // explain/words/tell_rules.cpp

    // core/rules: names and meanings of rules

    // logic/technique.cpp: names of techniques

    // explain/words/lessons.cpp

    // explain/pictures: the page of a walk
    {"the end", "das Ende"},
    {"{} of {}", "{} von {}"},
    {"strong link", "starkes Glied"},
    {"weak link", "schwaches Glied"},
    {"makes it hold", "setzt ihn"},
    {"rules it out", "schließt ihn aus"},
    {"link", "Glied"},
    {"inner step", "Zwischenschritt"},
    {"All {} links.", "Alle {} Glieder."},
    {"All {} inner steps.", "Alle {} Zwischenschritte."},
    {"{} links, one by one.", "{} Glieder, eins nach dem anderen."},
    {"{} inner steps, one by one.", "{} Zwischenschritte, einer nach dem anderen."},
    {"{} of {}. {}", "{} von {}. {}"},
    {"fell in step {}: {}.", "fiel in Schritt {}: {}."},
    {"was ruled out before the first step.", "war schon vor dem ersten Schritt ausgeschlossen."},
    {"is given.", "ist vorgegeben."},
    {"is there from the start.", "steht von Anfang an da."},
    {"was placed in step {}: {}.", "wurde in Schritt {} gesetzt: {}."},
    {"falls in step {}: {}.", "fällt in Schritt {}: {}."},
    {"is placed in step {}: {}.", "wird in Schritt {} gesetzt: {}."},
    {"is left where the walk ends.", "ist am Ende des Lösungswegs noch da."},
    {"has no candidate.", "hat keinen Kandidaten."},
    {"show step {}", "Schritt {} zeigen"},
    {"show solution {}", "Lösung {} zeigen"},
    {"show it", "zeigen"},
    {"Solution {}", "Lösung {}"},
    {"The solution", "Die Lösung"},
    {"Any step shows the board of the walk again.",
     "Jeder Schritt zeigt wieder das Feld des Lösungswegs."},
    {"At the end.", "Am Ende."},
    {"Before step {}.", "Vor Schritt {}."},
    {"The walk at a glance", "Der Lösungsweg auf einen Blick"},
    {"{}, {}. Hardest: {} ({}), step {}.", "{}, {}. Am schwersten: {} ({}), Schritt {}."},
    {"{} step", "{} Schritt"},
    {"{} steps", "{} Schritte"},
    {"{} kind of step", "{} Art von Schritten"},
    {"{} kinds of steps", "{} Arten von Schritten"},
    {"how hard each step is", "wie schwer jeder Schritt ist"},
    {"kinds of steps", "Arten von Schritten"},
    {"the next one", "der nächste dieser Art"},
    {"Walk-through", "Lösungsweg"},
    {"board", "Feld"},
    {"the board at this step", "das Feld bei diesem Schritt"},
    {"steps", "Schritte"},
    {"left arrow", "Pfeil nach links"},
    {"right arrow", "Pfeil nach rechts"},
    {"back", "zurück"},
    {"next", "weiter"},
    {"p: pencil marks", "p: Kandidaten"},
    {"marks", "Kandidaten"},
    {"ask", "fragen"},
    {"what becomes of a digit", "was aus einer Ziffer wird"},
    {"close", "schließen"},
    {"links of the chain", "Glieder der Kette"},
    {"one link less", "ein Glied weniger"},
    {"one link more", "ein Glied mehr"},
    {"all steps", "alle Schritte"},
    {"step", "Schritt"},
    {"first and last", "erster und letzter"},
    {"ten at a time", "zehn auf einmal"},
    {"pencil marks on and off", "Kandidaten an und aus"},
    {"the links of a chain one by one; a digit or pencil mark, clicked, says where it is placed or "
     "falls",
     "die Glieder einer Kette einzeln; eine angeklickte Ziffer sagt, wo sie gesetzt wird oder "
     "fällt"},
    {"asks by key: arrows, a digit, Enter, Escape",
     "fragt über die Tastatur: Pfeile, eine Ziffer, Enter, Escape"},

    // explain/walkthrough.cpp, step_view.cpp, explain/report
};

}  // namespace

std::span<const Translation> translations() { return catalogue; }

}  // namespace clew
