import { TandemError } from '@tandem/client';
import { type Command, Option } from 'commander';
import { CannotDo, EXIT, Misused } from '../ending.ts';
import { integer, repeated } from '../input/values.ts';
import { note } from '../output/print.ts';
import { onStopSignals } from '../stop-signals.ts';
import { SANDBOXES, type SandboxName } from '../verifier/sandbox.ts';
import type { Source } from '../verifier/source.ts';
import { connect } from '../worker/client.ts';
import { trouble } from '../worker/failures.ts';
import { type KeyOptions, keyOf, withKey } from './key-options.ts';
import { groupOf, option } from './options.ts';

interface RunOptions extends KeyOptions {
  readonly repo?: string;
  readonly clone?: true;
  readonly repository?: readonly string[];
  readonly defaultBranch?: string;
  readonly sandbox: SandboxName;
  readonly read?: readonly string[];
  readonly env?: readonly string[];
  readonly parallel: number;
  readonly once?: string;
}

const LEASE_SECONDS = 60;
const MAX_PARALLEL = 20;
/** Maximum addresses of a request for work. */
const MAX_REPOSITORIES = 50;

export function addVerifierCommand(program: Command): void {
  const command = groupOf(program, 'verifier', "run the checks of other members' results")
    .command('run')
    .description('check out the commits of results and run their checks, until stopped')
    .requiredOption('--agent <name>', 'the verifier to work as')
    .option('--repo <path>', 'the repository on this machine that has the commits; by default this folder')
    .addOption(
      new Option('--clone', 'fetch the repositories that results name').conflicts(['repo', 'defaultBranch']),
    )
    .addOption(
      option(
        '--repository <url>',
        'with --clone, a repository to check, or all below a URL that ends with a slash; repeatable',
        repeated,
      ),
    )
    .option(
      '--default-branch <name>',
      'branch with which protected files are compared; by default that of the remote',
    )
    .addOption(
      new Option('--sandbox <kind>', 'bwrap: no network, and only the checkout is writable (Linux)')
        .choices(SANDBOXES)
        .default('none'),
    )
    .addOption(
      option(
        '--read <path>',
        'with bwrap, a folder in your home that commands may read; repeatable',
        repeated,
      ),
    )
    .addOption(
      option('--env <name>', 'a variable of this environment that commands get; repeatable', repeated),
    )
    .addOption(option('--parallel <n>', 'maximum number at a time', integer(1, MAX_PARALLEL)).default(1))
    .option('--once <id>', 'run only this verification, and exit with 1 unless it passes');
  withKey(command).action(runVerifier);
}

async function runVerifier(options: RunOptions): Promise<void> {
  if (process.platform === 'win32') throw new CannotDo('The verifier runs on Linux and macOS only.');
  const { url, agent, parallel, once, sandbox: sandboxName } = options;
  const { key, files } = await keyOf(options);
  const env = environmentOf(options.env ?? []);
  // Loaded only here, so that other commands start faster.
  const { bubblewrap, noSandbox } = await import('../verifier/sandbox.ts');
  const sandbox = sandboxName === 'bwrap' ? bubblewrap({ hide: files, read: options.read ?? [] }) : noSandbox;
  if (sandboxName === 'none') warnUnconfined(files);
  const source = await sourceOf(options);
  const { newScratch, removeFolder } = await import('../verifier/scratch.ts');
  const { verifier } = await import('../verifier/verify.ts');
  const { runOne, workOnVerifications } = await import('../verifier/work.ts');
  const stop = new AbortController();
  onStopSignals(
    () => stop.abort(),
    () => process.exit(1),
  );
  const scratch = newScratch();
  process.once('exit', () => removeFolder(scratch));
  const verify = verifier({ source, sandbox, sandboxName, scratch, env });
  try {
    const { onRetry } = trouble(
      (reason) => note(`${reason}. Waiting for it.`),
      () => undefined,
    );
    const { tandem } = await connect(url, key, agent, { signal: stop.signal, onRetry });
    if (once !== undefined) {
      const claimed = await tandem.verifications.claim(once, { takeOver: true, leaseSeconds: LEASE_SECONDS });
      const end = await runOne({ tandem, verify, say: note }, claimed, stop.signal);
      const hasPassed = end.ended === 'reported' && end.verification.state === 'passed';
      if (!hasPassed) process.exitCode = EXIT.refused;
      return;
    }
    note(`Verifying for ${agent} at ${url}.`);
    const { repositories } = source;
    const settings = { tandem, verify, repositories, parallel, leaseSeconds: LEASE_SECONDS, say: note };
    await workOnVerifications(settings, stop.signal);
  } catch (error) {
    if (stop.signal.aborted) return;
    throw error instanceof TandemError ? new CannotDo(error.message) : error;
  }
}

async function sourceOf(options: RunOptions): Promise<Source> {
  const source = await namedSource(options);
  const { length } = source.repositories;
  if (length > MAX_REPOSITORIES)
    throw new Misused(
      `--repository: at most ${MAX_REPOSITORIES} addresses can be asked for, and these repositories have ${length}. Name fewer, or run several verifiers.`,
    );
  return source;
}

async function namedSource({ repo, clone, repository = [], defaultBranch }: RunOptions): Promise<Source> {
  const { clones, localRepository } = await import('../verifier/source.ts');
  if (!clone)
    return localRepository(repo ?? process.cwd(), { branch: defaultBranch, repositories: repository });
  if (repository.length === 0)
    throw new Misused(
      '--clone needs --repository, the URLs that may be fetched: agents choose what results name.',
    );
  return clones(repository);
}

/** The variables that commands get besides PATH, HOME and LANG. */
function environmentOf(names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => {
    const value = process.env[name];
    if (value === undefined) throw new Misused(`--env ${name}: there is no such variable.`);
    return [name, value] as const;
  });
  return Object.fromEntries(entries);
}

function warnUnconfined(files: readonly string[]): void {
  note(
    'Without --sandbox bwrap, commands can do what your user can, and processes that hide from the verifier outlive them.',
  );
  for (const file of files)
    note(`Commands can read the key in ${file}. Use --sandbox bwrap, or --key-file - with a pipe.`);
}
