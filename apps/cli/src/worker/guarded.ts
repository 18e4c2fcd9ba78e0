import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Waits for its guardian; exits if the worker dies before that. */
const WAIT_FOR_GUARDIAN = 'read -r go <&3 || exit 1; exec 3<&-; exec "$@"';
/**
 * Kills the group $1 unless told that the command is over: the end of its input means that the worker is
 * gone.
 */
const GUARDIAN = `trap '' HUP INT TERM; read -r over || kill -9 "-$1"`;
/** Grace period after SIGTERM, and for processes left by a command. */
export const PATIENCE_MS = 2_000;

export interface Surroundings {
  readonly env: NodeJS.ProcessEnv;
  /** The folder of this process unless given. */
  readonly cwd?: string | undefined;
}

/** A shell command with its process group. */
export interface Guarded {
  readonly child: ChildProcessWithoutNullStreams;
  /** Whether a process of the group is left. */
  isRunning(): boolean;
  /** Asks first, then kills: a command may ignore the signal, and a process may have left the group. */
  end(): void;
  kill(): void;
  /** Call when the command has ended. */
  over(): void;
}

/** The arguments that run a shell command. */
export const shell = (command: string): readonly string[] => ['/bin/sh', '-c', command];

/**
 * Starts a program, or a shell command, as the leader of a process group that does not outlive this process, however it ends. A
 * handler cannot do that, since none runs after SIGKILL. So a second process holds the other end of a pipe and kills
 * the group when the pipe closes. Processes that leave the group are not found.
 */
export function startGuarded(command: string | readonly string[], surroundings: Surroundings): Guarded {
  const { child, release } = spawnGuarded(command, surroundings);
  let patience: NodeJS.Timeout | undefined;
  const kill = () => void signalGroup(child, 'SIGKILL');
  process.once('exit', kill);
  return {
    child,
    isRunning: () => signalGroup(child, 0),
    end: () => {
      signalGroup(child, 'SIGTERM');
      clearTimeout(patience);
      patience = setTimeout(() => {
        kill();
        child.stdout.destroy();
        child.stderr.destroy();
      }, PATIENCE_MS);
    },
    kill,
    over: () => {
      clearTimeout(patience);
      process.removeListener('exit', kill);
      release();
    },
  };
}

function spawnGuarded(
  command: string | readonly string[],
  { env, cwd }: Surroundings,
): { child: ChildProcessWithoutNullStreams; release: () => void } {
  if (process.platform === 'win32' && typeof command === 'string') {
    return { child: spawn(command, { shell: true, detached: true, env, cwd }), release: () => undefined };
  }
  const args = typeof command === 'string' ? shell(command) : command;
  const child = spawn('/bin/sh', ['-c', WAIT_FOR_GUARDIAN, '/bin/sh', ...args], {
    detached: true,
    env,
    cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const gate = child.stdio[3] as unknown as Writable;
  gate.on('error', () => undefined);
  if (child.pid === undefined)
    return { child: child as ChildProcessWithoutNullStreams, release: () => undefined };
  const guardian = guardianOf(child.pid);
  guardian.once('spawn', () => gate.end('go\n'));
  // Without a guardian, the command exits at once, as if it could not be run.
  guardian.once('error', () => gate.destroy());
  return {
    child: child as ChildProcessWithoutNullStreams,
    release: () => {
      guardian.stdin?.end('over\n');
    },
  };
}

/** In its own process group, so that signals to the worker's group do not reach it. */
function guardianOf(group: number): ChildProcess {
  const guardian = spawn('/bin/sh', ['-c', GUARDIAN, '/bin/sh', String(group)], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guardian.stdin?.on('error', () => undefined);
  guardian.unref();
  return guardian;
}

/** Whether the group is left to get the signal. */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
