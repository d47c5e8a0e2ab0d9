#pragma once
// What pages are tested by from within: a script that is put behind their own, and says in the
// data-selftest attribute of <html> how it went.
//
//     const auto dom = tested_walk(write_html(frames));
//     if (!dom) GTEST_SKIP() << "no Chromium here";
//     EXPECT_THAT(*dom, HasSubstr("data-selftest=\"ok 3\""));

#include <optional>
#include <string>

#include "tests/explain/browser.hpp"

namespace clew::explain {

/// Walks through all frames by key, click and arrow.
inline constexpr const char* walk_selftest = R"js(
  const faults = [];
  const press = key => document.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
  const visible = element => getComputedStyle(element).display !== 'none';
  const check = (f, way) => {
    const count = kind => [...document.querySelectorAll('.board text.' + kind)].filter(visible);
    const seen = [count('given').length, count('placed').length, count('candidate').length];
    if (now !== f) faults.push(way + ': at frame ' + now + ' instead of ' + f);
    if (seen.join() !== frames[f].shows.join())
      faults.push(way + ': frame ' + f + ' shows ' + seen + ' instead of ' + frames[f].shows);
    if (by('say-text').textContent !== frames[f].text) faults.push(way + ': words of ' + f);
    const arrows = document.querySelectorAll('#over .link').length;
    if (arrows !== frames[f].links) faults.push(way + ': frame ' + f + ' has ' + arrows + ' links');
    if (items.filter(i => i.getAttribute('aria-selected') === 'true').length !== 1)
      faults.push(way + ': selection at ' + f);
  };
  press('Home'); check(0, 'Home');
  for (let f = 1; f < frames.length; ++f) { press('ArrowRight'); check(f, 'right'); }
  press('ArrowRight'); check(frames.length - 1, 'right at the end');
  for (let f = 0; f < frames.length; ++f) {
    show(f);
    const many = frames[f].follow.length, arrows = [...document.querySelectorAll('#over .link')];
    if (by('links').hidden !== !many) faults.push('links: control of ' + f);
    for (let k = 1; k <= many; ++k) {
      press('.');
      const seen = arrows.filter(visible).map(arrow => Number(arrow.dataset.at));
      if (seen.some(at => at >= k) || !by('link-say').textContent.endsWith(frames[f].follow[k - 1]))
        faults.push('links: ' + k + ' of frame ' + f);
    }
    press('.');
    check(f, 'all links');
    if (!arrows.every(arrow => visible(arrow) !== (frames[f].brief && arrow.hasAttribute('data-at'))))
      faults.push('links: not as at first in frame ' + f);
  }
  press('End');
  for (let f = frames.length - 2; f >= 0; --f) { press('ArrowLeft'); check(f, 'left'); }
  press('End'); check(frames.length - 1, 'End');
  items[0].click(); check(0, 'click');
  press('p');
  if ([...document.querySelectorAll('.board text.candidate')].length) faults.push('p: still marks');
  press('p'); check(0, 'p twice');
  // The overview: every step has its bar and is counted once, and each kind leads to its steps.
  if (kinds.length) {
    const steps = frames.filter(frame => frame.kind === 'step').length;
    if (bars.length !== steps) faults.push('glance: ' + bars.length + ' bars of ' + steps);
    bars.forEach(bar => {
      bar.dispatchEvent(new MouseEvent('click', {bubbles: true}));
      if (now !== Number(bar.dataset.f) || !bar.classList.contains('now')) faults.push('glance: bar ' + bar.dataset.f);
    });
    let counted = 0;
    for (const kind of kinds) {
      const reached = new Set();
      for (let n = 0; n < frames.length; ++n) { kind.click(); reached.add(now); }
      if ([...reached].some(f => frames[f].group !== kind.dataset.group)) faults.push('glance: ' + kind.dataset.group);
      if (String(reached.size) !== kind.dataset.many) faults.push('glance: ' + reached.size + ' of ' + kind.textContent);
      counted += reached.size;
    }
    if (counted !== steps) faults.push('glance: counts ' + counted + ' of ' + steps);
    show(0);
  }
  frames.forEach((frame, f) => {
    show(f);
    if (by('say-more').hidden !== !frame.folded[0] || by('say-more').open || by('say-more-text').textContent !== frame.folded[1])
      faults.push('folded: ' + f);
  });
  show(0);
  // Every digit of every frame has an answer, and the step that it names is the one. (Not of frames
  // that belong to different puzzles, of which no digit has a story.)
  const walk = states.every((state, f) => !f || state.every((_, cell) =>
      [...Array(size).keys()].every(d => !has(f, cell, d) || has(f - 1, cell, d))));
  for (let f = 0; walk && f < frames.length; ++f) {
    show(f);
    for (let cell = 0; cell < cells; ++cell)
      for (let d = 0; d < size; ++d) {
        if (!has(f, cell, d) || states[f][cell][0] === 1) continue;
        const {say, step} = answer(cell, d);
        const after = step !== undefined && states[step + 1][cell], open = states[f][cell][0] === 0;
        const right = !say ? false : step === undefined ? !open || frames.slice(f).every((_, g) => has(f + g, cell, d))
            : states[step][cell][0] === 0 && has(step, cell, d) && (after[0] === 2 && after[1] === d || open && !has(step + 1, cell, d));
        if (!right) faults.push('ask: ' + data.cells[cell] + ' ' + data.symbols[d] + ' at ' + f + ' ' + say);
      }
  }
  show(0);
  press('a');
  const first = asked && asked[0];
  press('ArrowRight');
  if (now !== 0 || !asked || asked[0] === first) faults.push('a: the arrows do not move the question');
  if (by('ask').hidden || !by('ask-say').textContent) faults.push('a: no answer');
  press('Escape');
  if (asked || !by('ask').hidden) faults.push('Escape: still asking');
  if (data.solutions.length) { fill(0); show(0); check(0, 'after a solution'); }
  if (performance.getEntriesByType('resource').length) faults.push('the page fetched something');
  document.documentElement.dataset.selftest =
      faults.length ? faults.slice(0, 5).join('; ') : 'ok ' + frames.length;
)js";

/// Opens every node by name, and by way.
inline constexpr const char* tree_selftest = R"js(
// For the tests: every name of every node, two steps of other names included, finds it; every way leads there.
function selftest(){const bad=[];let aliases=0;
 T.forEach((v,i)=>{if(find(v[0])[0]!==i)bad.push(v[0]);if(v[1]===1&&find(v[2])[0]!==i)bad.push(v[2]);
  for(const o of v[10]){if(T[o[0]][1])continue;if(o[1]!==T[o[0]][0])aliases++;if(find(o[1])[0]!==o[0])bad.push(o[1]);
   for(const q of T[o[0]][10])if(!T[q[0]][1]){const n=o[1]+q[1].slice(T[o[0]][0].length);if(find(n)[0]!==q[0])bad.push(n)}}});
 T.forEach((v,i)=>{if(i%97===0||v[1]===1){go(v[0]);if(here!==i||!rows.has(i)||by('path').textContent.indexOf(v[0])<0)bad.push('way to '+v[0])}});
 T.forEach((v,i)=>{if(v[1]||i%31)return;const n=[...outcomes(i).values()].reduce((s,l)=>s+l.length,0);if(n!==v[6])bad.push('candidates of '+v[0]+': '+n);});
 const s0=T.findIndex(v=>v[1]===1);if(s0>=0){const open=[...T[0][2]].indexOf('.');if(open>=0){go(cell(open)+'='+T[s0][2][open]);if(by('asked').textContent.indexOf(T[s0][0])<0&&by('asked').textContent.indexOf('the first')<0)bad.push('asked: '+by('asked').textContent)}}
 {let bars=0;for(const c of by('levels').children)bars+=c.children.length;if(bars<=by('levels').children.length)bad.push('no levels')}
 go('AzzzZ');if(!by('said').textContent.startsWith('There is no AzzzZ'))bad.push('nothing said');
 unfold();if(rows.size<Math.min(T.length,500))bad.push('unfolded '+rows.size);fold();
 if(T.length>1&&[...document.querySelectorAll('#tree ul ul')].some(e=>!e.hidden&&e.offsetParent))bad.push('not folded');
 document.documentElement.dataset.selftest=bad.length?bad.slice(0,5).join('; '):'ok '+T.length+' nodes, '+aliases+' other names'}
selftest();
)js";

inline std::optional<std::string> tested(std::string page, const std::string& end,
                                         const std::string& script) {
    const auto at = page.rfind(end);
    return at == std::string::npos ? "no such end" : dump_dom(page.insert(at, script), "");
}
inline std::optional<std::string> tested_walk(const std::string& page) {
    return tested(page, "})();\n</script>", walk_selftest);
}
inline std::optional<std::string> tested_tree(const std::string& page) {
    return tested(page, "</script></body>", tree_selftest);
}

}  // namespace clew::explain
