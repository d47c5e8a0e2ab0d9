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
    {"Either {}, or {}.", "Entweder {}, oder {}."},
    {"Likewise either {}, or {}.", "Ebenso gilt: entweder {}, oder {}."},
    {"either {}", "entweder {}"},
    {"or {}", "oder {}"},
    {"{} holds", "{} gilt"},
    {"all of {} hold", "{} gelten zusammen"},
    {"{} clashes", "{} widerspricht beiden"},
    {"{} clashes with {}", "{} widerspricht {}"},
    {"{} clashes with {} and with {}", "{} widerspricht {} und {}"},
    {"Of two sets one holds as a whole:", "Von zwei Mengen gilt eine als Ganzes:"},
    {"Then:", "Dann:"},
    {"So these fail either way.", "Also fallen diese so oder so weg."},
    {"{} has just two places in {}", "{} hat nur zwei Plätze in {}"},
    {"{} in {}", "{} in {}"},
    {"{} has just two digits", "{} hat nur zwei Ziffern"},
    {"{} have just two digits", "{} haben nur zwei Ziffern"},
    {"{}, and {}", "{}, und {}"},
    {"each is one of just two places or digits",
     "jeder ist einer von nur zwei Plätzen oder Ziffern"},
    {"{}, so it fails either way.", "{}, fällt also so oder so weg."},
    {"{}: so it fails either way.", "{}: Also fällt dieser Kandidat so oder so weg."},
    {"{}: so these fail either way.", "{}: Also fallen diese so oder so weg."},
    {"{}, and {}: so these fail either way.", "{}, und {}: Also fallen diese so oder so weg."},
    {"The first cannot, for {}: so the second holds.",
     "Die erste Menge gilt nicht, denn {}. Also gilt die zweite."},
    {"The first cannot, for {}: so the second hold.",
     "Die erste Menge gilt nicht, denn {}. Also gilt die zweite."},
    {"The second cannot, for {}: so the first holds.",
     "Die zweite Menge gilt nicht, denn {}. Also gilt die erste."},
    {"The second cannot, for {}: so the first hold.",
     "Die zweite Menge gilt nicht, denn {}. Also gilt die erste."},
    {"{} and {} clash", "{} und {} widersprechen einander"},
    {"it would leave {}", "sie ließe {} übrig"},
    {"they would leave {}", "sie ließe {} übrig"},
    {"no digit for {}", "keine Ziffer für {}"},
    {"no place for {} in {}", "keinen Platz für {} in {}"},
    {"something without a place", "etwas ohne Platz"},
    {"{} and {} clash, so {} or {}. {}.",
     "{} und {} widersprechen einander, also: {}, oder {}. {}."},
    {"{} and {} clash, so {} or {}. {}, and the others removed do likewise.",
     "{} und {} widersprechen einander, also: {}, oder {}. {}, und die anderen gestrichenen "
     "ebenso."},
    {"One of the first clashes with one of the second, so their opposites cannot both fail: what "
     "clashes with either of those goes.",
     "Ein Kandidat der einen widerspricht einem der anderen, also können ihre Gegenstücke nicht "
     "beide falsch sein: Was beiden widerspricht, fällt weg."},

    // explain/words/chain.cpp
    {"nor", "noch"},
    {"an X-wing", "ein X-Wing"},
    {"a swordfish", "ein Schwertfisch"},
    {"It has a digit more than cells, so it leaves out just one.",
     "Die Menge hat eine Ziffer mehr als Zellen, also lässt sie genau eine aus."},
    {"Each has a digit more than cells, so it leaves out just one.",
     "Jede hat eine Ziffer mehr als Zellen, also lässt sie genau eine aus."},
    {"{} leaves out just one of its digits.", "{} lässt genau eine der Ziffern aus."},
    {"{} = {}, the only places of {} in {}. Just one of them holds another digit.",
     "{} = {}, die einzigen Plätze von {} in {}. Genau einer davon enthält eine andere Ziffer."},
    {"Suppose {}.", "Angenommen, {}."},
    {"So it holds either way.", "Also gilt es so oder so."},
    {"That rules {} in {} out in turn: the chain closes. Of the two ends of every link just one "
     "holds.",
     "Das schließt wiederum {} in {} aus: Die Kette schließt sich. Von den zwei Enden jeder "
     "Verbindung gilt genau eines."},
    {"That rules {} in {} out in turn: the chain closes. Of the two ends of every link just one "
     "holds, and the other digits of the sets stay in them.",
     "Das schließt wiederum {} in {} aus: Die Kette schließt sich. Von den zwei Enden jeder "
     "Verbindung gilt genau eines, und die anderen Ziffern der Mengen bleiben darin."},
    {"So {} in any case, and {}.", "Also gilt in jedem Fall: {}, und {}."},
    {"So {}, or else {}. Either way {}.", "Also: {}, oder aber {}. So oder so gilt: {}."},
    {"{0} hold {1} in turn, each the other one than the cell before. So {2} and {3} hold one of "
     "{1} each; {4}.",
     "{0} enthalten abwechselnd {1}, jede die andere Ziffer als die Zelle davor. Also verteilen "
     "sich {1} auf {2} und {3}, und {4}."},
    {"{}, or else {}, so {}.", "{}, oder aber {}, also: {}."},
    {"So whatever sees both ends of a link is ruled out either way.",
     "Also fällt so oder so weg, was beide Enden einer Verbindung sieht."},
    {"{} is not {}", "{} ist nicht {}"},
    {"{} are not {}", "{} sind nicht {}"},
    {"{} have their {} in {}", "in {} stehen die {} in {}"},
    {"{} do not have all their {} in {}", "in {} stehen nicht alle {} in {}"},
    {"{} is in neither {}", "{} steht weder in {}"},
    {"{} is in none of {}", "{} steht in keiner von {}"},
    {"{} is neither {}", "{} ist weder {}"},
    {"{} is none of {}", "{} ist keine von {}"},
    {"{} has its {} in {}", "in {} steht die {} in {}"},
    {"{} has its {} in {}, not {}", "in {} steht die {} in {}, nicht in {}"},
    {"{} has its {} in one of {}, not in {}", "in {} liegt die {} innerhalb von {}, nicht in {}"},
    {"{} have their {} in {}, not in {}", "in {} liegen die {} innerhalb von {}, nicht in {}"},
    {"the {1} in {0}", "die {1} in {0}"},
    {"both {}", "die beiden Zellen {}"},
    {"all of {}", "alle Zellen {}"},
    {", as {}", ", denn {}"},
    {", as {} and {}", ", denn {}, und {}"},
    {", as {}, and {}", ", denn {}, und {}"},
    {", their other places", ", die anderen Plätze dort"},
    {", so {} cannot both have their {} in {}",
     ", also kann die {1} in {0} nicht beide Male in {2} stehen"},
    {", so {} cannot all have their {} in {}",
     ", also kann die {1} in {0} nicht jedes Mal in {2} stehen"},
    {", the only other place in {}", ", der einzige andere Platz in {}"},
    {", the only other places in {}", ", die einzigen anderen Plätze in {}"},
    {", its other digit", ", die andere Ziffer der Zelle"},
    {"the {} cells must hold something else", "die {} Zellen müssen etwas anderes enthalten"},
    {", by {}", ", durch {}"},
    {"{} without {} must have its {} there", "{} ohne {} braucht dort {}"},
    {"If {} held nothing but {}, these could change places: two solutions, where Clew has proved "
     "that there is one.",
     "Enthielten {} nur {}, so könnten diese die Plätze tauschen: zwei Lösungen, obwohl Clew "
     "bewiesen hat, dass es nur eine gibt."},
    {"If {} held nothing but {}, these could change places: two solutions, where there is to be "
     "one only.",
     "Enthielten {} nur {}, so könnten diese die Plätze tauschen: zwei Lösungen, obwohl es nur "
     "eine geben soll."},

    // explain/words/tell_counted.cpp
    {"once", "einmal"},
    {"twice", "zweimal"},
    {"{} times", "{}mal"},
    {"if {} is {}, {} is {}", "ist {} die {}, dann ist {} die {}"},
    {"if it is {}, {} is {}", "ist er die {}, dann ist {} die {}"},
    {"otherwise it is {} itself", "sonst ist er selbst die {}"},
    {"The pivot {} holds {}: {}. Either way one of them is {}, and {}.",
     "Drehpunkt {} enthält {}: {}. So oder so ist eine von ihnen {}, und {}."},
    {"The pivot {} holds {}: {}. Whichever it is, one of them is {}, and {}.",
     "Drehpunkt {} enthält {}: {}. In jedem Fall ist eine von ihnen {}, und {}."},
    {"the pivot {}", "Drehpunkt {}"},
    {"Where {0} and {1} cross: {2}. In the rest of {0}: {3}. In the rest of {1}: {4}. These {5} "
     "cells",
     "Wo sich {0} und {1} kreuzen: {2}. Im Rest von {0}: {3}. Im Rest von {1}: {4}. Diese {5} "
     "Zellen"},
    {"This is (4A) of Gromley's paper.", "Das ist (4A) in Gromleys Aufsatz."},
    {"This is (4B) of Gromley's paper.", "Das ist (4B) in Gromleys Aufsatz."},
    {"{} can hold {}: {} in all, just enough for the {} cells, so all of them are used.",
     "{} können so viel fassen: {}. Das sind {} Ziffern, gerade genug für die {} Zellen, also "
     "werden alle gebraucht."},
    {"{} can hold {}: {} in all, one more than the {} cells need.",
     "{} können so viel fassen: {}. Das sind {} Ziffern, eine mehr, als die {} Zellen brauchen."},
    {"{} can hold {}: {} in all, {4} more than the {3} cells need.",
     "{} können so viel fassen: {}. Das sind {} Ziffern, {4} mehr, als die {3} Zellen brauchen."},
    {"With {0} in {1}, {0} would fit into them just {2}, which leaves {3} for {4} cells.",
     "Mit {0} in {1} passte {0} nur noch {2} hinein, und so blieben {3} Ziffern für {4} Zellen."},
    {"With {} in {}, that digit would fit into them just {}, which leaves {} for {} cells.",
     "Mit {} in {} passte diese Ziffer nur noch {} hinein, und so blieben {} Ziffern für {} "
     "Zellen."},
    {"{} is in {}, and {}.", "{} steht in {}, und {}."},
    {"each of {} is in {}, and {}.", "jede von {} steht in {}, und {}."},
    {"Without {} there would be just {} digits. So {}",
     "Ohne {} wären es nur {} Ziffern. Also gilt: {}"},

    // explain/words/tell_sets.cpp, tell_patterns.cpp
    {"{0} both hold {1}. In {2}, {3} can only be in {4}, each of which sees the one or the other. "
     "So not both are {3}: one of them is {5}, and {6}.",
     "{0} enthalten jeweils {1}. In {2} kann {3} nur in {4} stehen, und jede davon sieht die eine "
     "oder die andere. Also sind nicht beide {3}: Eine von ihnen ist {5}, und {6}."},
    {"{0} both hold {1}. In {2}, {3} can only be in {4}, all of which see the one or the other. So "
     "not both are {3}: one of them is {5}, and {6}.",
     "{0} enthalten jeweils {1}. In {2} kann {3} nur in {4} stehen, und alle davon sehen die eine "
     "oder die andere. Also sind nicht beide {3}: Eine von ihnen ist {5}, und {6}."},
    {"{0} holds {1}, so {2} has just one of {3} left for where it crosses {4}. In {4} the other "
     "can only go in {5}",
     "{0} enthält {1}, also bleibt in {2} für die Kreuzung mit {4} nur eine von {3}. In {4} kann "
     "die andere nur in {5} stehen"},
    {"{0} hold {1} of {3}, so {2} has just one of {3} left for where it crosses {4}. In {4} the "
     "others can only go in {5}",
     "{0} enthalten {1} von {3}, also bleibt in {2} für die Kreuzung mit {4} nur eine davon. In "
     "{4} können die anderen nur in {5} stehen"},
    {", which holds nothing else", ", und dort steht sonst nichts"},
    {", which hold nothing else", ", und dort steht sonst nichts"},
    {"; and the rest of {} holds none of them", ", und der Rest von {} enthält keine davon"},
    {", so the rest of {} holds none of them", ", also enthält der Rest von {} keine davon"},
    {"In {}, {} can only go in {}, and {}.", "In {} kann {} nur in {} stehen, und {}."},
    {"{} is left with just {}", "in {} bleibt nur {}"},
    {"{} are left with just {}", "in {} bleiben nur {}"},
    {"If the stem {} is {}, {}.", "Ist der Stamm {} die {}: {}."},
    {"If it is {}, {}.", "Ist er die {}: {}."},
    {"Whichever it is, one of {} is {}, and {}.", "In jedem Fall ist eine von {} {}, und {}."},
    {"{} has {}", "{} hat {}"},
    {"{} have {} each", "{} haben je {}"},
    {"Each digit that the {} cells {} can hold is among these.",
     "Jede Ziffer, die in den {} Zellen {} stehen kann, ist unter diesen."},
    {"That is {} digits, just enough. So each of them is there, and nowhere else in its house.",
     "Das sind {} Ziffern, gerade genug. Also steht jede davon dort und nirgends sonst in ihrem "
     "Haus."},
    {"That is {} digits, just enough. So each of them is there, and what would leave one of them "
     "less room is not.",
     "Das sind {} Ziffern, gerade genug. Also steht jede davon dort, und was einer davon weniger "
     "Platz ließe, fällt weg."},
    {"{} has {} only in {}", "{} hat {} nur in {}"},
    {"Outside {0}, {1}. Where neither of these cells has the digit, both lines have it in {0}, in "
     "{2} where they cross.",
     "Außerhalb von {0} gilt: {1}. Hat keine dieser Zellen die Ziffer, so haben beide Linien sie "
     "in {0}, also in {2}, wo sie sich kreuzen."},
    {"So each of {} is in one of {}, which hold nothing else.",
     "Also steht jede von {} in einer von {}, und dort steht sonst nichts."},
    {"{} must leave a digit to {}.", "{} müssen {} eine Ziffer lassen."},
    {"{} must leave a digit to each of {}.", "{} müssen jeder von {} eine Ziffer lassen."},
    {"With {} in {}, every choice for {} takes the last digit from one of them, or has a digit "
     "twice in a house.",
     "Mit {} in {} nimmt jede Wahl für {} einer davon die letzte Ziffer, oder eine Ziffer steht "
     "zweimal in einem Haus."},
    {"they see each other", "sie sehen einander"},
    {"{} would have no digit", "{} hätte keine Ziffer"},
    {"With {} in {}, {} could not be {}.", "Mit {} in {} könnte {} keine davon sein: {}."},
    {"{0} hold two of {1}. Each of the two is needed in {2} as well, in cells that do not see "
     "both. But for {3} there are none: for fewer than three. So each of the two is in one of {3}.",
     "{0} enthalten zwei von {1}. Jede der beiden wird auch in {2} gebraucht, in Zellen, die nicht "
     "beide sehen. Außer {3} gibt es dafür keine, also nicht genug für alle drei. Also steht jede "
     "der beiden in einer von {3}."},
    {"{0} hold two of {1}. Each of the two is needed in {2} as well, in cells that do not see "
     "both. But for {3}, there is room for {4}: for fewer than three. So each of the two is in one "
     "of {3}.",
     "{0} enthalten zwei von {1}. Jede der beiden wird auch in {2} gebraucht, in Zellen, die nicht "
     "beide sehen. Außer in {3} ist Platz für {4}: zu wenig für alle drei. Also steht jede der "
     "beiden in einer von {3}."},
    {"In {0}, each of {1} would be one of {2} but for {3}. Let {4} be a, b and c. Then the cells "
     "of {5}, which see one of these each, can be so in two ways, and those of {6} in two.",
     "In {0} wäre jede von {1} eine von {2}, gäbe es {3} nicht. {4} seien a, b und c. Die Zellen "
     "von {5}, die je eine davon sehen, können es dann auf zwei Weisen sein, und die von {6} auf "
     "zwei."},
    {"{} as {}", "{} als {}"},
    {"{} only {}", "{} nur {}"},
    {"with {}, and {}, {}", "mit {}, und {}: {}"},
    {"In {} that never makes three different digits.",
     "In {} ergibt das nie drei verschiedene Ziffern."},
    {"In {} that never makes three different digits. So one of the guardians holds, and each of "
     "them rules out {}.",
     "In {} ergibt das nie drei verschiedene Ziffern. Also gilt einer der Wächter, und jeder davon "
     "schließt {} aus."},

    // explain/words/tell_totals.cpp

    // explain/words/argument.cpp, trace.cpp, first_break.cpp

    // explain/words/narrate.cpp: what stands before the uniqueness arguments
    {", all that is left there", ", das Einzige, was dort bleibt"},
    {"Found by a search", "Durch Suche gefunden"},
    {"No argument for this{} cites fewer{} constraints.",
     "Kein Argument hierfür{} nennt weniger{} Bedingungen."},
    {"No argument for this{} looks at fewer{} cells.",
     "Kein Argument hierfür{} betrachtet weniger{} Zellen."},
    {"No argument for this{} looks at fewer{} candidates.",
     "Kein Argument hierfür{} betrachtet weniger{} Kandidaten."},
    {"No argument for this{} takes fewer{} points of effort.",
     "Kein Argument hierfür{} kostet weniger{} Aufwandspunkte."},
    {" without totals of houses", " ohne Summen von Häusern"},
    {" than {}", " als {}"},
    {"Nothing more follows here by the rules in use: a guess is due.",
     "Hier folgt nach den benutzten Regeln nichts mehr: Eine Annahme ist fällig."},
    {"Look at {}.", "Sieh dir {} an."},
    {"Look at how few candidates the open cells have left.",
     "Sieh dir an, wie wenige Kandidaten die offenen Zellen noch haben."},
    {"Look at the {} of {}.", "Sieh dir die {} von {} an."},
    {"Look at {} cells in {}.", "Sieh dir {} Zellen in {} an."},
    {"Look at the {}.", "Sieh dir die {} an."},
    {"Look at what rules something out in {}.", "Sieh nach, was in {} etwas ausschließt."},
    {"Suppose {}", "Angenommen, {}"},
    {"{}, and in the end {}.", "{}, dann gilt am Ende: {}."},
    {"{} more cells", "{} weitere Zellen"},
    {"On the way it fills {}.", "Dabei wird gefüllt: {}."},
    {"It takes {} inferences.", "Zahl der Schlüsse: {}."},
    {"So {}.", "Also: {}."},
    {"Remove {}.", "Streiche {}."},
    {"{} holds", "{} gilt"},
    {"{} is not {}", "{} ist nicht {}"},
    {"{} fails", "{} gilt nicht"},
    {"{} were {}", "{} wäre {}"},
    {"{} held", "{} gälte"},
    {"{} were not {}", "{} wäre nicht {}"},
    {"{} failed", "{} gälte nicht"},
    {"{} would be {}", "{} wäre {}"},
    {"{} would hold", "{} gälte"},
    {"Nothing more follows by the rules in use.", "Nach den benutzten Regeln folgt nichts mehr."},
    {"{} is the last open cell of {}, and {} is what is missing there.",
     "{} ist die letzte offene Zelle von {}, und dort fehlt die {}."},
    {"a knight's move away, {}", "einen Springerzug entfernt, {}"},
    {"a king's move away, {}", "einen Königszug entfernt, {}"},
    {"{} in {}", "{} in {}"},
    {"In {} every digit but {} is ruled out", "In {} ist jede Ziffer außer der {} ausgeschlossen"},
    {"{} and, {}", "{} und, {}"},
    {"{}: it sees {}.", "{}: Sie sieht {}."},
    {"{}. It sees {}.", "{}. Sie sieht {}."},
    {"{} {} was crossed out before.", "{} {} wurde schon vorher gestrichen."},
    {"{} {} were crossed out before.", "{} {} wurden schon vorher gestrichen."},
    {"In {}, {} can only go in {}.", "In {} kann die {} nur in {} stehen."},
    {"In {0}, {1} can only go in {2}, which is in {3}, so nothing else in {3} is {1}.",
     "In {0} kann die {1} nur in {2} stehen, und diese Zelle liegt in {3}. Also steht die {1} "
     "sonst nirgends in {3}."},
    {"In {0}, {1} can only go in {2}, both in {3}, so nothing else in {3} is {1}.",
     "In {0} kann die {1} nur in {2} stehen, und beide liegen in {3}. Also steht die {1} sonst "
     "nirgends in {3}."},
    {"In {0}, {1} can only go in {2}, all in {3}, so nothing else in {3} is {1}.",
     "In {0} kann die {1} nur in {2} stehen, und alle liegen in {3}. Also steht die {1} sonst "
     "nirgends in {3}."},
    {"In {}, {} hold nothing but {}, so these {} cells use up the {} digits.",
     "In {} enthalten {} nur {}, also verbrauchen diese {} Zellen die {} Ziffern."},
    {"{0} hold nothing but {1} and lie in {2} at once, so {1} have no other place in either of "
     "them.",
     "{0} enthalten nur {1} und liegen zugleich in {2}, also haben {1} in keinem der beiden einen "
     "anderen Platz."},
    {"{0} hold nothing but {1} and lie in {2} at once, so {1} have no other place in any of them.",
     "{0} enthalten nur {1} und liegen zugleich in {2}, also haben {1} in keinem davon einen "
     "anderen Platz."},
    {"In {}, {} can only go in {}, so these {} cells hold nothing else.",
     "In {} können {} nur in {} stehen, also enthalten diese {} Zellen nichts anderes."},
    {"{} Or, the other way round: {} hold nothing but {}.",
     "{} Oder andersherum: {} enthalten nur {}."},
    {"Two fish share {}.", "Zwei Fische teilen sich {}."},
    {"In each fish a fin is {}, or else the {} of its other houses all lie in {}.",
     "In jedem Fisch ist eine Flosse {}, oder alle {} seiner anderen Häuser liegen in {}."},
    {"but for {}, these {} lie in {}. {} and lies in {}",
     "bis auf {} liegen diese {} in {}. {} und liegt in {}"},
    {"but for {}, these {} lie in {}. {} and lie in {}",
     "bis auf {} liegen diese {} in {}. {} und liegen in {}"},
    {"{0} see each other in {1}, and each is one of two places for {2} in its row and in its "
     "column. The row of one and the column of the other leave {2} in {3}, and the other way round "
     "in {4}.",
     "{0} sehen einander in {1}, und jede ist einer von zwei Plätzen für die {2} in ihrer Zeile "
     "und in ihrer Spalte. Die Zeile der einen und die Spalte der anderen lassen die {2} in {3} "
     "und andersherum in {4}."},
    {"In {}, {} lies on one row and one column. With {}, which has two places, that leaves it in "
     "{} for the one, and in {} for the other.",
     "In {} liegt die {} auf einer Zeile und einer Spalte. Mit {}, wo es zwei Plätze gibt, bleibt "
     "sie für das eine Rechteck in {} und für das andere in {}."},
    {"In {}, {} lies on one row and one column. With {}, which have two places each, that leaves "
     "it in {} for the one, and in {} for the other.",
     "In {} liegt die {} auf einer Zeile und einer Spalte. Mit {}, wo es je zwei Plätze gibt, "
     "bleibt sie für das eine Rechteck in {} und für das andere in {}."},
    {"the other candidates", "die anderen Kandidaten"},
    {"But for {}, every open cell would have two candidates, and every digit two places in each "
     "house that lacks it: what is left could be filled in two ways, or in none",
     "Ohne {} hätte jede offene Zelle zwei Kandidaten und jede Ziffer zwei Plätze in jedem Haus, "
     "in dem sie fehlt: Der Rest ließe sich auf zwei Arten füllen oder gar nicht"},
    {"But for {}, {} would be {}. Then each house would have both {} placed, or neither, and all "
     "that are yet to come could change places: two solutions",
     "Ohne {} wäre {} {}. Dann hätte jedes Haus {} schon beide oder noch keine davon, und alle "
     "noch fehlenden könnten die Plätze tauschen: zwei Lösungen"},
    {"the {} cells from {} to {}", "die {} Zellen von {} bis {}"},
    {"But for {}, {} would hold nothing but {}, which could change places: two solutions",
     "Ohne {} enthielten {} nur {}, und diese könnten die Plätze tauschen: zwei Lösungen"},
    {"But for {}, {} would hold nothing but {}, and the two lines could change places: two "
     "solutions",
     "Ohne {} enthielten {} nur {}, und die zwei Linien könnten die Plätze tauschen: zwei "
     "Lösungen"},
    {"{} is not given. {}", "{} ist keine Vorgabe. {}"},
    {"{} are not given. {}", "{} sind keine Vorgaben. {}"},
    {"{}. Clew has proved the solution unique, so ",
     "{}. Clew hat bewiesen, dass es nur eine Lösung gibt, also: "},
    {"{}. There is to be one solution only, so ", "{}. Es soll nur eine Lösung geben, also: "},
    {"{} cells", "{} Zellen"},
    {"one of {} is {}; with {} it uses up {} in {}.",
     "eine von {} ist {}. Mit {} verbraucht sie {} in {}."},
    {"{} is not {}.", "{} ist nicht {}."},
    {"one of {} is {}.", "eine von {} ist {}."},
    {"one of these holds; each of them rules the same out.",
     "einer von diesen gilt, und jeder schließt dasselbe aus."},
    {"in {}, {} can only go in {}", "in {} kann die {} nur in {} stehen"},
    {"{} holds nothing but {}", "{} enthält nur {}"},
    {"{} hold nothing but {}", "{} enthalten nur {}"},
    {"{} holds something else. {}.", "{} enthält etwas anderes. {}."},
    {"one of {} holds something else. {}.", "eine von {} enthält etwas anderes. {}."},
    {" If {}.", " Angenommen, {}."},
    {" If {}, {}.", " Angenommen, {}: {}."},
    {" Then the {} cells would hold nothing but {}.", " Dann enthielten die {} Zellen nur {}."},
    {"{} by {}", "{} wegen {}"},
    {"the pivot {}", "Drehpunkt {}"},
    {"Follow {} through {} cells to {}. ", "Folge {} über {} Zellen bis {}. "},
    {"Take {}. ", "Nimm {}. "},

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
