#!/usr/bin/env node
import { loadAndRun } from './load.ts';

await loadAndRun(process.argv.slice(2));
