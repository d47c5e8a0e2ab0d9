// The data are one array a vertex, [name, kind, grid, freedom, flags, solutions below, candidates,
// impossible, depth, discoverer, [[target, local name, candidates] ...], impossible candidates]:
// a third of the size of objects with keys. The script puts all text in with textContent, so
// nothing in it can be taken for markup; "</" cannot occur, as names, grids and candidates have no
// '<', and the title is escaped.

#include "explain/tree/write_html.hpp"

#include <ostream>
#include <string>
#include <string_view>

#include "encode/base/markup.hpp"
#include "explain/tree/table.hpp"
#include "explain/tree/text.hpp"

namespace clew::explain {
namespace {

constexpr std::string_view style = R"css(
:root{--ink:#16202b;--faint:#5b6775;--line:#c9d2dc;--page:#fff;--new:#00538a;--good:#00664b;--bad:#a33b12;--warn:#8a6500;--goodfill:#d6f0e4;--badfill:#f6ded4;--warnfill:#fff6d6;--rootfill:#dfe9f7}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf0;--faint:#9aa7b5;--line:#3a4653;--page:#14191f;--new:#7cc4f5;--good:#6fd3ad;--bad:#f0977a;--warn:#e2c25a;--goodfill:#12382c;--badfill:#42231a;--warnfill:#3a3114;--rootfill:#1d2f47}}
body{font:14px/1.45 system-ui,"DejaVu Sans",sans-serif;color:var(--ink);background:var(--page);margin:1.5rem auto;max-width:72rem;padding:0 1rem}
h1{font-size:1.3rem;margin:0 0 .5rem}pre{color:var(--faint);margin:.3rem 0}
ul{list-style:none;margin:0;padding-left:1.3rem;border-left:1px solid var(--line)}#tree{border:0;padding:0}
li{margin:.15rem 0}.row{cursor:pointer;display:flex;gap:.6rem;align-items:baseline;flex-wrap:wrap;border:0;background:none;font:inherit;color:inherit;text-align:left;padding:.05rem .2rem;border-radius:4px}
.row:hover,.row:focus-visible{background:var(--rootfill);outline:none}
.by{color:var(--faint);font-size:.85em}.name{font-weight:700;border:1.5px solid var(--line);border-radius:4px;padding:0 .4em}
.solution>.row .name,.key.solution{border:2px solid var(--good);background:var(--goodfill);border-radius:1em}
.dead>.row .name,.key.dead{border:1.5px dashed var(--bad);background:var(--badfill)}
.open>.row .name,.key.open{border:1.5px dotted var(--warn);background:var(--warnfill)}
.root>.row .name,.key.root{border:3px double var(--ink);background:var(--rootfill)}
.key{border:1.5px solid var(--line);border-radius:4px;padding:0 .4em;margin-right:.8em;font-size:.85em}
.ref .name{border-style:none;text-decoration:underline;background:none}
.body{display:flex;gap:1.2rem;flex-wrap:wrap;margin:.3rem 0 .4rem 1.3rem;align-items:flex-start}
table.grid{border-collapse:collapse;font:12px/1 "DejaVu Sans Mono",monospace}
table.grid td{width:1.35em;height:1.35em;text-align:center;padding:0;color:var(--faint);border:0 solid var(--faint)}
table.grid td.new{color:var(--new);font-weight:700}.imp{color:var(--bad)}
.forced>.row .name,.key.forced{box-shadow:0 0 0 3px #7b3294}.row.forced>.by:first-child{color:#7b3294;font-weight:700}
@media(prefers-color-scheme:dark){.forced>.row .name,.key.forced{box-shadow:0 0 0 3px #c994e0}.row.forced>.by:first-child{color:#c994e0}}
.found>.row{outline:2px solid var(--new)}
input{font:inherit;padding:.2em .5em;background:var(--page);color:var(--ink);border:1px solid var(--line);border-radius:4px}
)css";

constexpr std::string_view script = R"js(

const el=(t,c,x)=>{const e=document.createElement(t);if(c)e.className=c;if(x!==undefined)e.textContent=x;return e};
const role=i=>{const v=T[i];if(v[1]===1)return 'solution';if(v[4]&4)return 'dead';if(!(v[4]&1))return 'open';return i===0?'root':'pattern'};
const rows=new Map();
function grid(i){const v=T[i],p=v[9]>=0?T[v[9]][2]:v[2],t=el('table','grid');
 for(let r=0;r<SIZE;r++){const tr=el('tr');for(let c=0;c<SIZE;c++){const k=r*SIZE+c,d=v[2][k];
  const td=el('td',d!=='.'&&p[k]==='.'?'new':'',d==='.'?'·':d);
  if(r===0||BOX[k]!==BOX[k-SIZE])td.style.borderTopWidth='1px';if(c===0||BOX[k]!==BOX[k-1])td.style.borderLeftWidth='1px';
  if(c===SIZE-1)td.style.borderRightWidth='1px';if(r===SIZE-1)td.style.borderBottomWidth='1px';tr.append(td)}t.append(tr)}return t}
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
 rows.set(i,li);b.setAttribute('aria-expanded','false');b.onclick=()=>toggle(i,li,b);return li}
function toggle(i,li,b){if(li.made){li.made.forEach(e=>e.hidden=!e.hidden)}else{const v=T[i],body=el('div','body');
  if(v[1]!==2){body.append(grid(i),figures(i))}const ul=el('ul');for(const o of v[10])ul.append(item(o[0],o[2],o[1],T[o[0]][9]===i,i));
  li.made=[body,ul];li.append(body,ul)}
 b.setAttribute('aria-expanded',String(!li.made[0].hidden))}
function open(i){const li=rows.get(i),b=li.querySelector('button');if(!li.made||li.made[0].hidden)toggle(i,li,b);return li}
function reveal(i){const way=[];for(let k=T[i][9];k>=0;k=T[k][9])way.push(k);way.reverse().forEach(open);
 document.querySelectorAll('.found').forEach(e=>e.classList.remove('found'));const li=rows.get(i);li.classList.add('found');
 li.scrollIntoView({block:'center'});li.querySelector('button').focus()}
document.getElementById('tree').append(item(0,'','',true));open(0);
document.getElementById('go').addEventListener('change',e=>{const n=e.target.value.trim();const i=T.findIndex(v=>v[0]===n);if(i>=0)reveal(i)});
if(location.hash.length>1){const i=T.findIndex(v=>v[0]===location.hash.slice(1));if(i>=0)reveal(i)}
)js";

void write_vertex(const DecisionTree& tree, Node n, std::ostream& out) {
    const TreeVertex& v = tree[n];
    const Geometry& geometry = tree.puzzle().geometry();
    const int kind = v.kind == NodeKind::pattern ? 0 : v.kind == NodeKind::solution ? 1 : 2;
    const int flags = int{v.expanded} + 2 * int{v.complete} + 4 * int{v.dead} + 8 * int{v.clash} +
                      16 * int{v.wide};
    out << "[\"" << (kind == 2 ? "impossible" : tree.name(n)) << "\"," << kind << ",\""
        << tree.line(n) << "\"," << v.freedom << ',' << flags << ',' << v.solutions_below << ','
        << v.candidates << ',' << v.impossible << ',' << v.depth << ','
        << (v.discoverer == no_node ? -1 : static_cast<long>(v.discoverer)) << ",[";
    const char* comma = "";
    for (auto [e, end] = boost::out_edges(n, tree.graph()); e != end; ++e) {
        const auto to = static_cast<Node>(boost::target(*e, tree.graph()));
        out << comma << '[' << to << ",\"" << tree.name_from(n, to) << "\",\"";
        const char* space = "";
        for (const Candidate& c : tree.candidates_between(n, to)) {
            out << space << paper_notation(geometry, c);
            space = " ";
        }
        out << "\"]";
        comma = ",";
    }
    out << "],\"";
    const char* space = "";
    for (const Outcome& o : tree.outcomes(n))
        if (o.target == no_node) {
            out << space << paper_notation(geometry, geometry.candidate(o.candidate));
            space = " ";
        }
    out << "\"]";
}

}  // namespace

void write_tree_html(const DecisionTree& tree, const TreeProof* proof, const std::string& title,
                     std::ostream& out, std::span<const Forced> forced) {
    const Geometry& geometry = tree.puzzle().geometry();
    const std::string heading = title.empty() ? "Decision tree" : title + ": decision tree";
    out << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
           "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>"
        << xml_escaped(heading) << "</title>\n<style>" << style << "</style></head>\n<body><h1>"
        << xml_escaped(heading) << "</h1>\n<p>Rules " << xml_escaped(tree.options().rules.name)
        << ", mode " << to_string(tree.options().mode) << ".</p>\n<pre>";
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
    out << "</pre>\n<p><span class=\"key root\">root</span><span class=\"key\">pattern</span>"
           "<span class=\"key solution\">solution</span><span class=\"key dead\">dead</span>"
           "<span class=\"key open\">open</span>"
        << (forced.empty() ? "" : "<span class=\"key forced\">on every way</span>")
        << "<label>Go to <input id=\"go\" placeholder=\"AB\" size=\"12\"></label></p>\n"
           "<p class=\"by\">Candidates are row, column and value: 15.4 is a 4 in row 1, column 5. "
           "New digits are bold. A name with = is a pattern that was met before.</p>\n"
           "<ul id=\"tree\"></ul>\n<noscript>This page needs scripts to unfold the "
           "tree.</noscript>\n<script>\nconst SIZE="
        << geometry.size() << ",BOX=[";
    for (std::size_t i = 0; i < geometry.cell_count(); ++i)
        out << (i == 0 ? "" : ",") << geometry.box_of(Cell{i}).value_or(0);
    out << "],T=[\n";
    for (Node n = 0; n < tree.node_count(); ++n) {
        if (n > 0) out << ",\n";
        write_vertex(tree, n, out);
    }
    out << "];\n";
    const ForcedMarks marks = marks_of(forced);
    out << "const F=new Set([";
    const char* comma = "";
    for (Node v : marks.nodes) {
        out << comma << v;
        comma = ",";
    }
    out << "]),E=new Set([";
    comma = "";
    for (const auto& [from, to] : marks.edges) {
        out << comma << '"' << from << '-' << to << '"';
        comma = ",";
    }
    out << "]);" << script << "</script></body></html>\n";
}

}  // namespace clew::explain
