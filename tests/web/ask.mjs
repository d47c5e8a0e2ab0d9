// node ask.mjs FOLDER    answers questions on standard input, a JSON line each ({question, body}), by the npm package
// in FOLDER: {status, said, ms} a line.
import {createInterface} from 'node:readline';
import {pathToFileURL} from 'node:url';

const {load, ClewError} = await import(pathToFileURL(`${process.argv[2]}/clew.js`));
const clew = await load();
for await (const line of createInterface({input: process.stdin})) {
  const {question, body} = JSON.parse(line);
  const begun = performance.now();
  let status = 200, said;
  try {
    said = clew.ask(question, body, {seconds: 10});
  } catch (fault) {
    if (!(fault instanceof ClewError)) throw fault;
    const {name, ...told} = fault;
    ({status} = fault);
    said = {...told, error: fault.message};
  }
  console.log(JSON.stringify({status, said, ms: Math.round(performance.now() - begun)}));
}
