// `tandem` in a clone: makes the clone ready, then runs the command in this process.
import { makeReady } from './make-ready.js';

await makeReady({ build: true, needsPage: false });
await import('../dist/cli.js');
