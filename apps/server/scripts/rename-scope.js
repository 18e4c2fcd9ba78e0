// `npm run rename-scope -- @new`: gives all packages another scope, such as one that is ours on a registry.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, say } from './say.js';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const NO_SOURCES = ['.git', 'coverage', 'data', 'dist', 'node_modules', 'tarballs', 'test-results'];

const [to = ''] = process.argv.slice(2);
const { name } = JSON.parse(readFileSync(join(ROOT, 'packages/core/package.json'), 'utf8'));
const [from] = name.split('/');
if (!/^@[a-z0-9][a-z0-9-]*$/.test(to)) fail(`Give the new scope, such as npm run rename-scope -- ${from}-hq`);

/** The scope in names of packages, folders and the export condition; in a URL a word precedes the @. */
const SCOPE = new RegExp(`(?<!\\w)${from}(?=\\\\?/|['"])`, 'g');
/** npm names the file of a packed package after its scope. */
const TARBALL = new RegExp(`\\b${from.slice(1)}-(?=[{\\w,}-]+-(?:\\*|\\d+\\.\\d+\\.\\d+)\\.tgz)`, 'g');

let changed = 0;
for (const path of filesIn(ROOT)) {
  const bytes = readFileSync(path);
  // Pictures and other binary files.
  if (bytes.includes(0)) continue;
  const text = bytes.toString();
  const renamed = text.replace(SCOPE, to).replace(TARBALL, `${to.slice(1)}-`);
  if (renamed === text) continue;
  writeFileSync(path, renamed);
  changed++;
}
say(`Renamed ${from} to ${to} in ${changed} files. Run npm install, npm run fix and npm test.`);

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return NO_SOURCES.includes(entry.name) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}
