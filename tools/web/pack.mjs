// node pack.mjs MODULE PAGE OUT    packs clew.wasm (MODULE) and the explorer's files (folder PAGE) three ways:
//
//     OUT/clew.html    one file, to be opened or mailed
//     OUT/site/        for any host of files; installs and works offline
//     OUT/npm/         the package for Node and browsers
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import {load} from './clew.js';
import {types_of} from './types.mjs';

const [module_file, page, out] = process.argv.slice(2);
const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const read = (...parts) => fs.readFileSync(path.join(...parts), 'utf8');
const version = read(here, '../../CMakeLists.txt').match(/VERSION (\d+\.\d+\.\d+)/)[1];
const wasm = fs.readFileSync(module_file);
const clew = await load(wasm);

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'clew-web-'));
fs.mkdirSync(path.join(work, 'page'));
for (const name of fs.readdirSync(page)) if (name.endsWith('.js')) fs.copyFileSync(path.join(page, name), path.join(work, 'page', name));
for (const name of ['transport.js', 'worker.js']) fs.copyFileSync(path.join(here, 'page', name), path.join(work, 'page', name));
fs.copyFileSync(path.join(here, 'clew.js'), path.join(work, 'clew.js'));
const bundle = name => execFileSync('esbuild', ['--bundle', '--minify', '--charset=utf8', '--format=iife', '--log-level=error',
  '--define:import.meta.url=""', '--external:node:fs/promises', path.join(work, 'page', name)], {encoding: 'utf8'});
const app = bundle('app.js'), worker = bundle('worker.js');
fs.rmSync(work, {recursive: true});

const colours = clew.ask('style');
const style = sheet => sheet.startsWith('board-') ? colours[sheet.slice(6, -4)] : read(page, sheet);
const icon = read(page, 'icon.svg');
// A text within <script>: nothing may end it early.
const within = text => text.replaceAll('</script', '<\\/script');

let html = read(page, 'index.html')
  .replace('href="page/icon.svg"', `href="data:image/svg+xml,${encodeURIComponent(icon)}"`)
  .replace(/<link rel="stylesheet" href="page\/([^"]+)"([^>]*)>/g, (_, sheet, more) => `<style${more}>\n${style(sheet)}</style>`)
  .replace('all of it comes from the Clew on this machine', 'all of it is in this file');
const main = '<script type="module" src="page/app.js"></script>';
if (!html.includes(main)) throw new Error(`index.html has no ${main}`);
const with_scripts = (head, scripts) => html.replace(main, () => head).replace('</body>', () => `${scripts}\n</body>`);

fs.mkdirSync(path.join(out, 'site'), {recursive: true});
fs.writeFileSync(path.join(out, 'clew.html'), with_scripts('',
  `<script id="clew-worker" type="text/plain">${within(worker)}</script>\n` +
  `<script id="clew-module" type="text/plain">${zlib.gzipSync(wasm, {level: 9}).toString('base64')}</script>\n` +
  `<script>${within(app)}</script>`));

// The offline copy is renewed when any file of it is another.
const all = createHash('sha256');
const site = (name, text) => { all.update(text); fs.writeFileSync(path.join(out, 'site', name), text); };
site('index.html', with_scripts('<link rel="manifest" href="manifest.json">',
  '<script src="app.js"></script>\n<script>navigator.serviceWorker?.register("offline.js");</script>'));
site('app.js', app);
site('worker.js', worker);
site('icon.svg', icon);
site('clew.wasm', wasm);
site('manifest.json', JSON.stringify({name: 'Clew', short_name: 'Clew', start_url: '.', display: 'standalone',
  icons: [{src: 'icon.svg', sizes: 'any', type: 'image/svg+xml'}]}));
site('offline.js', read(here, 'page/offline.js').replace('VERSION', all.copy().digest('hex').slice(0, 16)));

const npm = path.join(out, 'npm');
fs.mkdirSync(npm, {recursive: true});
fs.copyFileSync(path.join(here, 'clew.js'), path.join(npm, 'clew.js'));
fs.writeFileSync(path.join(npm, 'clew.wasm'), wasm);
fs.writeFileSync(path.join(npm, 'clew.d.ts'), types_of(clew.openapi));
fs.copyFileSync(path.join(here, 'npm.md'), path.join(npm, 'README.md'));
fs.copyFileSync(path.join(here, '../../LICENSE'), path.join(npm, 'LICENSE'));
fs.writeFileSync(path.join(npm, 'package.json'), JSON.stringify({
  name: 'clew-sudoku', version, type: 'module', license: 'MIT',
  description: 'Every solution of a Sudoku-family puzzle, counted, proved and explained',
  exports: {'.': {types: './clew.d.ts', default: './clew.js'}, './clew.wasm': './clew.wasm'},
  files: ['clew.js', 'clew.d.ts', 'clew.wasm'], engines: {node: '>=18'},
}, null, 2));
for (const name of ['clew.html', 'npm/clew.wasm'])
  console.log(`${name}: ${fs.statSync(path.join(out, name)).size} bytes, ${zlib.gzipSync(fs.readFileSync(path.join(out, name))).length} compressed`);
