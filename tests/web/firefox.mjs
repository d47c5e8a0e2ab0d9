// node firefox.mjs OUT MODULES    the page of OUT in Firefox, driven by WebDriver BiDi: clew.html from the disk, through
// every tab, and site/ from a server that then goes away. MODULES is the folder where puppeteer-core was installed.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import {createRequire} from 'node:module';
import path from 'node:path';
import {pathToFileURL} from 'node:url';

const [out, modules] = process.argv.slice(2).map(name => path.resolve(name));
const found = createRequire(path.join(modules, 'x.js')).resolve('puppeteer-core');
const {default: puppeteer} = await import(pathToFileURL(found).href);
const browser = await puppeteer.launch({browser: 'firefox', executablePath: '/usr/bin/firefox-esr', headless: true});
const page = await browser.newPage();
const faults = [];
page.on('pageerror', fault => faults.push(fault.message));
page.on('console', message => { if (message.type() === 'error') faults.push(message.text()); });

const text = id => page.$eval(`#${id}`, element => element.textContent.replace(/[\u00a0\u202f]/g, ' '));
async function until(id, start) {
  await page.waitForFunction((name, words) => document.getElementById(name).textContent.replace(/[\u00a0\u202f]/g, ' ').startsWith(words), {timeout: 30000}, id, start)
    .catch(async () => assert.fail(`#${id} says ${JSON.stringify(await text(id))}, not ${JSON.stringify(start)}`));
}
const there = selector => page.waitForSelector(selector, {timeout: 30000});
const click = selector => page.$eval(selector, element => element.click());
const ready = () => page.waitForFunction(() => document.documentElement.dataset.ready === 'yes', {timeout: 30000});
async function middle(cell) {
  const box = await (await page.$(`#cell-${cell}`)).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function every_tab() {
  await page.setViewport({width: 1280, height: 900});
  await page.goto(pathToFileURL(path.join(out, 'clew.html')).href);
  await ready();
  await until('answer-say', '6 670 903 752 021 072 936 960 solutions');
  await click('#examples button');
  await until('answer-say', '12 solutions');
  await until('logic-say', 'Logic leaves 40 cells open');
  // A clue by key, and undo.
  await click('[data-layer=given]');
  await page.mouse.click(...await middle(1));
  await page.keyboard.press('6');
  await until('answer-say', 'One solution');
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await until('answer-say', '12 solutions');
  // A cage, drawn.
  await click('#tab-rules');
  await click('[data-kind=killer_cage]');
  await page.mouse.move(...await middle(0));
  await page.mouse.down();
  await page.mouse.move(...await middle(1), {steps: 4});
  await page.mouse.up();
  await page.keyboard.type('10');
  await page.keyboard.press('Enter');
  await there('#picture .cage');
  await until('answer-say', '4 solutions');
  await click('#rule-list .do');
  await until('answer-say', '12 solutions');
  await click('#tab-answers');
  await click('#heat');
  await there('#shares circle');
  await click('#heat');
  await click('#pair');
  await until('answers-say', 'They differ at');
  await click('#tab-why');
  await click('#hint');
  await until('hint-say', 'Look at');
  await click('#walk-start');
  await there('#walk-list li');
  await click('#walk-next');
  await until('walk-place', '2 of');
  await click('#tab-mend');
  await there('#mend-glance li');
  await click('#mend');
  await there('#mend-found li');
  await click('#tab-tree');
  await until('tree-say', '283 patterns');
  await click('#tab-make');
  await click('#make');
  await there('#lot li');
}

// Served once; then there is no server any more.
async function offline() {
  const types = {'.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.json': 'application/json'};
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.replace(/^\/$/, '/index.html'), file = path.join(out, 'site', path.basename(name));
    if (!fs.existsSync(file)) { response.writeHead(404).end(); return; }
    response.writeHead(200, {'Content-Type': types[path.extname(file)]}).end(fs.readFileSync(file));
  });
  await new Promise(done => { server.listen(0, '127.0.0.1', done); });
  const address = `http://127.0.0.1:${server.address().port}/`;
  await page.goto(address);
  await ready();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  server.closeAllConnections();
  await new Promise(done => { server.close(done); });
  await page.goto('about:blank');
  await page.goto(address);
  await ready();
  await click('#examples button');
  await until('answer-say', '12 solutions');
}

try {
  await every_tab();
  await offline();
  assert.deepEqual(faults, []);
  console.log(`${await browser.version()}: every tab from the disk, and site/ without its server`);
} finally {
  await browser.close();
}
