import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

/** Waits for its guardian; exits if the worker dies before that. */
const WAIT_FOR_GUARDIAN = 'read -r go <&3 || exit 1; exec 3<&-; exec /bin/sh -c "$1"';
/**
 * Kills the group $1 unless told that the command is over: the end of its input means that the worker is
 * gone.
 */
const GUARDIAN = `trap '' HUP INT TERM; read -r over || kill -9 "-$1"`;

/**
 * Starts a shell command as the leader of a process group that does not outlive this process, however it ends. A
 * handler cannot do that, since none runs after SIGKILL. So a second process holds the other end of a pipe and kills
 * the group when the pipe closes. Processes that leave the group are not found. Call `over` when the command has ended.
 */
export function startGuarded(
  command: string,
  env: NodeJS.ProcessEnv,
): { child: ChildProcessWithoutNullStreams; over: () => void } {
  if (process.platform === 'win32') {
    return { child: spawn(command, { shell: true, detached: true, env }), over: () => undefined };
  }
  const child = spawn('/bin/sh', ['-c', WAIT_FOR_GUARDIAN, '/bin/sh', command], {
    detached: true,
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const gate = child.stdio[3] as unknown as Writable;
  gate.on('error', () => undefined);
  if (child.pid === undefined)
    return { child: child as ChildProcessWithoutNullStreams, over: () => undefined };
  const guardian = guardianOf(child.pid);
  guardian.once('spawn', () => gate.end('go\n'));
  // Without a guardian, the command exits at once, as if it could not be run.
  guardian.once('error', () => gate.destroy());
  return {
    child: child as ChildProcessWithoutNullStreams,
    over: () => {
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
