import { existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CannotDo } from '../ending.ts';
import type { FileRecord, SetupRecord } from '../kept/setups.ts';
import type { Part } from './tool.ts';

/** A file before and after; `null` means that it does not exist. */
export interface Change {
  /** Path in the repository. */
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Plan {
  /** Files whose content changes. */
  readonly changes: readonly Change[];
  /** The record of the repository after the changes. */
  readonly record: SetupRecord;
}

/** Adds a tool's parts to the files of a folder. */
export function planSetup(folder: string, tool: string, parts: readonly Part[], known: SetupRecord): Plan {
  const records = new Map(Object.entries(known.files));
  const changes: Change[] = [];
  for (const { part, file, before } of partsIn(folder, parts)) {
    if (before === null && part.ifExists) continue;
    const after = named(file, () => part.add(before ?? part.blank ?? ''));
    const was = records.get(file);
    const original = before === null ? null : originalOf(part, before, was);
    records.set(file, { original, written: after, tools: [...new Set([...(was?.tools ?? []), tool])] });
    changes.push({ file, before, after });
  }
  return planOf(changes, records);
}

const originalOf = (part: Part, before: string, was: FileRecord | undefined): string | null =>
  before === was?.written ? was.original : part.remove(before, was?.original ?? undefined);

/** Restores the files of a tool's parts; takes back only the parts if a file was edited after the setup. */
export function planUndo(folder: string, tool: string, parts: readonly Part[], known: SetupRecord): Plan {
  const records = new Map(Object.entries(known.files));
  const changes: Change[] = [];
  for (const { part, file, before } of partsIn(folder, parts)) {
    const was = records.get(file);
    const others = was?.tools.filter((each) => each !== tool) ?? [];
    if (was && others.length > 0) {
      records.set(file, { ...was, tools: others });
      continue;
    }
    records.delete(file);
    if (before !== null) changes.push({ file, before, after: named(file, () => undone(part, before, was)) });
  }
  return planOf(changes, records);
}

function undone(part: Part, before: string, was: FileRecord | undefined): string | null {
  if (before === was?.written) return was.original;
  const rest = part.remove(before, was?.original ?? undefined);
  const isNew = was?.original === null || was === undefined;
  const isBlank = rest !== before && rest.replace(/\s/g, '') === (part.blank ?? '').replace(/\s/g, '');
  return isNew && isBlank ? null : rest;
}

function planOf(changes: readonly Change[], records: ReadonlyMap<string, FileRecord>): Plan {
  return {
    changes: changes.filter(({ before, after }) => before !== after),
    record: { files: Object.fromEntries(records) },
  };
}

interface PartInFile {
  readonly part: Part;
  readonly file: string;
  readonly before: string | null;
}

/** The parts with their files; two names of the same file count once. */
function partsIn(folder: string, parts: readonly Part[]): PartInFile[] {
  const seen = new Set<string>();
  return parts.flatMap((part) => {
    const file = part.files.find((each) => existsSync(join(folder, each))) ?? part.files[0];
    const path = realPath(folder, file);
    if (seen.has(path)) return [];
    seen.add(path);
    return [{ part, file, before: contentOf(path, file) }];
  });
}

/** The file behind symbolic links, which must not lead out of the folder. */
function realPath(folder: string, file: string): string {
  const path = join(folder, file);
  const real = existsSync(path) ? realpathSync(path) : parentOf(path);
  if (relative(folder, real).split(sep)[0] !== '..') return real;
  throw new CannotDo(
    `${file} is a link to ${real}, outside of ${folder}. Replace it by a file, then try again.`,
  );
}

function parentOf(path: string): string {
  const parent = dirname(path);
  return join(existsSync(parent) ? realpathSync(parent) : parentOf(parent), basename(path));
}

function contentOf(path: string, file: string): string | null {
  if (!existsSync(path)) return null;
  const bytes = readFileSync(path);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return text;
  throw new CannotDo(`${file} is not encoded in UTF-8. Convert it, then try again.`);
}

/** Names the file in a refusal. */
function named<Result>(file: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof CannotDo ? new CannotDo(`${file} ${error.message}`) : error;
  }
}

/** Writes all files, or none if one can't be written. */
export function write(folder: string, changes: readonly Change[]): void {
  const done: Change[] = [];
  try {
    for (const change of changes) {
      done.push(change);
      put(folder, change.file, change.after);
    }
  } catch (error) {
    for (const { file, before } of done) put(folder, file, before);
    const { code, path } = error as NodeJS.ErrnoException;
    throw new CannotDo(`${path} cannot be written (${code}). Nothing has been changed.`);
  }
}

function put(folder: string, file: string, text: string | null): void {
  const path = realPath(folder, file);
  if (text !== null) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return;
  }
  rmSync(path, { force: true });
  if (dirname(file) !== '.') removeIfEmpty(dirname(path));
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It has other files.
  }
}
