// `tandem` in a clone: makes the clone ready, then runs the command in this process.
import { makeReady } from './make-ready.js';

await makeReady({ build: true });
await import('../dist/cli.js');
