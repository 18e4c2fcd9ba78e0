import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, SYMLINK } from './tree.ts';

/** As many as Linux follows. */
const MAX_FOLLOWED = 40;

/** The symlinks of a checkout that lead out of it, or nowhere but to themselves. */
export function strayLinks(folder: string, tree: ReadonlyMap<string, Entry>): string[] {
  const links = [...tree].filter(([, { mode }]) => mode === SYMLINK).map(([path]) => path);
  const targets = new Map(links.map((path) => [path, readlinkSync(join(folder, path))]));
  return links.filter((path) => leadsOut(path, targets)).sort();
}

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
