// `npm start`: makes the clone ready, then serves in this process, so that signals reach the server.
import { makeReady } from './make-ready.js';

await makeReady({ build: true, needsPage: process.env.TANDEM_WEB !== 'off' });
const { loadAndRun } = await import('../dist/program/load.js');
await loadAndRun(['serve', ...process.argv.slice(2)], { checked: true });
