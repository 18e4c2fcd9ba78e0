// `tandem` in a clone: makes the clone ready, then runs the command in this process.
import { makeReady } from './make-ready.js';

makeReady({ build: true });
const { run } = await import('../dist/run.js');
await run(process.argv.slice(2));
