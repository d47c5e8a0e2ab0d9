// Rules that are put on cells, in the order in which these were taken: the kind, its name, and
//
//     how     what to do on the board, where dragging over the cells does not say it
//     number  what its number says; `usual` is the one that is meant where nothing is printed (also by the size), '' if it
//             may be missing
//     line    'row' or 'diagonal': a whole row, column or diagonal, read from where the drag begins
//
// A new kind of core/board/rule.hpp has a row here.
export const rule_kinds = [
  ['Cages and sets', [
    ['killer_cage', 'Killer cage', {number: 'sum', usual: ''}],
    ['different', 'All different', {}],
    ['quadruple', 'Quadruple', {how: 'the cells that hold these digits', number: 'digits'}],
    ['clone', 'Clone', {how: 'one group, then the other in the same order'}],
    ['counting_circles', 'Counting circles', {how: 'all circles'}],
    ['count_distinct', 'Different digits', {how: 'first the cell that says how many the others hold'}],
    ['rellik_cage', 'Rellik cage', {number: 'sum'}],
    ['lunchbox', 'Lunchbox', {number: 'sum'}],
  ]],
  ['Lines', [
    ['thermometer', 'Thermometer', {how: 'from the bulb'}],
    ['slow_thermometer', 'Slow thermometer', {how: 'from the bulb'}],
    ['arrow', 'Arrow', {how: 'from the circle', number: 'cells of the circle', usual: '1'}],
    ['double_arrow', 'Double arrow', {}],
    ['whisper', 'Whisper', {number: 'least difference', usual: size => String(Math.ceil(size / 2))}],
    ['renban', 'Renban', {}],
    ['nabner', 'Nabner', {}],
    ['palindrome', 'Palindrome', {}],
    ['zipper', 'Zipper', {}],
    ['between', 'Between', {how: 'from circle to circle'}],
    ['lockout', 'Lockout', {how: 'from diamond to diamond', number: 'least difference', usual: size => String(Math.floor(size / 2))}],
    ['region_sum', 'Region sum', {}],
    ['equal_sums', 'Equal sums', {how: 'part after part', number: 'cells of each part'}],
    ['sum_line', 'Sum line', {number: 'sum', usual: '10'}],
    ['entropic', 'Entropic', {}],
    ['modular', 'Modular', {number: 'divisor', usual: '3'}],
    ['same_difference', 'Same difference', {}],
  ]],
  ['Cells and neighbours', [
    ['odd', 'Odd', {}],
    ['even', 'Even', {}],
    ['difference', 'White dot', {how: 'two cells', number: 'difference', usual: '1'}],
    ['ratio', 'Black dot', {how: 'two cells', number: 'ratio', usual: '2'}],
    ['pair_sum', 'X and V', {how: 'two cells', number: 'sum: 10 is X, 5 is V', usual: '10'}],
    ['greater', 'Greater than', {how: 'from the greater one'}],
    ['minimum', 'Minimum', {how: 'the cell, then those that it is compared with'}],
    ['maximum', 'Maximum', {how: 'the cell, then those that it is compared with'}],
    ['row_indexer', 'Row indexer', {}],
    ['column_indexer', 'Column indexer', {}],
    ['box_indexer', 'Box indexer', {}],
  ]],
  ['Numbers outside', [
    ['sandwich', 'Sandwich', {number: 'sum', line: 'row'}],
    ['x_sum', 'X-sum', {number: 'sum', line: 'row'}],
    ['skyscraper', 'Skyscraper', {number: 'how many are seen', line: 'row'}],
    ['numbered_room', 'Numbered room', {number: 'digit', line: 'row'}],
    ['little_killer', 'Little killer', {number: 'sum', line: 'diagonal'}],
  ]],
];
