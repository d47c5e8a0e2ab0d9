// node conformance.mjs CLEW MODULES   the protocol's conformance suite against CLEW mcp, which a bridge here serves over
// HTTP. Says "skipped" if it is not there: npm install --prefix build/browser --no-save @modelcontextprotocol/conformance

import {strict as assert} from 'node:assert';
import {execFile, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {createServer} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';

const [clew, modules] = process.argv.slice(2);
const suite = `${modules}/@modelcontextprotocol/conformance/dist/index.js`;
if (!existsSync(suite)) {
  console.log(`skipped: no @modelcontextprotocol/conformance in ${modules}`);
  process.exit(0);
}

const child = spawn(clew, ['mcp'], {stdio: ['pipe', 'pipe', 'inherit']});
const waiting = new Map();  // by the request's id
createInterface({input: child.stdout}).on('line', line => {
  const {id, method} = JSON.parse(line);
  if (method === undefined) waiting.get(JSON.stringify(id))?.(line);
});
const bridge = createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405).end();
  let body = '';
  for await (const piece of request) body += piece;
  const {id} = JSON.parse(body);
  if (id === undefined) response.writeHead(202).end();
  else waiting.set(JSON.stringify(id), line => response.writeHead(200, {'Content-Type': 'application/json'}).end(line));
  child.stdin.write(`${body}\n`);
});
await new Promise(ready => bridge.listen(0, '127.0.0.1', ready));

const folder = mkdtempSync(join(tmpdir(), 'clew-'));
const url = `http://127.0.0.1:${bridge.address().port}/mcp`;
await new Promise(done => execFile(process.execPath, [suite, 'server', '--url', url, '-o', folder], done));
bridge.close();
bridge.closeAllConnections();
child.stdin.end();

// What a server without resources, prompts, logging, completion and the suite's own tools is asked; of the other
// scenarios, that what it sends is valid.
const whole = ['server-initialize', 'ping', 'tools-list'];
const met = new Set();
let valid = 0;
for (const name of readdirSync(folder)) {
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
  met.add(scenario);
  for (const check of JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8'))) {
    if (check.id === 'wire-schema-valid') valid += check.status === 'SUCCESS';
    if (whole.includes(scenario) || check.id === 'wire-schema-valid')
      assert.notEqual(check.status, 'FAILURE', JSON.stringify(check, null, 1));
  }
}
rmSync(folder, {recursive: true});
for (const scenario of whole) assert(met.has(scenario), `${scenario} was not run: ${[...met]}`);
assert(valid >= 20, `${valid} scenarios of valid messages`);
console.log(`the conformance suite is content: ${whole.join(', ')}; valid messages in ${valid} scenarios`);
