// `npm start`: makes the clone ready, then serves in this process, so that signals reach the server.
import { makeReady } from './make-ready.js';

await makeReady({ build: true, needsPage: process.env.TANDEM_WEB !== 'off' });
process.argv.splice(2, 0, 'serve');
await import('../dist/cli.js');
