import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { release } from 'node:os';
import { join } from 'node:path';
import type { Finding, TaskVerification } from '@tandem/client';
import { checkOut } from './checkout.ts';
import { Ended, findingOf } from './finding.ts';
import { runCheck } from './run-check.ts';
import type { Sandbox, SandboxName } from './sandbox.ts';
import { removeFolder } from './scratch.ts';
import { fetcher, type Source } from './source.ts';

export interface VerifySettings {
  readonly source: Source;
  readonly sandbox: Sandbox;
  readonly sandboxName: SandboxName;
  /** The folder of this process. */
  readonly scratch: string;
  /** Added to the environment of commands. */
  readonly env: Readonly<Record<string, string>>;
}

/** Checks out the commit of a verification, runs its command, and returns what to report. */
export type Verify = (
  verification: Pick<TaskVerification, 'artifact' | 'check'>,
  options: { readonly signal: AbortSignal; readonly show: (output: string) => void },
) => Promise<Finding>;

export function verifier({ source, sandbox, sandboxName, scratch, env }: VerifySettings): Verify {
  const fetchCommits = fetcher(source, join(scratch, 'stores'));

  return async ({ artifact, check }, { signal, show }) => {
    const began = performance.now();
    const environment: Record<string, string> = {
      system: `${process.platform} ${process.arch} ${release()}`,
      sandbox: sandboxName,
    };
    const finding = async (): Promise<Omit<Finding, 'durationMs'>> => {
      // The name is unknown beforehand, so that no commit can contain it.
      const folder = join(scratch, randomBytes(8).toString('hex'));
      const place = {
        checkout: join(folder, 'checkout'),
        home: join(folder, 'home'),
        status: join(folder, 'status'),
      };
      mkdirSync(place.home, { recursive: true, mode: 0o700 });
      try {
        const commits = await fetchCommits(artifact, signal);
        if (commits.bases.length > 0) environment.base = commits.bases.join(' ').slice(0, 500);
        await checkOut(commits, { folder: place.checkout, protect: check.protect, signal });
        return await runCheck({ check, folder, place, sandbox, env, signal, show });
      } catch (error) {
        if (signal.aborted) throw error;
        const ended =
          error instanceof Ended
            ? error
            : new Ended(
                'error',
                `The check could not be run: ${error instanceof Error ? error.message : error}`,
              );
        return findingOf(ended);
      } finally {
        removeFolder(folder);
      }
    };
    const found = await finding();
    return { ...found, environment, durationMs: Math.round(performance.now() - began) };
  };
}
