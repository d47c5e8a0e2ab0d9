// Answers the questions of transport.js, one after another.
import {Clew, ClewError} from '../clew.js';

const most_seconds = 60;  // as `clew serve` grants
let clew;

onmessage = ({data: {module, question, body}}) => {
  if (module) {
    clew = new Clew(module);
    return;
  }
  try {
    const said = clew.ask(question, body, {
      seconds: most_seconds,
      progress: data => postMessage({event: 'progress', data}),
      partial: data => postMessage({event: 'partial', data}),
    });
    postMessage({said, status: 200});
  } catch (fault) {
    if (!(fault instanceof ClewError)) throw fault;
    postMessage({said: {...fault, error: fault.message}, status: fault.status});
  }
};
