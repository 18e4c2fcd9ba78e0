// `tandem` in a clone: makes the clone ready, then runs the command in this process.
import { makeReady } from './make-ready.js';

await makeReady({ build: true, needsPage: false });
const { loadAndRun } = await import('../dist/program/load.js');
await loadAndRun(process.argv.slice(2), { checked: true });
