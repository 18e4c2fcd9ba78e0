import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/** The executable of a browser and its launch options. */
export interface Browser {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** npm has a browser package for this platform. */
export const HAS_NPM_ONE = process.platform === 'linux' && process.arch === 'x64';

const require = createRequire(import.meta.url);

/**
 * Finds a Chromium: `BROWSER_PATH`, else the npm package pinned by the lock file, else the system's. Null if none
 * runs.
 */
export function findBrowser(): Browser | null {
  const given = process.env.BROWSER_PATH;
  if (given) return started(given);
  for (const find of [fromNpm, ...SYSTEM_BROWSERS.map((path) => () => existsSync(path) && path)]) {
    const path = attempt(find);
    if (path && attempt(() => runs(path))) {
      // Worker processes reuse this path.
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

/** The npm package also unpacks libraries and a font that a minimal system lacks. */
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
 * Unpacks the browser from its npm package once per version. It unpacks to a temporary folder and renames it, so
 * concurrent processes are safe. The package's own unpacking uses a path without the version and omits the
 * libraries.
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
    // Another process finished first.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const fontsOf = (place: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${place}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${place}/fontcache</cachedir></fontconfig>
`;
