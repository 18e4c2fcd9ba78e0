// Makes a clone ready: installs what is not installed and, with --build, builds what has changed.
import { makeReady } from './make-ready.js';

await makeReady({ build: process.argv.includes('--build') });
