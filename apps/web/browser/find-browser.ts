import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** How a browser is started. */
export interface Browser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const OF_THE_SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Whether npm brings a browser for this platform. */
export const HAS_NPM_ONE = process.platform === 'linux' && process.arch === 'x64';

const require = createRequire(import.meta.url);

/**
 * A Chromium: the one that `BROWSER_PATH` names, else the one from npm, which the lock file pins, else the system's; null
 * where none runs.
 */
export function findBrowser(): Browser | null {
  const given = process.env.BROWSER_PATH;
  if (given) return started(given);
  for (const find of [fromNpm, ...OF_THE_SYSTEM.map((path) => () => existsSync(path) && path)]) {
    const path = attempt(find);
    if (path && attempt(() => runs(path))) {
      // Workers look for none.
      process.env.BROWSER_PATH = path;
      return started(path);
    }
  }
  return null;
}

function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

function runs(path: string): true {
  const { env } = started(path);
  execFileSync(path, ['--version', '--no-sandbox'], { env, stdio: 'pipe', timeout: 20_000 });
  return true;
}

/** What a bare system lacks lies beside the browser from npm: libraries and a font. */
function started(executablePath: string): Browser {
  const folder = dirname(executablePath);
  const fonts = join(folder, 'fonts.conf');
  const env: Record<string, string> = { ...definedIn(process.env), LC_ALL: 'en_US.UTF-8' };
  if (!existsSync(fonts)) return { executablePath, env };
  const libraries = [join(folder, 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { executablePath, env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: fonts } };
}

const definedIn = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * The browser that lies compressed in an npm package, unpacked once for each version: beside its place first, then renamed
 * to it, so that several processes may do so at a time. The package would unpack to a place that does not tell the version,
 * and leave out the libraries.
 */
function fromNpm(): string | null {
  if (!HAS_NPM_ONE) return null;
  const folder = resolve(require.resolve('@sparticuz/chromium'), '../../..');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const cache = resolve(folder, '../../.cache');
  const place = join(cache, `chromium-${version}`);
  if (!existsSync(place)) unpack(join(folder, 'bin'), cache, place);
  return join(place, 'chromium');
}

function unpack(packed: string, cache: string, place: string): void {
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${place}.`);
  const read = (file: string) => brotliDecompressSync(readFileSync(join(packed, file)));
  writeFileSync(join(unfinished, 'chromium'), read('chromium.br'), { mode: 0o755 });
  for (const part of ['al2023', 'swiftshader', 'fonts']) {
    execFileSync('tar', ['-x', '--no-same-owner', '-C', unfinished], { input: read(`${part}.tar.br`) });
  }
  writeFileSync(join(unfinished, 'fonts.conf'), fontsOf(place));
  try {
    renameSync(unfinished, place);
  } catch {
    // Another process was first.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const fontsOf = (place: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${place}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${place}/fontcache</cachedir></fontconfig>
`;
