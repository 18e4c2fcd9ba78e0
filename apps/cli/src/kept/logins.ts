import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotDo } from '../ending.ts';
import { folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-file.ts';

/** Keys saved by `tandem login`, by the URL of their service, and the URL of the last login. */
interface Logins {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
}

const file = () => join(folders().config, 'login.json');

/** null without any login. */
export function logins(): Logins | null {
  const text = readPrivate(file());
  if (text === null) return null;
  try {
    const { url, keys } = JSON.parse(text) as Partial<Logins>;
    if (typeof url === 'string' && typeof keys === 'object' && keys !== null) return { url, keys };
  } catch {
    // Reported below.
  }
  throw new CannotDo(`${file()} contains no valid login. Delete it, then run tandem login.`);
}

/** Saves a key for a service and makes it the default; returns the file. */
export function keepLogin(url: string, key: string): string {
  const others = logins()?.keys;
  writePrivate(file(), `${JSON.stringify({ url, keys: { ...others, [url]: key } }, null, 2)}\n`);
  return file();
}

/** Deletes the key of a service or of the last login; returns the URL, or null if there is none. */
export function forgetLogin(url?: string): string | null {
  const saved = logins();
  if (saved === null) return null;
  const gone = url ?? saved.url;
  if (saved.keys[gone] === undefined) return null;
  const keys = Object.fromEntries(Object.entries(saved.keys).filter(([each]) => each !== gone));
  const [next] = Object.keys(keys);
  if (next === undefined) rmSync(file(), { force: true });
  else
    writePrivate(
      file(),
      `${JSON.stringify({ url: gone === saved.url ? next : saved.url, keys }, null, 2)}\n`,
    );
  return gone;
}
