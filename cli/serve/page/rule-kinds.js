// How a rule that is put on cells is drawn and numbered, where there is more to say than "drag over its cells". Which
// rules there are, and what they are called, the program says (`kinds` of the board's answer).
//
//     name    where setters call it otherwise than the program
//     how     what to do on the board
//     number  what its number says; `usual` is the one that is meant where nothing is printed (also by the size), '' if it
//             may be missing
//     line    'row' or 'diagonal': a whole row, column or diagonal, read from where the drag begins
export const drawing_of = {
  killer_cage: {number: 'sum', usual: ''},
  quadruple: {how: 'the cells that hold these digits', number: 'digits'},
  clone: {how: 'one group, then the other in the same order'},
  counting_circles: {how: 'all circles'},
  count_distinct: {how: 'first the cell that says how many the others hold'},
  same_values: {how: 'part after part', number: 'cells of each part'},
  digit_counts: {number: 'digit, how often'},
  rellik_cage: {number: 'sum'},
  lunchbox: {number: 'sum'},
  thermometer: {how: 'from the bulb'},
  slow_thermometer: {how: 'from the bulb'},
  arrow: {how: 'from the circle', number: 'cells of the circle', usual: '1'},
  whisper: {number: 'least difference', usual: size => String(Math.ceil(size / 2))},
  between: {how: 'from circle to circle'},
  lockout: {how: 'from diamond to diamond', number: 'least difference', usual: size => String(Math.floor(size / 2))},
  equal_sums: {how: 'part after part', number: 'cells of each part'},
  sum_line: {number: 'sum', usual: '10'},
  modular: {number: 'divisor', usual: '3'},
  difference: {name: 'White dot', how: 'two cells', number: 'difference', usual: '1'},
  ratio: {name: 'Black dot', how: 'two cells', number: 'ratio', usual: '2'},
  pair_sum: {name: 'X and V', how: 'two cells', number: 'sum: 10 is X, 5 is V', usual: '10'},
  greater: {how: 'from the greater one'},
  minimum: {how: 'the cell, then those that it is compared with'},
  maximum: {how: 'the cell, then those that it is compared with'},
  sandwich: {number: 'sum', line: 'row'},
  x_sum: {number: 'sum', line: 'row'},
  skyscraper: {number: 'how many are seen', line: 'row'},
  numbered_room: {number: 'digit', line: 'row'},
  full_rank: {number: 'place', line: 'row'},
  little_killer: {number: 'sum', line: 'diagonal'},
};
