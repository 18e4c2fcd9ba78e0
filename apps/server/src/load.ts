import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { whyStale } from './build-state.ts';

/** The clone that this is built in; null where the package is installed without its sources. */
function cloneOf(dist: string): string | null {
  const clone = join(dist, '../../..');
  return existsSync(join(clone, 'apps/server/src/cli.ts')) ? clone : null;
}

/**
 * Loads the command line, and runs one command. What keeps it from being loaded is said on one line, without a
 * stack, with what mends it: a build that is not of the sources beside it, or something that is not installed.
 */
export async function loadAndRun(args: readonly string[]): Promise<void> {
  const clone = cloneOf(fileURLToPath(new URL('.', import.meta.url)));
  const stale = clone && whyStale(clone);
  if (stale) {
    refuse(`The build ${stale}. Run npm run build in ${clone}, then try again.`);
    return;
  }
  try {
    const { run } = await import('./run.ts');
    await run(args);
  } catch (error) {
    const missing = missingModule(error);
    if (missing === null) throw error;
    const mending = clone ? `Run npm ci && npm run build in ${clone}` : 'Install Tandem anew';
    refuse(`Something that is needed is not installed: ${missing}. ${mending}, then try again.`);
  }
}

/** Which module could not be loaded; null for another error. */
function missingModule(error: unknown): string | null {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return null;
  return /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? message;
}

function refuse(line: string): void {
  process.stderr.write(`${line}\n`);
  process.exitCode = 1;
}
