// The data are one array a vertex, [name, kind, grid, freedom, flags, solutions below, candidates,
// impossible, depth, discoverer, [[target, local name, candidates] ...], impossible candidates]:
// a third of the size of objects with keys. The script puts all text in with
// textContent, so nothing in it can be taken for markup; "</" cannot occur, as names, grids and
// candidates have no
// '<', and the title is escaped. The drawing of rules has such ends; there the stroke is escaped.

#include "explain/diagram/writers.hpp"

#include <ostream>
#include <string_view>
#include <utility>

#include "core/base/markup.hpp"
#include "explain/diagram/look.hpp"
#include "explain/diagram/table.hpp"
#include "explain/diagram/text.hpp"
#include "explain/pictures/svg.hpp"
#include "explain/pictures/write_svg.hpp"

namespace clew::explain::inline diagram {
namespace {

/// The colours of the roles as variables, for a light page and a dark one.
std::string palette() {
    const std::pair<DrawnRole, std::string_view> roles[] = {{DrawnRole::root, "root"},
                                                            {DrawnRole::solution, "good"},
                                                            {DrawnRole::dead, "bad"},
                                                            {DrawnRole::open, "warn"}};
    const auto variables = [&](const char* Shade::*shade) {
        std::string css;
        for (const auto& [role, name] : roles) {
            const RoleLook l = look(role);
            css += "--" + std::string(name) + ":" + l.line.*shade + ";--" + std::string(name) +
                   "fill:" + l.fill.*shade + ";";
        }
        return css + "--new:" + new_digit.*shade + ";--faint:" + faint_text.*shade +
               ";--forced:" + forced_line.*shade + ";";
    };
    return ":root{color-scheme:light dark;--ink:#16202b;--line:#c9d2dc;--page:#fff;" +
           variables(&Shade::light) +
           "}\n@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--line:#3a4653;--page:#"
           "14191f;" +
           variables(&Shade::dark) + "}}\n";
}

constexpr std::string_view style = R"css(*{box-sizing:border-box}
body{font:14px/1.45 system-ui,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--page);margin:1.5rem auto;max-width:72rem;padding:0 1rem}
h1{font-size:1.3rem;margin:0 0 .5rem}pre{color:var(--faint);margin:.3rem 0;white-space:pre-wrap}
ul{list-style:none;margin:0;padding-left:1.3rem;border-left:1px solid var(--line)}#tree{border:0;padding:0}
li{margin:.15rem 0}.row{cursor:pointer;display:flex;gap:.1rem .6rem;align-items:baseline;flex-wrap:wrap;border:0;background:none;font:inherit;color:inherit;text-align:left;padding:.05rem .2rem;border-radius:4px;max-width:100%}
.row>*{min-width:0;overflow-wrap:anywhere}
.row:hover,.row:focus-visible{background:var(--rootfill);outline:none}
.by{color:var(--faint);font-size:.85em}.name{font-weight:700;border:1.5px solid var(--line);border-radius:4px;padding:0 .4em}
.solution>.row .name,.key.solution{border:2px solid var(--good);background:var(--goodfill);border-radius:1em}
.dead>.row .name,.key.dead{border:1.5px dashed var(--bad);background:var(--badfill)}
.open>.row .name,.key.open{border:1.5px dotted var(--warn);background:var(--warnfill)}
.root>.row .name,.key.root{border:3px double var(--ink);background:var(--rootfill)}
.key{border:1.5px solid var(--line);border-radius:4px;padding:0 .4em;font-size:.85em}
.keys{display:flex;flex-wrap:wrap;gap:.4em .8em;align-items:center;margin:.6rem 0}
.ref .name{border-style:none;text-decoration:underline;background:none}
.body{display:flex;gap:.6rem 1.2rem;flex-wrap:wrap;margin:.3rem 0 .4rem 1.3rem;align-items:flex-start}
.body>div{min-width:0;flex:1 1 14rem;overflow-wrap:anywhere}
div.grid{position:relative;flex:none}.grid svg{position:absolute;inset:0;width:100%;height:100%;pointer-events:none;z-index:-1}div.grid{z-index:0}
div.grid td{width:2.2em!important;height:2.2em!important}.thermometer,.arrow,.cage{fill:none;stroke:var(--faint)}.arrow{stroke-opacity:.7}
circle.thermometer{fill:var(--line);stroke:none}.thermometer.stem{stroke:var(--line)}
.cage{stroke-width:1.4}.paper{fill:var(--page)}.clue{fill:var(--ink);font:10.5px system-ui,sans-serif}
table.grid{border-collapse:collapse;font:12px/1 "DejaVu Sans Mono",monospace;flex:none}
table.grid td{width:1.35em;height:1.35em;text-align:center;padding:0;color:var(--faint);border:0 solid var(--faint)}
table.grid td.new{color:var(--new);font-weight:700}.imp{color:var(--bad)}
.forced>.row .name,.key.forced{box-shadow:0 0 0 3px var(--forced)}.row.forced>.by:first-child{color:var(--forced);font-weight:700}
.found>.row{outline:2px solid var(--new)}
.bar{position:sticky;top:0;z-index:1;background:var(--page);border-bottom:1px solid var(--line);padding:.4rem 0;margin-bottom:.5rem}
.bar form{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
#path{display:flex;flex-wrap:wrap;gap:0 .35em;align-items:baseline;margin-top:.3rem;max-height:5.6rem;overflow:auto}
#path button,#solutions button{border:0;background:none;padding:0 .15em;font:inherit;color:var(--new);text-decoration:underline;cursor:pointer}
#solutions{margin:.4rem 0}#said{color:var(--faint)}#said.imp{color:var(--bad)}
input,.bar form button{font:inherit;padding:.2em .5em;background:var(--page);color:var(--ink);border:1px solid var(--line);border-radius:4px}
details{margin:.5rem 0}summary{cursor:pointer}
#levels{display:flex;align-items:stretch;gap:2px;height:6.2rem;max-width:42rem;margin-top:.3rem}
#levels>div{flex:1 1 0;min-width:0;display:flex;flex-direction:column;justify-content:flex-end}
#levels i{display:block;border:1px solid var(--line);border-bottom-width:0}
#levels .pattern{background:var(--line);border-color:var(--faint)}#levels .solution{background:var(--goodfill);border-color:var(--good)}#levels .dead{background:var(--badfill);border-color:var(--bad)}
#levels .open{background:var(--warnfill);border-color:var(--warn)}#levels .root{background:var(--rootfill)}
#levels b{font-weight:400;font-size:.75em;line-height:1.2;color:var(--faint);text-align:center;border-top:1px solid var(--line);overflow:hidden}
table.grid td.ask{cursor:pointer}table.grid td.ask:hover,table.grid td.asked{background:var(--rootfill);color:var(--ink)}
#asked{display:flex;flex-wrap:wrap;gap:.1rem .5em;align-items:baseline;margin-top:.2rem;max-height:5.6rem;overflow:auto}#asked:empty{display:none}
#asked button{border:0;background:none;padding:0 .15em;font:inherit;color:var(--new);text-decoration:underline;cursor:pointer}
@media(max-width:700px){body{margin:.6rem auto;padding:0 .6rem}ul{padding-left:.5rem}.body{margin-left:.3rem}pre{font-size:.8rem}}
@media print{#asked,.bar form,#solutions{display:none}.bar{position:static}}
)css";

constexpr std::string_view script = R"js(

const el=(t,c,x)=>{const e=document.createElement(t);if(c)e.className=c;if(x!==undefined)e.textContent=x;return e};
const by=i=>document.getElementById(i);
const role=i=>{const v=T[i];if(v[1]===1)return 'solution';if(v[4]&4)return 'dead';if(!(v[4]&1))return 'open';return i===0?'root':'pattern'};
const rows=new Map(),names=new Map(T.map((v,i)=>[v[0],i]));let here=0;
function grid(i){const v=T[i],p=v[9]>=0?T[v[9]][2]:v[2],t=el('table','grid');
 for(let r=0;r<SIZE;r++){const tr=el('tr');for(let c=0;c<SIZE;c++){const k=r*SIZE+c,d=v[2][k];
  const td=el('td',d!=='.'&&p[k]==='.'?'new':'',d==='.'?'·':d);
  if(r===0||BOX[k]!==BOX[k-SIZE])td.style.borderTopWidth='1px';if(c===0||BOX[k]!==BOX[k-1])td.style.borderLeftWidth='1px';
  if(d==='.'){td.classList.add('ask');td.onclick=()=>{ask(i,k);document.querySelectorAll('td.asked').forEach(e=>e.classList.remove('asked'));td.classList.add('asked')}}
  if(c===SIZE-1)td.style.borderRightWidth='1px';if(r===SIZE-1)td.style.borderBottomWidth='1px';tr.append(td)}t.append(tr)}if(!RULES)return t;
 const b=el('div','grid');b.innerHTML=RULES;b.append(t);return b}
function figures(i){const v=T[i],d=el('div');if(v[1]===1){d.append(el('div','',v[2]));return d}
 const s=[];let solved=0,part=0;for(const o of v[10]){const n=o[2].split(' ').length;if(T[o[0]][1]===1)solved+=n;else part+=n}
 d.append(el('div','',v[6]+' candidates: '+solved+' solved, '+part+' partial, '+v[7]+' impossible'));
 d.append(el('div','',(v[4]&2?'':'at least ')+v[5]+' solution'+(v[5]===1?'':'s')+' below, depth '+v[8]));
 if(v[11])d.append(el('div','imp','impossible: '+v[11]));
 if(v[4]&8)d.append(el('div','imp','every value of some cell is impossible'));
 if(v[4]&16)d.append(el('div','','no binary cell: a smallest open cell was branched on'));
 if(!(v[4]&1))d.append(el('div','','not expanded'));return d}
function item(i,by,as,own,from){const v=T[i],li=el('li',own?role(i):'ref '+role(i)),b=el('button','row');b.type='button';
 if(by)b.append(el('span','by',by));b.append(el('span','name',as&&as!==v[0]?as+' = '+v[0]:v[0]));
 if(v[1]===0){let s='dof '+v[3]+', '+(v[4]&4?'dead':(v[4]&2?'':'at least ')+v[5]+' sol.');b.append(el('span','by',s))}
 if(F.has(i))li.classList.add('forced');if(E.has(from+'-'+i))b.classList.add('forced');
 li.append(b);if(!own){b.onclick=()=>reveal(i);return li}
 rows.set(i,li);b.setAttribute('aria-expanded','false');b.onclick=()=>{toggle(i,li,b);trail(i)};return li}
function toggle(i,li,b){if(li.made){li.made.forEach(e=>e.hidden=!e.hidden)}else{const v=T[i],body=el('div','body');
  if(v[1]!==2){body.append(grid(i),figures(i))}const ul=el('ul');for(const o of v[10])ul.append(item(o[0],o[2],o[1],T[o[0]][9]===i,i));
  li.made=[body,ul];li.append(body,ul)}
 b.setAttribute('aria-expanded',String(!li.made[0].hidden))}
function open(i){const li=rows.get(i),b=li.querySelector('button');if(!li.made||li.made[0].hidden)toggle(i,li,b);return li}
// The discoverers from the root down to a node.
function way(i){const w=[i];for(let k=T[i][9];k>=0;k=T[k][9])w.unshift(k);return w}
// Where one is: each pattern on the way and the candidate that leads on.
function trail(i){here=i;const w=way(i),p=by('path');p.replaceChildren();
 w.forEach((k,n)=>{if(n){const c=T[w[n-1]][10].find(o=>o[0]===k)[2].split(' '),s=el('span','by','→ '+c[0]+(c.length>1?' +'+(c.length-1):'')+' →');s.title=c.join(' ');p.append(s)}
  const b=el('button','',T[k][0]);b.type='button';b.onclick=()=>reveal(k);p.append(b)})}
function reveal(i){way(i).slice(0,-1).forEach(open);
 document.querySelectorAll('.found').forEach(e=>e.classList.remove('found'));const li=rows.get(i);li.classList.add('found');trail(i);
 li.scrollIntoView({block:'center'});li.querySelector('button').focus({preventScroll:true});try{history.replaceState(null,'','#'+T[i][0])}catch{/* a page within a page has no address */}}
// Every name finds its node: a name is a way down from A, its steps end in capitals, and a pattern that is met by
// several ways has as many names. Also S7 for S07, and a grid as one line.
function find(n){const s=/^s0*(\d+)$/i.exec(n);if(s)for(const[k,i]of names)if(T[i][1]===1&&+k.slice(1)===+s[1])return[i,n];
 const g=n.replace(/[0*_]/g,'.');if(g.length===SIZE*SIZE){const i=T.findIndex(v=>v[2]===g);return[i,'']}
 if(names.has(n))return[names.get(n),n];if(n[0]!=='A'||T[0][1]!==0)return[-1,''];
 let at=0,seen='A';for(const step of n.slice(1).match(/[a-z]*[A-Z]|[^A-Z]+$/g)||[]){const own=T[at][0].length,o=T[at][10].find(o=>o[1].slice(own)===step&&T[o[0]][1]===0);
  if(!o)return[-1,seen];at=o[0];seen+=step}return[at,seen]}
function go(n){n=n.trim();if(!n)return;by('asked').replaceChildren();const a=parse(n);
 if(a){by('said').textContent='';if(a.d)everywhere(a);else ask(here,a.k);return}const[i,known]=find(n);
 by('said').textContent=i<0?'There is no '+(n.length>40?'such grid':n)+' in the tree'+(known?'; '+known+' is the longest beginning that there is.':'.'):n===T[i][0]?'':(n.length>12?n.slice(0,12)+'…':n)+' is '+T[i][0];by('said').className=i<0?'imp':'';if(i>=0)reveal(i)}
// Asked about: what each value of an open cell of a pattern leads to; and a candidate in the whole tree.
const link=i=>{const b=el('button','',T[i][0]);b.type='button';b.onclick=()=>reveal(i);return b};
const parse=s=>{const m=/^(?:r(\d+)c(\d+)=?|(\d+),(\d+)(?:$|\.)|(\d)(\d)(?:$|\.))(\w?)$/i.exec(s);if(!m)return null;const r=+(m[1]||m[3]||m[5]),c=+(m[2]||m[4]||m[6]);
 return r<1||c<1||r>SIZE||c>SIZE?null:{k:(r-1)*SIZE+c-1,d:m[7].toUpperCase()}};
const cell=k=>'r'+(Math.floor(k/SIZE)+1)+'c'+(k%SIZE+1);
// [value, node or -1 if impossible], of one cell of a pattern; they are listed with each pattern once.
const tried=new Map();
function outcomes(i){let o=tried.get(i);if(o)return o;o=new Map();const add=(w,to)=>{const c=parse(w);if(!o.has(c.k))o.set(c.k,[]);o.get(c.k).push([c.d,to])};
 for(const e of T[i][10])for(const w of e[2].split(' '))add(w,e[0]);if(T[i][11])for(const w of T[i][11].split(' '))add(w,-1);
 for(const l of o.values())l.sort((a,b)=>a[0]<b[0]?-1:1);tried.set(i,o);return o}
function ask(i,k){const p=by('asked');p.replaceChildren(el('b','',cell(k)+' in '+T[i][0]+':'));const l=outcomes(i).get(k);
 if(T[i][2][k]!=='.')p.append('holds '+T[i][2][k]+'.');else if(!l)p.append('is not branched on here.');
 else for(const[d,to]of l){const s=el('span','',d+' ');if(to<0)s.append(el('span','imp','impossible'));else s.append(link(to),T[to][1]===1?'':' '+(T[to][4]&4?'dead':(T[to][4]&2?'':'at least ')+T[to][5]+' sol.'));p.append(s)}}
function everywhere({k,d}){const p=by('asked'),ways=[],none=[],sure=[];let solutions=0;
 T.forEach((v,i)=>{if(v[1]===1){solutions++;if(v[2][k]===d)sure.push(i);return}if(v[1])return;
  for(const[x,to]of outcomes(i).get(k)||[])if(x===d)(to<0?none:ways).push(i)});
 p.replaceChildren(el('b','',cell(k)+'='+d+':'),el('span','','leads on from '+ways.length+' pattern'+(ways.length===1?'':'s')+(ways.length?', '+ (ways.length>8?'the first ':'') :'')));
 for(const i of ways.slice(0,8))p.append(link(i));
 p.append(el('span','','is impossible in '+none.length+(none.length?(none.length>8?', the first ':', '):'')));for(const i of none.slice(0,8))p.append(link(i));
 p.append(el('span','','is in '+sure.length+' of '+solutions+' solution'+(solutions===1?'':'s')+(sure.length?(sure.length>12?', the first ':', '):'')));for(const i of sure.slice(0,12))p.append(link(i))}
// The tree at a glance: how much of what stands at each depth.
{const levels=[],kinds=['open','dead','solution','pattern','root'];T.forEach((v,i)=>{if(v[1]===2)return;const r=role(i);(levels[v[8]]??={})[r]=(levels[v[8]][r]||0)+1});
 const sum=l=>kinds.reduce((s,r)=>s+(l&&l[r]||0),0),top=Math.max(...Array.from(levels,sum)),box=by('levels'),plural=(n,w)=>n+' '+(w==='dead'||w==='open'?w:w+(n===1?'':'s'));
 const say=(l,n)=>'depth '+n+': '+kinds.filter(r=>l&&l[r]).map(r=>plural(l[r],r)).reverse().join(', ');
 box.setAttribute('aria-label',Array.from(levels,say).join('; '));
 for(let n=0;n<levels.length;n++){const c=el('div');c.title=say(levels[n],n);for(const r of kinds)if(levels[n]&&levels[n][r]){const b=el('i',r);b.style.height=Math.max(2,85*levels[n][r]/top)+'%';c.append(b)}
  c.append(el('b','',String(n)));box.append(c)}}
const most=2000;
function unfold(){const queue=[0];let left=most,n=0;for(;n<queue.length&&left>0;n++){open(queue[n]);for(const o of T[queue[n]][10])if(T[o[0]][9]===queue[n]){queue.push(o[0])}left-=1+T[queue[n]][10].length}
 by('said').textContent=n<queue.length||n<T.length?'Unfolded to '+rows.size+' of '+T.length+' nodes; open the others where you want them.':''}
function fold(){for(const[i,li]of rows)if(i&&li.made&&!li.made[0].hidden)toggle(i,li,li.querySelector('button'));by('said').textContent='';reveal(0)}
by('tree').append(item(0,'','',true));open(0);trail(0);
by('find').addEventListener('submit',e=>{e.preventDefault();go(by('go').value)});
by('unfold').onclick=unfold;by('fold').onclick=fold;
{const s=[];T.forEach((v,i)=>{if(v[1]===1)s.push(i)});if(s.length){const p=by('solutions');p.append('Ways to a solution: ');
 for(const i of s.slice(0,60)){const b=el('button','',T[i][0]);b.type='button';b.onclick=()=>reveal(i);p.append(b,' ')}
 if(s.length>60)p.append('… '+T[s[s.length-1]][0]+': go to them by name')}}
if(location.hash.length>1)go(decodeURIComponent(location.hash.slice(1)));
addEventListener('hashchange',()=>go(decodeURIComponent(location.hash.slice(1))));
)js";

/// What no drawing shows.
std::string rules_in_words(const logic::DecisionTree& tree) {
    if (tree.puzzle().rules().empty()) return {};
    std::string text;
    for (const std::string& words : words_of_rules_off_board(view_of(tree.puzzle())))
        text += "<p class=\"by\">" + xml_escaped(words) + "</p>\n";
    return text;
}

/// The rules as they are printed, to lie under each board; an empty string in quotes without any.
std::string rules_drawing(const logic::DecisionTree& tree) {
    if (tree.puzzle().rules().empty()) return "''";
    const double cell = 40;
    const std::string side =
        svg_number(cell * static_cast<double>(tree.puzzle().geometry().size()));
    std::string text =
        json_quoted("<svg viewBox=\"0 0 " + side + " " + side + "\" aria-hidden=\"true\">" +
                    svg_rules_on_board(view_of(tree.puzzle()), cell) + "</svg>");
    for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos; at += 3)
        text.insert(at + 1, "\\");
    return text;
}

void write_vertex(const logic::DecisionTree& tree, logic::Node n, std::ostream& out) {
    const logic::TreeVertex& v = tree[n];
    const Geometry& geometry = tree.puzzle().geometry();
    const int kind = static_cast<int>(v.kind);
    const int flags = int{v.expanded} + 2 * int{v.complete} + 4 * int{v.dead} + 8 * int{v.clash} +
                      16 * int{v.wide};
    out << "[\"" << (kind == 2 ? "impossible" : tree.name(n)) << "\"," << kind << ",\""
        << tree.line(n) << "\"," << v.freedom << ',' << flags << ',' << v.solutions_below << ','
        << v.candidates << ',' << v.impossible << ',' << v.depth << ','
        << (v.discoverer == logic::no_node ? -1 : static_cast<long>(v.discoverer)) << ",[";
    const char* comma = "";
    for (auto [e, end] = boost::out_edges(n, tree.graph()); e != end; ++e) {
        const auto to = static_cast<logic::Node>(boost::target(*e, tree.graph()));
        out << comma << '[' << to << ",\"" << tree.name_from(n, to) << "\",\"";
        const char* space = "";
        for (const Candidate& c : tree.candidates_between(n, to)) {
            out << space << logic::paper_notation(geometry, c);
            space = " ";
        }
        out << "\"]";
        comma = ",";
    }
    out << "],\"";
    const char* space = "";
    for (const logic::Outcome& o : tree.outcomes(n))
        if (o.target == logic::no_node) {
            out << space << logic::paper_notation(geometry, geometry.candidate(o.candidate));
            space = " ";
        }
    out << "\"]";
}

}  // namespace

void write_tree_html(const logic::DecisionTree& tree, const logic::TreeProof* proof,
                     const std::string& title, std::ostream& out, std::span<const Forced> forced) {
    const Geometry& geometry = tree.puzzle().geometry();
    const std::string heading = title.empty() ? "Decision tree" : title + ": decision tree";
    out << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>"
        << xml_escaped(heading) << "</title>\n<style>" << palette() << style
        << "</style></head>\n<body><h1>" << xml_escaped(heading) << "</h1>\n<p>Rules "
        << xml_escaped(tree.options().rules.name) << ", mode " << to_string(tree.options().mode)
        << ".</p>\n<pre>";
    // The totals have no character that HTML minds but what notes quote.
    struct Escaping : std::streambuf {
        explicit Escaping(std::ostream& o) : to(o) {}
        int_type overflow(int_type c) override {
            if (c != traits_type::eof()) to << xml_escaped(std::string(1, static_cast<char>(c)));
            return c;
        }
        std::ostream& to;
    } escaping{out};
    std::ostream totals{&escaping};
    write_totals(tree, proof, totals);
    if (!forced.empty()) {
        totals << '\n';
        write_forced(tree, forced, totals);
    }
    out << "</pre>\n<details open><summary>How much stands at each depth</summary><div "
           "id=\"levels\" "
           "role=\"img\"></div></details>\n<div class=\"keys\"><span class=\"key "
           "root\">root</span><span "
           "class=\"key\">pattern</span>"
           "<span class=\"key solution\">solution</span><span class=\"key dead\">dead</span>"
           "<span class=\"key open\">open</span>"
        << (forced.empty() ? "" : "<span class=\"key forced\">on every way</span>")
        << "</div>\n"
           "<p class=\"by\">Candidates are row, column and value: 15.4 is a 4 in row 1, column 5. "
           "New digits are bold; an open cell, clicked, says what its values lead to. dof: degrees "
           "of freedom, the candidates of all open cells less "
           "one "
           "each. A name with = is a pattern that was met before.</p>\n"
        << rules_in_words(tree)
        << "<div class=\"bar\"><form id=\"find\"><label>Go to <input id=\"go\" placeholder=\"AB, "
           "S07, 15.4 or a "
           "grid\" size=\"19\" autocapitalize=\"off\" "
           "spellcheck=\"false\"></label><button>go</button>"
           "<button type=\"button\" id=\"unfold\">unfold all</button>"
           "<button type=\"button\" id=\"fold\">fold all</button><output "
           "id=\"said\"></output></form>"
           "<div id=\"path\" aria-label=\"the way to where you are\"></div>"
           "<div id=\"asked\" aria-live=\"polite\"></div></div>\n"
           "<div id=\"solutions\"></div>\n<ul id=\"tree\"></ul>\n<noscript>This page needs scripts "
           "to "
           "unfold the tree.</noscript>\n<script>\nconst SIZE="
        << geometry.size() << ",BOX=[";
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        out << (i == 0 ? "" : ",") << geometry.box_of(Cell{i}).value_or(0);
    out << "],T=[\n";
    for (logic::Node n = 0; n < tree.node_count(); ++n) {
        if (n > 0) out << ",\n";
        write_vertex(tree, n, out);
    }
    out << "];\n";
    const ForcedMarks marks = marks_of(forced);
    out << "const F=new Set([";
    const char* comma = "";
    for (logic::Node v : marks.nodes) {
        out << comma << v;
        comma = ",";
    }
    out << "]),E=new Set([";
    comma = "";
    for (const auto& [from, to] : marks.edges) {
        out << comma << '"' << from << '-' << to << '"';
        comma = ",";
    }
    out << "]);const RULES=" << rules_drawing(tree) << ";" << script << "</script></body></html>\n";
}

}  // namespace clew::explain::inline diagram
