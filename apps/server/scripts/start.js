// `npm start`: makes the clone ready, then serves in this process, so that signals reach the server.
import { makeReady } from './make-ready.js';

makeReady({ build: true });
const { run } = await import('../dist/run.js');
await run(['serve', ...process.argv.slice(2)]);
