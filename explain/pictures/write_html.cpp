// The drawing is done here, once: the page holds every symbol that could stand in any cell
// (svg_all_digits), and for each frame the two layers of marks (svg_under, svg_over) as finished
// SVG and the cells that differ from the frame before. The script only switches symbols on and off
// and swaps the two layers; it knows neither rules nor roles, so there is no second drawing to keep
// in step with the first. The overview is written here too, and stands without the script.

#include "explain/pictures/write_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/contract.hpp"
#include "core/base/language.hpp"
#include "core/base/markup.hpp"
#include "core/base/numbers.hpp"
#include "explain/pictures/page_data.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline pictures {

namespace {

constexpr const char* page_style = R"css(
:root{color-scheme:light dark;--bg:#f6f7f9;--card:#fff;--ink:#1b1e25;--soft:#667;--edge:#d5d9e0;--pick:#e3edfb;--pick-edge:#2167c0}
@media (prefers-color-scheme:dark){:root{--bg:#0f1115;--card:#16181d;--ink:#e8ebf1;--soft:#9aa2b1;--edge:#2c313b;--pick:#1d2b44;--pick-edge:#7fb2f5}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,'DejaVu Sans',Verdana,Arial,sans-serif}
header{padding:14px 22px 4px}
h1{font-size:1.25rem;margin:0}
header p{margin:2px 0 0;color:var(--soft);font-size:.9rem}
main{display:grid;grid-template-columns:minmax(300px,640px) minmax(260px,1fr);gap:18px;padding:12px 22px 22px;align-items:start}
.board{background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:10px}
.board svg{display:block;width:100%;height:auto;max-height:max(240px,calc(100vh - 200px))}
.side{display:flex;flex-direction:column;gap:14px;height:max(420px,calc(100vh - 110px))}
.off{display:none}
.say{flex:none;min-height:8.4em;max-height:60%;overflow:auto;background:var(--card);border:1px solid var(--edge);border-radius:8px;padding:10px 14px}
.say h2{font-size:1rem;margin:0 0 2px}
.say p,#say-more-text{margin:0;white-space:pre-wrap}
.legend{font-size:.85rem;color:var(--soft);min-height:1.6em;margin-top:6px}
.swatch{display:inline-block;width:.9em;height:.9em;border-radius:50%;margin:0 .35em -.08em 0;border:1px solid var(--soft)}
.legend span.entry{margin-right:1.1em;white-space:nowrap}
nav{display:flex;gap:6px;align-items:center;margin-top:8px}
nav[hidden]{display:none}
#link-say{flex:1;min-width:0;min-height:2.6em;display:flex;align-items:center;font-size:.9rem;line-height:1.3}
.swatch.strong-link,.swatch.weak-link{width:1.6em;height:0;border:0;border-radius:0;margin-bottom:.28em;background:none}
.swatch.strong-link{border-top:3.2px solid #8a3ffc}.swatch.weak-link{border-top:1.7px dashed #8a3ffc}
@media (prefers-color-scheme:dark){.swatch.strong-link,.swatch.weak-link{border-top-color:#ffd479}}
button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:6px;padding:3px 11px;cursor:pointer;white-space:nowrap}
button:hover,button:focus-visible{border-color:var(--pick-edge)}
#ask{flex-wrap:wrap;gap:4px 6px;padding:6px 8px;border:1px solid var(--pick-edge);border-radius:6px}
#ask b{white-space:nowrap}
#ask-digits{display:flex;flex-wrap:wrap;gap:3px}
#ask-digits button{padding:1px 8px}
#ask-digits button.gone{color:var(--soft);text-decoration:line-through}
#ask-digits button[aria-pressed=true]{background:var(--pick);border-color:var(--pick-edge);color:inherit}
#ask-say{flex:1 1 12em;min-width:0;max-height:7.5em;overflow:auto;font-size:.92rem;line-height:1.35;overflow-wrap:anywhere}
.board svg .cursor{fill:none;stroke:var(--pick-edge);stroke-width:3}
.board svg text{pointer-events:none}
#place{white-space:nowrap;color:var(--soft);font-size:.9rem;margin-left:6px}
#ask-why{flex:1 1 100%;max-height:5.6em;overflow:auto;font-size:.85rem;line-height:1.35;color:var(--soft)}
#ask-why:empty{display:none}
.say details,.glance details{margin-top:4px;font-size:.9rem}
summary{cursor:pointer;border-radius:4px}
summary:focus-visible{outline:2px solid var(--pick-edge)}
.glance{margin:6px 8px 2px;padding-bottom:6px;border-bottom:1px solid var(--edge);font-size:.92rem}
.glance h2{font-size:1rem;margin:2px 0 0}
.glance p{margin:0 0 4px;color:var(--soft);font-size:.9rem}
.bars{display:block;width:100%;height:52px;background:var(--bg);border-radius:4px;cursor:pointer}
.bars rect{fill:var(--soft);opacity:.75}
.bars rect.inside{opacity:.35}
.bars rect.now,.bars rect:hover{fill:var(--pick-edge);opacity:1}
.kinds{display:flex;flex-wrap:wrap;gap:4px;margin-top:6px;max-height:9.4em;overflow:auto}
.kinds button{padding:0 8px;font-size:.85rem;white-space:normal;text-align:left}
.kinds button small{color:var(--soft)}
.kinds button[aria-current=true]{background:var(--pick);border-color:var(--pick-edge)}
.list{flex:1;min-height:0;position:relative;background:var(--card);border:1px solid var(--edge);border-radius:8px;overflow:auto}
.sheet{display:none}
ol{list-style:none;margin:0;padding:6px}
li{display:flex;gap:.6em;padding:3px 8px;border-radius:5px;border-left:3px solid transparent;cursor:pointer;font-size:.92rem}
li .number{color:var(--soft);min-width:2.2em;text-align:right;font-variant-numeric:tabular-nums}
li .words{flex:1}
li .words b{font-weight:600}
li .words small{display:block;color:var(--soft);font-size:.85em}
li .note{color:var(--soft);white-space:nowrap;font-size:.85em}
li[aria-selected=true]{background:var(--pick);border-left-color:var(--pick-edge)}
kbd{font:inherit;font-size:.85em;border:1px solid var(--edge);border-bottom-width:2px;border-radius:4px;padding:0 .35em}
footer{padding:0 22px 18px;color:var(--soft);font-size:.85rem}
@media (max-width:900px){
main{grid-template-columns:minmax(0,1fr);gap:8px;padding:8px 12px}
header{padding:10px 12px 0}
.board svg{max-height:max(240px,calc(100vh - 350px))}
.side{height:auto;gap:8px;min-width:0}
li .words{min-width:0;overflow-wrap:anywhere}
.say{max-height:none;padding:6px 10px;min-height:6.5em}
.list{overflow:visible}
}
@media (max-width:500px){
main{padding:4px}
h1{font-size:1.05rem}
.board{padding:4px}
nav{gap:4px}
#ask-digits button{padding:3px 9px}
#ask-close{order:1;margin-left:auto}#ask-say{order:2}#ask-go{order:3}#ask-why{order:4}
button{padding:7px 7px;font-size:.82rem}
#place{margin-left:2px;font-size:.82rem}
}
@media print{
:root{color-scheme:light}
body{background:#fff;color:#000;font-size:11pt}
.board,.say,footer{display:none}
.glance .kinds,.glance details{display:none}
main,.side{display:block;height:auto;padding:0}
.list{max-height:none;overflow:visible;border:0}
li{break-inside:avoid}
li[aria-selected=true]{background:none;border-left-color:transparent}
.sheet{display:block;float:right;clear:both;width:7.2cm;margin:0 0 .5cm .6cm;padding:0;border:0}
.sheet svg{display:block;width:100%;height:auto}
.swatch{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
)css";

constexpr const char* page_script = R"js(
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const frames = data.frames, size = data.size, cells = size * size;
  const by = id => document.getElementById(id), board = document.querySelector('.board');
  const items = [...document.querySelectorAll('#list li')];
  // states[f][cell] = [kind, digit, mask]; kind 0 open, 1 given, 2 placed
  const states = [data.start];
  for (let f = 1; f < frames.length; ++f) {
    const next = states[f - 1].slice();
    for (const [cell, kind, digit, mask] of frames[f].changed) next[cell] = [kind, digit, mask];
    states.push(next);
  }
  // A text in the page's language, with its gaps filled.
  const t = (text, ...values) => (data.words[text] ?? text).replace(/{}/g, () => values.shift());
  let now = -1, pencil = true;
  // The walk at a glance: bars and kinds of steps lead to the steps, a kind to its next one.
  const bars = [...document.querySelectorAll('.bars rect')], kinds = [...document.querySelectorAll('.kinds button')];
  const paint = (cell, was, is) => {
    for (let d = 0; d < size; ++d) {
      const value = by('v' + cell + '-' + d), small = by('k' + cell + '-' + d);
      const big = is[0] !== 0 && is[1] === d;
      value.setAttribute('class', !big ? 'off' : is[0] === 1 ? 'given' : 'placed');
      const open = is[0] === 0 && (is[2] >> d & 1) && pencil;
      small.setAttribute('class', open ? 'candidate' : 'off');
    }
  };
  // The list moves under the eye, never the page: on a telephone the board must stay where it is.
  const list = document.querySelector('.list');
  const follow = item => {
    if (list.scrollHeight <= list.clientHeight || getComputedStyle(list).overflowY === 'visible') return;
    const top = item.offsetTop, bottom = top + item.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  };
  // Links or inner steps followed one by one: so many are drawn, 0 is all of them, or none where all
  // would cover the board; then no more than the last few are. Nothing of the board changes.
  let drawn = 0;
  const draw = many => {
    const {follow: links, followed, brief} = frames[now], few = 5;
    if (!links.length) return;
    drawn = (many + links.length + 1) % (links.length + 1);
    for (const part of board.querySelectorAll('[data-at]')) {
      const at = Number(part.dataset.at);
      const old = brief && (drawn === 0 || at < drawn - few && part.classList.contains('link'));
      part.classList.toggle('off', old || drawn > 0 && at >= drawn);
      part.classList.toggle('now', drawn > 0 && at === drawn - 1 && part.classList.contains('link'));
    }
    by('link-back').textContent = '\u2039 ' + t(followed);
    by('link-next').textContent = t(followed) + ' \u203a';
    by('link-say').textContent = drawn > 0 ? t('{} of {}. {}', drawn, links.length, links[drawn - 1])
        : t(brief ? '{} ' + followed + 's, one by one.' : 'All {} ' + followed + 's.', links.length);
  };
  // Asked about: a cell, and a digit of it. A digit that the cell had at first is placed in a step, or
  // falls in one, or stays; that is read off the states.
  const board_svg = board.querySelector('svg'), middles = [];
  for (let c = 0; c < cells; ++c) {
    const text = by('v' + c + '-0');
    middles.push([Number(text.getAttribute('x')), Number(text.getAttribute('y')) - 0.36 * Number(text.getAttribute('font-size'))]);
  }
  const unit = size > 1 ? middles[1][0] - middles[0][0] : 1;
  const cursor = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  cursor.setAttribute('width', unit - 4);
  cursor.setAttribute('height', unit - 4);
  cursor.setAttribute('class', 'off');
  board_svg.append(cursor);
  let asked = null;
  const has = (f, cell, d) => {
    const [kind, digit, mask] = states[f][cell];
    return kind ? digit === d : (mask >> d & 1) === 1;
  };
  const answer = (cell, d) => {
    const kind = states[now][cell][0], last = frames.length - 1, told = (words, f) => ({say: t(words, f + 1, frames[f].title), step: f});
    if (!has(now, cell, d)) {
      let f = now;
      while (f > 0 && !has(f, cell, d)) --f;
      return has(f, cell, d) ? told('fell in step {}: {}.', f) : {say: t('was ruled out before the first step.')};
    }
    if (kind === 1) return {say: t('is given.')};
    if (kind === 2) {
      let f = now;
      while (f > 0 && states[f][cell][0] === 2) --f;
      return states[f][cell][0] === 2 ? {say: t('is there from the start.')} : told('was placed in step {}: {}.', f);
    }
    for (let f = now; f < last; ++f) {
      if (!has(f + 1, cell, d)) return told('falls in step {}: {}.', f);
      if (states[f + 1][cell][0] === 2) return told('is placed in step {}: {}.', f);
    }
    const stays = data.staying[cell + '-' + d];
    return stays ? {say: stays[0], solution: stays[1]} : {say: t('is left where the walk ends.')};
  };
  const ask = (cell, d) => {
    const digits = [...Array(size).keys()].filter(n => has(now, cell, n) || has(0, cell, n));
    if (!digits.includes(d)) d = digits.find(n => has(now, cell, n)) ?? digits[0];
    asked = d === undefined ? [cell] : [cell, d];
    by('ask').hidden = false;
    cursor.setAttribute('x', middles[cell][0] - unit / 2 + 2);
    cursor.setAttribute('y', middles[cell][1] - unit / 2 + 2);
    cursor.setAttribute('class', 'cursor');
    by('ask-cell').textContent = data.cells[cell];
    by('ask-digits').replaceChildren(...digits.map(n => {
      const button = document.createElement('button');
      button.textContent = data.symbols[n];
      button.setAttribute('aria-pressed', String(n === d));
      button.className = has(now, cell, n) ? '' : 'gone';
      button.onclick = () => ask(cell, n);
      return button;
    }));
    const found = d === undefined ? {say: t('has no candidate.')} : answer(cell, d);
    by('ask-say').textContent = (d === undefined ? '' : data.symbols[d] + ' ') + found.say;
    by('ask-why').textContent = found.step === undefined ? '' : frames[found.step].text;
    const go = by('ask-go');
    go.hidden = found.step === undefined && found.solution == null;
    if (found.step !== undefined) {
      go.textContent = t('show step {}', found.step + 1);
      go.onclick = () => show(found.step);
    } else if (found.solution != null) {
      go.textContent = data.solutions.length > 1 ? t('show solution {}', found.solution + 1) : t('show it');
      go.onclick = () => fill(found.solution);
    }
  };
  const quiet = () => {
    asked = null;
    by('ask').hidden = true;
    cursor.setAttribute('class', 'off');
  };
  // A whole solution on the board, until the next step is shown.
  let filled = false;
  const fill = s => {
    filled = true;
    by('under').innerHTML = by('over').innerHTML = '';
    by('legend').replaceChildren();
    for (let c = 0; c < cells; ++c)
      paint(c, null, states[0][c][0] === 1 ? states[0][c] : [2, data.solutions[s][c], 0]);
    by('say-title').textContent = data.solutions.length > 1 ? t('Solution {}', s + 1) : t('The solution');
    by('say-text').textContent = t('Any step shows the board of the walk again.');
  };
  board_svg.addEventListener('click', event => {
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(board_svg.getScreenCTM().inverse());
    const cell = middles.findIndex(m => Math.abs(m[0] - p.x) <= unit / 2 && Math.abs(m[1] - p.y) <= unit / 2);
    if (cell < 0) return quiet();
    let best = -1, least = Infinity;
    for (let d = 0; d < size; ++d) {
      if (!has(now, cell, d)) continue;
      const text = by('k' + cell + '-' + d);
      const far = Math.hypot(Number(text.getAttribute('x')) - p.x, Number(text.getAttribute('y')) - p.y);
      if (far < least) { least = far; best = d; }
    }
    ask(cell, best);
  });
  const move = (down, right) => {
    const row = Math.floor(asked[0] / size), column = asked[0] % size;
    ask((row + down + size) % size * size + (column + right + size) % size);
  };
  const asking = {
    ArrowRight: () => move(0, 1), ArrowLeft: () => move(0, -1), ArrowDown: () => move(1, 0), ArrowUp: () => move(-1, 0),
    Escape: quiet, Enter: () => { if (!by('ask-go').hidden) by('ask-go').click(); },
  };
  const show = (f, everything) => {
    f = Math.max(0, Math.min(frames.length - 1, f));
    const old = now < 0 ? null : states[now], state = states[f];
    everything = everything || filled;
    filled = false;
    for (let c = 0; c < cells; ++c)
      if (everything || !old || old[c] !== state[c]) paint(c, null, state[c]);
    by('under').innerHTML = frames[f].under;
    by('over').innerHTML = frames[f].over;
    by('say-title').textContent = frames[f].title;
    by('say-text').textContent = frames[f].text;
    const legend = by('legend');
    legend.replaceChildren();
    for (const [tone, text] of frames[f].legend) {
      const entry = document.createElement('span'), dot = document.createElement('i');
      entry.className = 'entry';
      dot.className = 'swatch ' + tone;
      entry.append(dot, text);
      legend.append(entry);
    }
    if (now >= 0) items[now].setAttribute('aria-selected', 'false');
    items[f].setAttribute('aria-selected', 'true');
    by('list').setAttribute('aria-activedescendant', items[f].id);
    if (now >= 0 || f > 0) follow(items[f]);
    by('place').textContent = frames[f].place;
    const [more, what] = frames[f].folded;
    by('say-more').hidden = !more;
    by('say-more').open = false;
    by('say-more-title').textContent = more;
    by('say-more-text').textContent = what;
    for (const bar of bars) bar.classList.toggle('now', Number(bar.dataset.f) === f);
    for (const kind of kinds) kind.setAttribute('aria-current', String(kind.dataset.group === frames[f].group));
    now = f;
    by('links').hidden = !frames[f].follow.length;
    draw(0);
    if (asked) ask(...asked);
    try { history.replaceState(null, '', '#' + (f + 1)); } catch { /* a page within a page has no address */ }
  };
  const keys = {
    ArrowRight: () => show(now + 1), ArrowLeft: () => show(now - 1),
    ArrowDown: () => show(now + 1), ArrowUp: () => show(now - 1),
    j: () => show(now + 1), k: () => show(now - 1), ' ': () => show(now + 1),
    PageDown: () => show(now + 10), PageUp: () => show(now - 10),
    Home: () => show(0), End: () => show(frames.length - 1),
    p: () => { pencil = !pencil; show(now, true); },
    '.': () => draw(drawn + 1), ',': () => draw(drawn - 1),
    a: () => ask(Math.max(0, states[now].findIndex(state => state[0] === 0))),
  };
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && event.target.tagName === 'BUTTON') return;
    if (event.key === 'Enter' && event.target.tagName === 'BUTTON') return;
    const digit = asked ? data.symbols.indexOf(event.key.toUpperCase()) : -1;
    const act = digit >= 0 ? () => ask(asked[0], digit) : asked && asking[event.key] || keys[event.key];
    if (act) { act(); event.preventDefault(); }
  });
  items.forEach((item, f) => item.addEventListener('click', () => show(f)));
  bars.forEach(bar => bar.addEventListener('click', () => show(Number(bar.dataset.f))));
  const next_of = group => {
    for (let n = 1; n <= frames.length; ++n) {
      const f = (now + n) % frames.length;
      if (frames[f].group === group) return f;
    }
    return now;
  };
  kinds.forEach(kind => kind.addEventListener('click', () => show(next_of(kind.dataset.group))));
  by('first').onclick = () => show(0);
  by('back').onclick = () => show(now - 1);
  by('next').onclick = () => show(now + 1);
  by('last').onclick = () => show(frames.length - 1);
  by('ask-open').onclick = () => asked ? quiet() : keys.a();
  by('ask-close').onclick = quiet;
  by('marks').onclick = () => keys.p();
  by('link-next').onclick = () => draw(drawn + 1);
  by('link-back').onclick = () => draw(drawn - 1);
  const wanted = parseInt(location.hash.slice(1), 10);
  show(Number.isFinite(wanted) ? wanted - 1 : 0);
  // On paper a board stands beside every few steps.
  const clear = () => document.querySelectorAll('.sheet').forEach(sheet => sheet.remove());
  window.addEventListener('beforeprint', () => {
    clear();
    quiet();
    const here = now, last = frames.length - 1, apart = Math.max(6, Math.ceil(last / 16));
    for (let f = 0; f <= last; f = f < last ? Math.min(f + apart, last) : last + 1) {
      show(f, true);
      const sheet = document.createElement('li'), svg = board.querySelector('svg').cloneNode(true);
      sheet.className = 'sheet';
      svg.querySelectorAll('.off').forEach(element => element.remove());
      svg.querySelectorAll('text[id],g[id]').forEach(element => element.removeAttribute('id'));
      const words = by('legend').cloneNode(true);
      words.removeAttribute('id');
      words.prepend((f === last && frames[f].kind === 'end' ? t('At the end.') : t('Before step {}.', f + 1)) + ' ');
      sheet.append(svg, words);
      items[f].before(sheet);
    }
    show(here, true);
  });
  window.addEventListener('afterprint', clear);
  window.addEventListener('hashchange', () => {
    const f = parseInt(location.hash.slice(1), 10);
    if (Number.isFinite(f) && f - 1 !== now) show(f - 1);
  });
})();
)js";

struct Kind {
    std::string name;
    std::size_t many = 0;
    std::size_t hardest = 0;  ///< of its frames
};

/// The kinds of steps, the hardest first.
std::vector<Kind> kinds_of(std::span<const Frame> frames) {
    std::vector<Kind> kinds;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        if (frames[f].kind != FrameKind::step) continue;
        auto kind = std::ranges::find(kinds, frames[f].counted_as(), &Kind::name);
        if (kind == kinds.end()) kind = kinds.insert(kind, {frames[f].counted_as(), 0, f});
        ++kind->many;
        if (frames[f].weight > frames[kind->hardest].weight) kind->hardest = f;
    }
    std::ranges::stable_sort(kinds, [&](const Kind& a, const Kind& b) {
        return frames[a.hardest].weight > frames[b.hardest].weight;
    });
    return kinds;
}

/// "33 steps of 9 kinds. Hardest: cell forcing chain (380), step 33." Bars, kinds, and what the
/// last frame folds away. Nothing of frames that are no walk.
std::string glance_of(std::span<const Frame> frames, Language language) {
    const auto steps =
        static_cast<std::size_t>(std::ranges::count(frames, FrameKind::step, &Frame::kind));
    const std::size_t hardest = static_cast<std::size_t>(
        std::ranges::max_element(frames, {}, &Frame::weight) - frames.begin());
    const std::uint64_t most = frames[hardest].weight;
    if (steps < 2 || most == 0) return {};
    const std::vector<Kind> kinds = kinds_of(frames);
    std::string out = fmt::format(
        "<div class=\"glance\" id=\"glance\"><h2>{}</h2>\n<p>{}</p>\n<svg class=\"bars\" "
        "viewBox=\"0 0 {} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">\n",
        say(language, "The walk at a glance"),
        say(language, "{}, {}. Hardest: {} ({}), step {}.",
            say_of(language, steps, "{} step", "{} steps", steps),
            say_of(language, kinds.size(), "{} kind of step", "{} kinds of steps", kinds.size()),
            xml_escaped(frames[hardest].counted_as()), most, hardest + 1),
        10 * steps, say(language, "how hard each step is"));
    std::size_t at = 0;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        if (frames[f].kind != FrameKind::step) continue;
        // Square roots: the easy steps of a hard walk are still seen.
        const double height =
            4 + 92 * std::sqrt(static_cast<double>(frames[f].weight) / static_cast<double>(most));
        out += fmt::format(
            "<rect{} data-f=\"{}\" x=\"{}\" y=\"{:.1f}\" width=\"8\" height=\"{:.1f}\"><title>{}. "
            "{}</title></rect>\n",
            frames[f].depth > 0 ? " class=\"inside\"" : "", f, 10 * at++ + 1, 100 - height, height,
            f + 1, xml_escaped(frames[f].title));
    }
    out += fmt::format("</svg>\n<div class=\"kinds\" role=\"group\" aria-label=\"{}\">",
                       say(language, "kinds of steps"));
    for (const Kind& kind : kinds) {
        const std::string name = xml_escaped(kind.name);
        const std::uint64_t weight = frames[kind.hardest].weight;
        out +=
            fmt::format("<button data-group=\"{}\" data-many=\"{}\" title=\"{}\">{}{}{}</button>\n",
                        name, kind.many, say(language, "the next one"), name,
                        kind.many > 1 ? fmt::format(" &#215;{}", kind.many) : std::string{},
                        weight > 0 ? fmt::format(" <small>{}</small>", weight) : std::string{});
    }
    out += "</div>\n";
    const Folded& folded = frames.back().folded;
    if (!folded.title.empty())
        out += "<details><summary>" + xml_escaped(folded.title) + "</summary>" +
               xml_escaped(folded.text) + "</details>\n";
    return out + "</div>\n";
}

/// A text whose [[parts]] are translated.
std::string translated_parts(std::string_view text, Language language) {
    std::string out;
    for (;;) {
        const std::size_t from = text.find("[["), to = text.find("]]");
        if (from == std::string_view::npos) return out += text;
        out += text.substr(0, from);
        out += translated(language, text.substr(from + 2, to - from - 2));
        text.remove_prefix(to + 2);
    }
}

/// What the script says, in another language: whatever stands between two quotes of it and has a
/// translation.
nlohmann::json words_of_script(Language language) {
    nlohmann::json words = nlohmann::json::object();
    const auto add = [&](std::string_view text) {
        const std::string_view other = translated(language, text);
        if (other != text) words[std::string{text}] = other;
    };
    const std::string_view script = page_script;
    for (std::size_t at = script.find('\''), to = 0; at != std::string_view::npos; at = to) {
        to = script.find('\'', at + 1);
        add(script.substr(at + 1, to - at - 1));
    }
    for (const char* text : {"link", "inner step", "All {} links.", "All {} inner steps.",
                             "{} links, one by one.", "{} inner steps, one by one."})
        add(text);
    return words;
}

constexpr const char* page_head =
    R"html(<nav aria-label="[[steps]]"><button id="first" title="Home">&#171;</button><button id="back" title="[[left arrow]]">&#8249; [[back]]</button><button id="next" title="[[right arrow]]">[[next]] &#8250;</button><button id="last" title="End">&#187;</button><button id="marks" title="[[p: pencil marks]]">[[marks]]</button><button id="ask-open" title="a">[[ask]]</button><span id="place"></span></nav>
<nav id="ask" aria-label="[[what becomes of a digit]]" hidden><b id="ask-cell"></b><span id="ask-digits"></span><span id="ask-say" aria-live="polite"></span><button id="ask-go" title="Enter"></button><button id="ask-close" title="Escape" aria-label="[[close]]">&#215;</button><span id="ask-why"></span></nav>
<nav id="links" aria-label="[[links of the chain]]" hidden><button id="link-back" title="," aria-label="[[one link less]]">&#8249; link</button><button id="link-next" title="." aria-label="[[one link more]]">link &#8250;</button><span id="link-say" aria-live="polite"></span></nav>
<div class="legend" id="legend"></div>
</section>
<div class="side">
<section class="say" aria-live="polite"><h2 id="say-title"></h2><p id="say-text"></p><details id="say-more" hidden><summary id="say-more-title"></summary><p id="say-more-text"></p></details></section>
<section class="list" aria-label="[[all steps]]">)html";

constexpr const char* page_foot = R"html(</ol></section>
</div>
</main>
<footer><kbd>&#8592;</kbd> <kbd>&#8594;</kbd> [[step]], <kbd>Home</kbd> <kbd>End</kbd> [[first and last]], <kbd>PgUp</kbd> <kbd>PgDn</kbd> [[ten at a time]], <kbd>p</kbd> [[pencil marks on and off]], <kbd>.</kbd> <kbd>,</kbd> [[the links of a chain one by one; a digit or pencil mark, clicked, says where it is placed or falls]] (<kbd>a</kbd> [[asks by key: arrows, a digit, Enter, Escape]])</footer>
)html";

}  // namespace

std::string write_html(std::span<const Frame> frames, const HtmlOptions& options) {
    CLEW_REQUIRE(!frames.empty(), "write_html: a frame is needed");
    const View& first = frames.front().view;
    // "</" must not occur inside a script element.
    nlohmann::ordered_json data = page_data(frames, options);
    data["words"] = words_of_script(options.language);
    std::string json = data.dump();
    for (std::size_t at = json.find("</"); at != std::string::npos; at = json.find("</", at + 3))
        json.insert(at + 1, "\\");

    const std::string title =
        xml_escaped(options.title.empty() ? say(options.language, "Walk-through") : options.title);
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
        "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<title>{}</title>\n<style>{}{}</style>\n</head>\n<body>\n",
        options.language == Language::english ? "en" : "de", title, page_style,
        svg_style(Theme::automatic));
    out += fmt::format("<header><h1>{}</h1>", title);
    if (!options.subtitle.empty()) out += "<p>" + xml_escaped(options.subtitle) + "</p>";
    out +=
        translated_parts("</header>\n<main>\n<section class=\"board\" aria-label=\"[[board]]\">\n",
                         options.language);
    out += page_board(first, say(options.language, "the board at this step"));
    out += translated_parts(page_head, options.language) + glance_of(frames, options.language) +
           "<ol id=\"list\" role=\"listbox\" tabindex=\"0\">\n";
    for (std::size_t f = 0; f < frames.size(); ++f) {
        const Frame& frame = frames[f];
        out += fmt::format(
            "<li id=\"s{0}\" role=\"option\" aria-selected=\"false\" "
            "style=\"margin-left:{1}em\"><span class=\"number\">{2}</span><span class=\"words\">"
            "<b>{3}</b><small>{4}</small></span><span class=\"note\">{5}</span></li>\n",
            f, frame.depth, frame.kind == FrameKind::end ? std::string() : std::to_string(f + 1),
            xml_escaped(frame.title), xml_escaped(frame.text), xml_escaped(frame.note));
    }
    out += translated_parts(page_foot, options.language);
    out += "<script type=\"application/json\" id=\"data\">" + json + "</script>\n";
    out += "<script>" + std::string(page_script) + "</script>\n</body>\n</html>\n";
    return out;
}

}  // namespace clew::explain::inline pictures
