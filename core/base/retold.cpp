#include "core/base/retold.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace clew {

namespace {

constexpr Translation known[] = {
    // core/formats: notes on reading
    {"{} was taken as blank", "{} wurde als leer gelesen"},
    {"the space was taken as blank", "das Leerzeichen wurde als leer gelesen"},
    {"empty places were taken as blank", "leere Stellen wurden als leere Zellen gelesen"},
    {"the symbols {} were taken as {}", "die Zeichen {} wurden als {} gelesen"},
    {"not read: {}", "nicht gelesen: {}"},
    {"not read, for they are no rules: {}", "nicht gelesen, da es keine Regeln sind: {}"},
    {"the texts of a list were taken as the rows of one puzzle",
     "die Texte einer Liste wurden als die Zeilen eines Rätsels gelesen"},
    {"the rules in words were not read", "die Regeln in Worten wurden nicht gelesen"},
    {"the solution has open cells and was not read",
     "die Lösung hat offene Zellen und wurde nicht gelesen"},
    {"what follows the cells was not read: {}",
     "was auf die Zellen folgt, wurde nicht gelesen: {}"},
    {"the lines that are drawn were not read: the letters say the regions",
     "die gezeichneten Linien wurden nicht gelesen: die Buchstaben nennen die Regionen"},
    {"placed cells were taken as givens", "gesetzte Zellen wurden als Vorgaben gelesen"},
    {"the pencil marks were taken as part of the puzzle",
     "die Bleistiftmarken wurden als Teil des Rätsels gelesen"},
    {"entries that are not clues were taken as the player's",
     "Einträge, die keine Vorgaben sind, gelten als die des Spielers"},
    {"entries and notes that are not clues were taken as the player's",
     "Einträge und Notizen, die keine Vorgaben sind, gelten als die des Spielers"},
    {"a later stage of the puzzle before it, which came after that was taken: it was taken as a "
     "puzzle of its own",
     "ein späterer Stand des Rätsels davor, der nach ihm kam: er gilt als eigenes Rätsel"},
    {"taken as rules, as drawn: {}", "als Regeln gelesen, wie gezeichnet: {}"},
    {"no lines tell the regions: the usual boxes were taken",
     "keine Linien nennen die Regionen: es gelten die üblichen Blöcke"},
    {"the lines that are drawn were taken as a board without boxes",
     "die gezeichneten Linien wurden als Brett ohne Blöcke gelesen"},
    {"the lines that are drawn were taken as regions",
     "die gezeichneten Linien wurden als Regionen gelesen"},
    {"the lines that are drawn were taken as boxes of {} rows by {} columns",
     "die gezeichneten Linien wurden als Blöcke aus {} Zeilen und {} Spalten gelesen"},
    {"no cell is marked as given: the pencil marks were taken as the puzzle",
     "keine Zelle ist als Vorgabe markiert: die Bleistiftmarken gelten als das Rätsel"},
    {"{} clauses beyond the puzzle's own left out",
     "{} Klauseln, die nicht zum Rätsel gehören, weggelassen"},

    // core/formats: what is most often wrong with a text
    {"{} is not a digit of a {} puzzle", "{} ist keine Ziffer eines {}-Rätsels"},
    {"mixed blank symbols: {} after {}", "verschiedene Zeichen für leer: {} nach {}"},
    {"one blank symbol in a puzzle", "ein Zeichen für leere Zellen in einem Rätsel"},
    {"81 symbols for 9x9, 16 for 4x4, 36 for 6x6, 256 for 16x16, ...; or numbers with spaces "
     "between",
     "81 Zeichen für 9x9, 16 für 4x4, 36 für 6x6, 256 für 16x16, ...; oder Zahlen mit Leerzeichen "
     "dazwischen"},
    {"{} or one blank symbol out of {}", "{} oder ein Zeichen für leer aus {}"},
    {"{} symbols are not a puzzle", "{} Zeichen sind kein Rätsel"},
    {"{} characters in {} groups are not a puzzle", "{} Zeichen in {} Gruppen sind kein Rätsel"},
    {"text after the puzzle: {}", "Text nach dem Rätsel: {}"},
    {"text before the puzzle: {}", "Text vor dem Rätsel: {}"},
    {"nothing, or a comment that starts with #", "nichts, oder ein Kommentar, der mit # beginnt"},
    {"no known format: {}", "kein bekanntes Format: {}"},
    {"a puzzle in one of the formats {}", "ein Rätsel in einem der Formate {}"},
    {"there is no puzzle", "da ist kein Rätsel"},
    {"a puzzle", "ein Rätsel"},
    {"a row of {} symbols in {} groups", "eine Zeile aus {} Zeichen in {} Gruppen"},
    {"4 to 25 cells in a row", "4 bis 25 Zellen in einer Zeile"},
    {"the puzzle ends after {} rows", "das Rätsel endet nach {} Zeilen"},
    {"{} rows, as each has {} cells", "{} Zeilen, da jede {} Zellen hat"},
    {"row {} has {} cells", "Zeile {} hat {} Zellen"},
    {"{} cells, as the first row has", "{} Zellen, wie die erste Zeile"},
    {"constraints that Clew does not know: {}", "Regeln, die Clew nicht kennt: {}"},
    {"rules that Clew knows", "Regeln, die Clew kennt"},
    {"things drawn on the board, whose rules Clew does not know: {}",
     "auf das Brett Gezeichnetes, dessen Regeln Clew nicht kennt: {}"},
    {"givens, regions and cages", "Vorgaben, Regionen und Käfige"},
    {"what the link holds is not JSON", "was der Link enthält, ist kein JSON"},
    {"a link that was not cut off", "ein Link, der nicht abgeschnitten ist"},
    {"this link of f-puzzles does not hold the puzzle but names it on a server",
     "dieser Link von f-puzzles enthält das Rätsel nicht, sondern nennt es auf einem Server"},
    {"the puzzle opened there and exported, as a link with ?load=",
     "das Rätsel, dort geöffnet und exportiert, als Link mit ?load="},
    {"the format {} cannot hold a board of the kind '{}'",
     "das Format {} kann ein Brett der Art '{}' nicht aufnehmen"},
    {"the format {} cannot hold {}", "das Format {} kann das nicht aufnehmen: {}"},
    {"the format json", "das Format json"},
    {"9x9 with 3x3 boxes; the format json holds every board",
     "9x9 mit Blöcken aus 3x3; das Format json nimmt jedes Brett auf"},
    {"the usual boxes and no other houses; the format json holds every board",
     "die üblichen Blöcke und keine anderen Häuser; das Format json nimmt jedes Brett auf"},

    // core/rules
    {"{} does not know {}", "{} kennt keine Regel dieser Art: {}"},
    {"a puzzle without them; other engines, methods and scales know rules",
     "ein Rätsel ohne sie; andere Verfahren, Methoden und Skalen kennen Regeln"},
    {"the scale {} is defined for plain 9x9 boards, this one is {}",
     "die Skala {} gilt für einfache 9x9-Bretter, dieses ist {}"},
    {"methods, needs or paris", "methods, needs oder paris"},

    // explain/report, questions
    {"there is nothing to judge", "es gibt nichts zu beurteilen"},
    {"steps, a grid, or a puzzle with digits filled in",
     "Schritte, ein Gitter, oder ein Rätsel mit eingetragenen Ziffern"},
    {"'{}' is no conclusion on this board", "'{}' ist keine Folgerung auf diesem Brett"},
    {"a step such as r4c6=5 or r1c2<>37, r1c5<>3, and from what: ': 3 in row 1; r1c1'",
     "ein Schritt wie r4c6=5 oder r1c2<>37, r1c5<>3, und woraus: ': 3 in Zeile 1; r1c1'"},
    {"nothing is concluded", "nichts wird gefolgert"},
    {"'{}' is nothing to cite on this board",
     "auf '{}' kann man sich auf diesem Brett nicht berufen"},
    {"a cell such as r1c1, '5 in row 3', 'row 3' or 'rule 1'",
     "eine Zelle wie r1c1, '5 in Zeile 3', 'Zeile 3' oder 'Regel 1'"},
    {"two digits in one cell", "zwei Ziffern in einer Zelle"},
    {"only plain 9x9 puzzles with one solution have a difficulty",
     "nur einfache 9x9-Rätsel mit einer Lösung haben eine Schwierigkeit"},
    {"no further rules, size or number of solutions",
     "keine weiteren Regeln, keine andere Größe oder Zahl der Lösungen"},
    {"no technique is called '{}'", "keine Technik heißt '{}'"},
    {"no technique is called '{}'; did you mean '{}'?",
     "keine Technik heißt '{}'; war '{}' gemeint?"},
    {"an id such as naked-pair or x-wing", "ein Name wie naked-pair oder x-wing"},
    {"'{}' is no candidate of this board", "'{}' ist kein Kandidat dieses Bretts"},
    {"a cell and a digit such as r1c5=4, or 15.4",
     "eine Zelle und eine Ziffer wie r1c5=4 oder 15.4"},
    {"more puzzles than are made at once", "mehr Rätsel, als auf einmal erzeugt werden"},
    {"{} at most", "höchstens {}"},

    // explain/diagram
    {"{} node is folded away", "{} Knoten ist eingeklappt"},
    {"{} nodes are folded away", "{} Knoten sind eingeklappt"},
    {"{} nodes are drawn as points; fewer levels, folded patterns or the live ones alone show more "
     "detail",
     "{} Knoten sind als Punkte gezeichnet; weniger Ebenen, Eingeklapptes oder nur lebende zeigen "
     "mehr"},
    {"{} further ways to known patterns are not drawn",
     "{} weitere Wege zu bekannten Mustern sind nicht gezeichnet"},

    // setter
    {"{} clues do not fit on {}", "{} Vorgaben passen nicht auf {}"},
    {"at most {}", "höchstens {}"},
    {"no clue count is at least {} and at most {}",
     "keine Zahl von Vorgaben ist mindestens {} und höchstens {}"},
    {"a range such as 22-26", "ein Bereich wie 22-26"},
    {"no number of solutions is at least {} and at most {}",
     "keine Zahl von Lösungen ist mindestens {} und höchstens {}"},
    {"a range such as 1 or 10-20", "ein Bereich wie 1 oder 10-20"},
    {"no plain 9x9 puzzle with one solution has fewer than 17 clues",
     "kein einfaches 9x9-Rätsel mit einer Lösung hat weniger als 17 Vorgaben"},
    {"17 clues or more, or several solutions", "17 Vorgaben oder mehr, oder mehrere Lösungen"},
    {"rules are placed for puzzles with one solution only",
     "Regeln werden nur für Rätsel mit einer Lösung gesetzt"},
    {"1 solution", "1 Lösung"},
    {"rules are not placed beside a pattern of clues",
     "neben einem Muster von Vorgaben werden keine Regeln gesetzt"},
    {"one of the two", "eines von beiden"},
    {"the pattern has {} clues", "das Muster hat {} Vorgaben"},
    {"{} to {}", "{} bis {}"},
    {"the pattern does not have the symmetry {}", "das Muster hat nicht die Symmetrie {}"},
    {"a symmetric pattern, or no symmetry", "ein symmetrisches Muster, oder keine Symmetrie"},
};

/// Templates of so many symbols are of numbers alone: "4 to 25", but not "add this to read it".
constexpr std::size_t of_numbers = 10;

bool is_number(const std::string& text) {
    return text.find_first_not_of("0123456789") == std::string::npos;
}

/// What stands in the gaps of the template where the text fits it, each as short as it can be.
std::optional<std::vector<std::string>> gaps_of(std::string_view words, std::string_view text) {
    std::vector<std::string> values;
    std::size_t gap = words.find("{}");
    if (!text.starts_with(words.substr(0, gap))) return std::nullopt;
    if (gap == std::string_view::npos) return text == words ? std::optional{values} : std::nullopt;
    text.remove_prefix(gap);
    for (;;) {
        words.remove_prefix(gap + 2);
        gap = words.find("{}");
        const std::string_view next = words.substr(0, gap);
        const bool last = gap == std::string_view::npos;
        const std::size_t at = last && text.ends_with(next) ? text.size() - next.size()
                               : last || next.empty()       ? std::string_view::npos
                                                            : text.find(next, 1);
        if (at == std::string_view::npos || at == 0) return std::nullopt;
        values.emplace_back(text.substr(0, at));
        if (last) return values;
        text.remove_prefix(at + next.size());
        words.remove_prefix(next.size());
        gap = 0;
    }
}

}  // namespace

std::span<const Translation> messages() { return known; }

std::string retold(Language language, std::string_view text) {
    if (language == Language::english) return std::string{text};
    const Translation* best = nullptr;
    std::vector<std::string> values;
    for (const Translation& one : known) {
        if (best != nullptr && one.english.size() <= best->english.size()) continue;
        auto gaps = gaps_of(one.english, text);
        if (gaps && (one.english.size() > of_numbers || std::ranges::all_of(*gaps, is_number))) {
            best = &one;
            values = std::move(*gaps);
        }
    }
    return best == nullptr ? std::string{text} : filled(best->german, values);
}

}  // namespace clew
