import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotDo } from '../ending.ts';
import { folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-file.ts';

/** The keys that `tandem login` has kept, by the URL of their service, and the URL that was logged in to last. */
interface Logins {
  readonly url: string;
  readonly keys: Readonly<Record<string, string>>;
}

const file = () => join(folders().config, 'login.json');

/** null where nobody has logged in. */
export function logins(): Logins | null {
  const text = readPrivate(file());
  if (text === null) return null;
  try {
    const { url, keys } = JSON.parse(text) as Partial<Logins>;
    if (typeof url === 'string' && typeof keys === 'object' && keys !== null) return { url, keys };
  } catch {
    // As below.
  }
  throw new CannotDo(`${file()} holds no login. Remove it, then tandem login.`);
}

/** Keeps a key for a service, which is the one that commands speak to from now on; returns where. */
export function keepLogin(url: string, key: string): string {
  const others = logins()?.keys;
  writePrivate(file(), `${JSON.stringify({ url, keys: { ...others, [url]: key } }, null, 2)}\n`);
  return file();
}

/** Forgets the key of a service, or of the one that was logged in to last; returns of which, or null where there is none. */
export function forgetLogin(url?: string): string | null {
  const kept = logins();
  if (kept === null) return null;
  const gone = url ?? kept.url;
  if (kept.keys[gone] === undefined) return null;
  const keys = Object.fromEntries(Object.entries(kept.keys).filter(([each]) => each !== gone));
  const [next] = Object.keys(keys);
  if (next === undefined) rmSync(file(), { force: true });
  else
    writePrivate(file(), `${JSON.stringify({ url: gone === kept.url ? next : kept.url, keys }, null, 2)}\n`);
  return gone;
}
