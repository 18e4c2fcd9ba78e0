import { readlinkSync } from 'node:fs';
import { SYMLINK, type Tree } from './tree.ts';

/** As many as Linux follows. */
const MAX_FOLLOWED = 40;

/** The symlinks of a checkout that lead out of it, or nowhere but to themselves. */
export function strayLinks(folder: string, tree: Tree): string[] {
  const links = [...tree].filter(([, { mode }]) => mode === SYMLINK);
  const targets = new Map(links.map(([, { raw }]) => [raw, targetOf(folder, raw)]));
  return links
    .filter(([, { raw }]) => leadsOut(raw, targets))
    .map(([path]) => path)
    .sort();
}

/** Path and target are in Latin-1, because either may be invalid UTF-8. */
const targetOf = (folder: string, raw: string): string =>
  readlinkSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(raw, 'latin1')]), 'latin1');

/** Whether following a path leaves the root, given the targets of all symlinks below it. */
export function leadsOut(path: string, targets: ReadonlyMap<string, string>): boolean {
  const left = path.split('/');
  const at: string[] = [];
  let followed = 0;
  for (let part = left.shift(); part !== undefined; part = left.shift()) {
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return true;
      continue;
    }
    at.push(part);
    const target = targets.get(at.join('/'));
    if (target === undefined) continue;
    if (target.startsWith('/') || ++followed > MAX_FOLLOWED) return true;
    at.pop();
    left.unshift(...target.split('/'));
  }
  return false;
}
