// Makes a clone ready: installs missing packages and, with --build, builds changed sources.
import { makeReady } from './make-ready.js';

await makeReady({ build: process.argv.includes('--build') });
