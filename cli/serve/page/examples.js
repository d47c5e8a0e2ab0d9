// Puzzles to begin with: what one sees, a line about it, the tab that answers it, and its text.
export const examples = [
  ['Why are there twelve solutions?', 'A newspaper puzzle with one clue in the wrong cell: what would mend it.', 'mend',
    '..9.....2...31.8..2.8.6.....5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'],
  ['How does one solve it?', 'One without guessing, told step by step.', 'why',
    '..9.....2...31.8..2.86......5..2...1...4.8...6...9..4......64.3..7.85...1.....2..'],
  ['A killer with two clues', 'Cages with sums: how many solutions, and which digits are true.', 'answers',
    '.~R5C8_7~R8C7_3.Cage~19~R3C2~R3C3~R4C2~R5C2.Cage~13~R5C6~R5C7.Cage~12~R7C1~R8C1~R9C1.Cage~8~R6C2~R7C2.Cage~7~R3C8~R4C8.Cage~12~R7C8~R8C8.Cage~16~R3C4~R3C5~R4C4.Cage~24~R7C6~R7C7~R8C7~R9C7.Cage~12~R9C3~R9C4.Cage~13~R5C8~R5C9.Cage~18~R4C1~R5C1~R6C1.Cage~9~R1C7~R1C8~R2C7.Cage~13~R6C6~R6C7~R6C8.Cage~11~R1C5~R2C5.Cage~15~R4C5~R5C4~R5C5.Cage~9~R8C6~R9C6.Cage~12~R3C9~R4C9.Cage~16~R1C1~R1C2~R2C1.Cage~21~R1C9~R2C8~R2C9.Cage~11~R6C3~R7C3.Cage~17~R6C5~R7C5.Cage~14~R3C6~R4C6~R4C7.Cage~19~R8C2~R8C3~R8C4~R8C5.Cage~11~R1C6~R2C6.Cage~5~R6C4~R7C4.Cage~12~R6C9~R7C9~R8C9~R9C9.Cage~10~R4C3~R5C3.Cage~10~R1C3~R2C3.Cage~9~R1C4~R2C4'],
];
