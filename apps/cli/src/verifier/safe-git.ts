import { execFile } from 'node:child_process';

const MAX_OUTPUT = 256 * 1024 * 1024;
/** Time for one git command, in milliseconds. */
const TIMEOUT_MS = 10 * 60_000;

/** Settings that keep a repository of somebody else from running anything. */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.autocrlf=false',
  'core.protectHFS=true',
  'core.protectNTFS=true',
  // A graph in the repository could claim other ancestors than the commits name.
  'core.commitGraph=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'http.followRedirects=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'advice.detachedHead=false',
].flatMap((setting) => ['-c', setting]);

/** A git command that failed; its message is what git has printed. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
}

export interface GitOptions {
  readonly signal?: AbortSignal | undefined;
  /** The protocols that a fetch may use, such as `file`. */
  readonly protocols?: string | undefined;
}

/**
 * Runs git without a shell in a folder, with an environment and a configuration that depend neither on this user nor on
 * `GIT_*` variables. Returns its output.
 */
export function safeGit(
  folder: string,
  args: readonly string[],
  { signal, protocols = '' }: GitOptions = {},
): Promise<Buffer> {
  const { PATH, SSH_AUTH_SOCK } = process.env;
  const env = {
    PATH,
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_SSH_COMMAND: 'ssh -oBatchMode=yes',
    ...(SSH_AUTH_SOCK && { SSH_AUTH_SOCK }),
  };
  return new Promise((resolve, reject) => {
    execFile(
      'git',
      [...SETTINGS, '-C', folder, ...args],
      { env, maxBuffer: MAX_OUTPUT, encoding: 'buffer', timeout: TIMEOUT_MS, ...(signal && { signal }) },
      (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        if (signal?.aborted) return reject(signal.reason);
        reject(new GitFailed(stderr.toString().trim() || error.message));
      },
    );
  });
}

/** The trimmed output of git as text. */
export const safeGitText = async (...given: Parameters<typeof safeGit>): Promise<string> =>
  (await safeGit(...given)).toString().trim();

/** The trimmed output of git, or null if it fails. */
export async function safeGitOrNull(...given: Parameters<typeof safeGit>): Promise<string | null> {
  try {
    return await safeGitText(...given);
  } catch (error) {
    if (error instanceof GitFailed) return null;
    throw error;
  }
}
