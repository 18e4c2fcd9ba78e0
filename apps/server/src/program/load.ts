import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleOf, codeOf, isBundled, type ProgramName, whyStale } from './build-state.ts';

/** The clone that contains this build; `null` if the package is installed without its sources. */
function cloneOf(dist: string): string | null {
  const clone = join(dist, '../../..');
  return existsSync(join(clone, 'apps/server/src/cli.ts')) ? clone : null;
}

type Program = typeof import('./run.ts');

/** Says why a build must not run, and what to do. */
class StaleBuild extends Error {}

/**
 * Loads the command line and runs one command. If loading fails because of a stale build or a missing package, prints
 * one line with the fix and no stack. Unexpected errors end the process with a stack. `checked`: the caller has just
 * compared the build with its sources.
 */
export async function loadAndRun(args: readonly string[], { checked = false } = {}): Promise<void> {
  const clone = cloneOf(fileURLToPath(new URL('..', import.meta.url)));
  try {
    const { run } = clone ? await programFor(args, clone, checked) : await import('./run.ts');
    await run(args);
  } catch (error) {
    if (error instanceof StaleBuild) await refuse(error.message);
    else await refuse(whyNotLoaded(error, clone) ?? stackOf(error));
  }
}

async function programFor(args: readonly string[], clone: string, checked: boolean): Promise<Program> {
  const load = async (name: ProgramName): Promise<Program> => {
    const stale = checked ? null : await whyStale(clone, name);
    if (stale) throw new StaleBuild(`The build ${stale}. Run npm run build in ${clone}, then try again.`);
    return isBundled(clone, name) ? loadBundle(bundleOf(clone, name)) : import('./run.ts');
  };
  if (args[0] === 'serve') return load('tandem');
  const service = await load('service');
  return service.isServiceCommand(args) ? service : load('tandem');
}

async function loadBundle(bundle: string): Promise<Program> {
  const code = codeOf(bundle);
  if (!existsSync(code)) return createRequire(bundle)(bundle);
  const { runBundle } = await import('./bundled.ts');
  return runBundle<Program>(bundle, readFileSync(code)).exports;
}

/** Why a module could not be loaded; `null` for other errors. */
function whyNotLoaded(error: unknown, clone: string | null): string | null {
  const { code, message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'ERR_WRONG_DRIVER') return message;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') {
    const missing = /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1] ?? message;
    const remedy = clone ? `Run npm ci && npm run build in ${clone}` : 'Reinstall Tandem';
    return `A dependency is not installed: ${missing}. ${remedy}, then try again.`;
  }
  if (error instanceof SyntaxError && /does not provide an export/.test(message)) {
    const remedy = clone ? `Run npm ci && npm run build in ${clone}` : 'Reinstall Tandem';
    return `The build mixes different versions. ${remedy}, then try again.`;
  }
  return null;
}

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || String(error);

async function refuse(text: string): Promise<void> {
  const printableLines = await import('@tandem/cli').then(
    (print) => print.printableLines,
    // This package itself may be the missing one.
    () => (lines: string) => lines.replace(/[^\P{Cc}\n]/gu, '?'),
  );
  process.stderr.write(`${printableLines(text)}\n`);
  process.exitCode = 1;
}
