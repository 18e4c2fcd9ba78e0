import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CannotDo } from '../../ending.ts';
import type { SourceFile } from '../files/text.ts';
import { type MapFile, mapIn } from '../map-file.ts';

/** The files behind arguments; folders stand for the files in them whose names match, in the order of their names. */
export function filesOf(paths: readonly string[], matches: RegExp): SourceFile[] {
  return paths.flatMap((path) => {
    const stats = statOf(path);
    if (!stats.isDirectory()) return [fileAt(path, basename(path), stats.size)];
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => matches.test(name) && !/(^|[\\/])(node_modules|\.git)[\\/]/.test(name))
      .map((name) => ({ name, path: join(path, name), stats: statOf(join(path, name)) }))
      .filter((each) => each.stats.isFile())
      .map((each) => fileAt(each.path, each.name, each.stats.size))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    if (found.length === 0) throw new CannotDo(`The folder ${path} contains no file to import.`);
    return found;
  });
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unreadable = (path: string, error: unknown): CannotDo =>
  new CannotDo(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);

export function readMap(path: string): MapFile {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
  return mapIn(text, path);
}

const PIECE_BYTES = 256 * 1024;

const fileAt = (path: string, name: string, size: number): SourceFile => ({
  name,
  path,
  size,
  async *bytes() {
    try {
      yield* createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw unreadable(path, error);
    }
  },
});
