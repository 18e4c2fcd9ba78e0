import { writeFileSync } from 'node:fs';
import { runBundle } from './bundled.ts';

// Run by apps/server/scripts/bundle.js: runs a command from a bundle, then writes V8's code cache of what it ran.
const umask = process.umask();
const [bundle = '', target = '', ...args] = process.argv.slice(2);
const { exports: program, code } = runBundle<typeof import('./run.ts')>(bundle);
await program.run(args);
// The program restricts it to this user.
process.umask(umask);
writeFileSync(target, code());
process.exit(0);
