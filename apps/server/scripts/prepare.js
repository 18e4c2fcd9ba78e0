// Makes a clone ready: installs what is not installed; with --build, builds what has changed; with --check, checks all of it.
import { makeReady } from './make-ready.js';

const isAsked = (option) => process.argv.includes(option);
await makeReady({ build: isAsked('--build'), check: isAsked('--check') });
