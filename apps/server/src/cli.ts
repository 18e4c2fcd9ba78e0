#!/usr/bin/env node
import { loadAndRun } from './program/load.ts';

await loadAndRun(process.argv.slice(2));
