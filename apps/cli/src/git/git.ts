import { execFile } from 'node:child_process';

const MAX_OUTPUT = 16 * 1024 * 1024;
/** Git locks the files that it changes; another worker may hold the lock for a moment. */
const LOCK_TRIES = 5;
const LOCK_PAUSE_MS = 200;

/** A git command that failed. */
export class GitError extends Error {
  override readonly name = 'GitError';
  readonly exitCode: number | null;

  constructor(args: readonly string[], exitCode: number | null, complaint: string) {
    super(`git ${args[0]} failed: ${complaint.trim() || `exit status ${exitCode}`}`);
    this.exitCode = exitCode;
  }
}

/** Runs git in a folder, without a shell, and returns its output. */
export async function git(folder: string, ...args: readonly string[]): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return await once(folder, args);
    } catch (error) {
      const isLocked = error instanceof GitError && /could not lock|\.lock': File exists/.test(error.message);
      if (!isLocked || tries === LOCK_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS * tries));
    }
  }
}

/** The trimmed output of git, or null if it exits with an error, as look-ups do for what is missing. */
export async function gitOrNull(folder: string, ...args: readonly string[]): Promise<string | null> {
  try {
    return (await git(folder, ...args)).trim();
  } catch (error) {
    if (error instanceof GitError && error.exitCode !== null) return null;
    throw error;
  }
}

function once(folder: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };
  return new Promise((resolve, reject) => {
    execFile('git', ['-C', folder, ...args], { env, maxBuffer: MAX_OUTPUT }, (error, stdout, stderr) => {
      if (!error) resolve(stdout);
      else
        reject(
          new GitError(args, typeof error.code === 'number' ? error.code : null, stderr || error.message),
        );
    });
  });
}
