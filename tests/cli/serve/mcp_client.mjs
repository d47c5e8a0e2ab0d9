// node mcp_client.mjs CLEW MODULES   the protocol's own client, from npm, against CLEW mcp. Says "skipped" if it is not there.

import {strict as assert} from 'node:assert';
import {existsSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const [clew, modules] = process.argv.slice(2);
const sdk = `${modules}/@modelcontextprotocol/sdk/dist/esm/client`;
if (!existsSync(sdk)) {
  console.log(`skipped: no @modelcontextprotocol/sdk in ${modules}`);
  process.exit(0);
}
const {Client} = await import(pathToFileURL(`${sdk}/index.js`));
const {StdioClientTransport} = await import(pathToFileURL(`${sdk}/stdio.js`));

const client = new Client({name: 'test', version: '1'});
await client.connect(new StdioClientTransport({command: clew, args: ['mcp']}));
assert.equal(client.getServerVersion().name, 'clew');
const {tools} = await client.listTools();
assert(tools.some(tool => tool.name === 'judge'));

const blank = '.'.repeat(81), endless = '.'.repeat(256);
const ask = async (name, given, options) => (await client.callTool({name, arguments: given}, undefined, options)).content[0].text;
assert.equal(JSON.parse(await ask('count', {puzzle: blank})).count, '6670903752021072936960');
assert.equal((await client.callTool({name: 'count', arguments: {puzzle: '12'}})).isError, true);
await assert.rejects(client.callTool({name: 'win', arguments: {}}), /no tool 'win'/);

const told = [];
await ask('count', {puzzle: endless, seconds: 1}, {onprogress: now => told.push(now.progress)});
assert(told.length > 0);

const enough = new AbortController();
const long = ask('count', {puzzle: endless, seconds: 50}, {signal: enough.signal});
setTimeout(() => enough.abort(), 200);
await assert.rejects(long);
const before = Date.now();
await client.ping();
assert(Date.now() - before < 1000);
await client.close();
console.log('the protocol\'s client is content');
