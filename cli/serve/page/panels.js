// The tabs, in their order: one import a line.
import {panel as puzzle} from './panel-puzzle.js';
import {panel as rules} from './panel-rules.js';
import {panel as answers} from './panel-answers.js';
import {panel as why} from './panel-why.js';
import {panel as mend} from './panel-mend.js';
import {panel as tree} from './panel-tree.js';
import {panel as make} from './panel-make.js';

export const panels = [
  puzzle,
  rules,
  answers,
  why,
  mend,
  tree,
  make,
];
