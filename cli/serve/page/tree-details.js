// What stands beside the picture: a node's grid, its figures and table, its names, and what is on every way to it.

import {el, grouped, many} from './dom.js';
import {t} from './words.js';

/// Buttons with the names of nodes, parted by commas.
export function links(list, go, total = list.length) {
  const parts = [];
  list.forEach((node, i) => {
    if (i) parts.push(', ');
    parts.push(el('button', {class: 'link', onclick: () => go(node.number)}, node.name));
  });
  if (total > list.length) parts.push(t` and ${grouped(total - list.length)} more`);
  return parts;
}

function grid_of(node, tree) {
  if (!node.grid) return null;
  const size = tree.size, table = el('table', {class: `tree-grid${size > 9 ? ' large' : ''}`, 'aria-label': t`the grid of ${node.name}`});
  for (let r = 0; r < size; ++r) {
    const row = el('tr');
    for (let c = 0; c < size; ++c) {
      const k = r * size + c, digit = node.grid[k], marks = node.marks[k] ?? '';
      const open = digit === '.', pair = open && marks.length === 2, names = [];
      if (!open && node.before[k] === '.') names.push('new');
      if (pair) names.push('pair');
      if (r === 0 || tree.boxes[k] !== tree.boxes[k - size]) names.push('bt');
      if (c === 0 || tree.boxes[k] !== tree.boxes[k - 1]) names.push('bl');
      row.append(el('td', {class: names.join(' '), title: open && marks ? `r${r + 1}c${c + 1}: ${[...marks].join(' ')}` : ''},
                    open ? (pair && size <= 9 ? [...marks].join(' ') : '') : digit));
    }
    table.append(row);
  }
  return table;
}

const said_role = {root: 'the root', pattern: 'a pattern', solution: 'a solution', dead: 'dead: no solution below',
  open: 'not expanded', impossible: 'the puzzle contradicts itself'};

const below = f => (f.exact ? t`${many(f.solutions_below, 'solution')} below` : t`at least ${many(f.solutions_below, 'solution')} below`);

/// One sentence, as a screen reader hears it when the node is reached.
export function spoken(node) {
  const f = node.figures, parts = [`${node.name}, ${t(said_role[node.role])}`];
  if (node.role === 'root' || node.role === 'pattern')
    parts.push(t`${f.freedom} degrees of freedom, ${below(f)}`);
  if (node.walk?.siblings > 1) parts.push(t`${node.walk.sibling} of ${node.walk.siblings}`);
  if (node.folded) parts.push(t`${many(node.folded, 'node')} folded away`);
  else if (node.walk?.children) parts.push(many(node.walk.children, 'branch', 'branches'));
  return parts.join('; ');
}

/// Fills `root`; `go(number)` walks to a node, `ways()` asks for the ways of a large tree.
export function show_details(root, node, tree, {go, ways, fold, folded, load}) {
  const f = node.figures, pattern = node.role !== 'solution' && node.role !== 'impossible';
  const steps = [];
  node.way.forEach((step, i) => {
    if (i) steps.push(el('span', {title: step.by.join(' ')}, `\u2192 ${step.by[0]}${step.by.length > 1 ? ` +${step.by.length - 1}` : ''} \u2192`));
    steps.push(i + 1 < node.way.length ? el('button', {class: 'link', onclick: () => go(step.number)}, step.name) : el('b', {}, step.name));
  });
  const rows = node.outcomes.map(o => el('tr', {},
    el('td', {}, o.candidate),
    el('td', {class: o.role}, o.number === undefined ? 'impossible' :
      el('button', {class: 'link', onclick: () => go(o.number)}, o.as === o.name ? o.name : `${o.as} = ${o.name}`), o.role === 'dead' ? ' (dead)' : ''),
    el('td', {}, o.number === undefined || o.role === 'solution' ? '' : String(o.freedom)),
    el('td', {}, o.number === undefined || o.role === 'solution' ? '' : grouped(o.solutions))));
  const w = node.ways;
  root.replaceChildren(...[
    el('h3', {}, node.name, ' ', el('span', {class: 'soft'}, said_role[node.role])),
    el('div', {class: 'tree-way'}, ...steps),
    grid_of(node, tree),
    el('div', {class: 'row'},
      pattern ? el('button', {onclick: fold, id: 'tree-fold'}, folded ? 'Unfold' : 'Fold') : null,
      node.grid ? el('button', {onclick: load, title: 'opens this grid as the puzzle'}, 'Open this grid') : null),
    pattern && f.expanded ? el('p', {}, t`${f.candidates} candidates: ${f.solved} solved (${f.solved_different} different), ${f.partial} partial (${f.partial_different}), ${f.impossible} impossible`) : null,
    pattern ? el('p', {}, t`${f.freedom} degrees of freedom; ${below(f)}; depth ${f.depth}, longest way ${f.longest}`) : null,
    f.clash ? el('p', {class: 'bad'}, 'every value of some cell is impossible') : null,
    f.no_binary_cell ? el('p', {}, 'no binary cell: a smallest open cell was branched on') : null,
    node.alternates.length ? el('p', {}, t`alternates inserted: ${node.alternates.join(' ')}`) : null,
    el('h4', {}, 'Every way here'),
    el('p', {id: 'tree-every-way'}, ...(node.every_way.length ? ['goes through ', ...links(node.every_way, go)] : ['begins here'])),
    w && node.number ? el('p', {}, `${many(w.ways, 'way')}. `,
      w.choices.length ? 'All make: ' : 'No choice is on all of them.',
      ...w.choices.flatMap((c, i) => [i ? '; ' : '', el('b', {}, c.candidate), ' at ', ...links(c.at, go, c.places)])) : null,
    w && w.one_of.length ? el('p', {}, 'and one of: ', ...w.one_of.flatMap((o, i) => [i ? '; ' : '', t`${o.candidates.join(' ')} at `, ...links([o.at], go)])) : null,
    w || !node.number ? null : el('button', {onclick: ways}, 'Count the ways'),
    node.only_through_count && node.number ? el('p', {id: 'tree-only-through'}, node.only_through_count === 1 ? 'Every way to this solution goes through here: ' : 'Every way to these solutions goes through here: ', ...links(node.only_through, go, node.only_through_count)) : null,
    pattern && node.met_again.length ? el('p', {}, 'Met again: ', ...node.met_again.flatMap((m, i) => [i ? ', ' : '', t`${m.name} (from `, ...links([m.from], go), ')']),
      node.sources - 1 > node.met_again.length ? t` and ${grouped(node.sources - 1 - node.met_again.length)} more` : '') : null,
    rows.length ? el('h4', {}, 'What each candidate leads to') : null,
    rows.length ? el('div', {class: 'tree-outcomes', tabindex: '0', role: 'region', 'aria-label': 'what each candidate leads to'},
      el('table', {}, el('thead', {}, el('tr', {}, ...['value', 'outcome', 'dof', 'sol.'].map(words => el('th', {scope: 'col'}, words)))), el('tbody', {}, ...rows))) : null,
  ].filter(Boolean));
}
