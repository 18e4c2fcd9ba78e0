#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** The program of a server that is installed beside this package. It has the same commands and more. */
const SERVER = new URL('../../server/dist/program.js', import.meta.url);

if (existsSync(SERVER)) await import(SERVER.href);
else await (await import('./run.ts')).run(process.argv.slice(2));
