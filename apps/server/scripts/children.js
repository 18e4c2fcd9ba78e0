import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from './say.js';

/** How long programs may take to end by themselves before they are killed. */
const GRACE_MS = 5_000;
const LOOK_MS = 20;

/** Programs that make the clone ready, each the leader of a process group of its own. */
const running = new Set();

/**
 * Starts a program in a process group of its own, so that it ends together with all that it has started. `onChange` hears
 * of the groups that there are.
 */
export function startGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: process.platform !== 'win32' });
  if (child.pid === undefined) return child;
  running.add(child.pid);
  tellGroups();
  child.once('close', () => {
    running.delete(child.pid);
    tellGroups();
  });
  return child;
}

let onChange = () => undefined;
const tellGroups = () => onChange([...running]);

/** Calls back whenever a group is started or has ended. */
export function watchGroups(call) {
  onChange = call;
}

/** Ends groups of processes: asks them to, waits, and kills what is left. */
export async function endGroups(groups = [...running]) {
  for (const group of groups) signal(group, 'SIGTERM');
  for (const end = Date.now() + GRACE_MS; Date.now() < end && groups.some(lives); ) await sleep(LOOK_MS);
  for (const group of groups) signal(group, 'SIGKILL');
}

let aborting;

/** Ends what is running, says why, and ends this process with exit code 1. What fails because of that is not said. */
export function abort(message) {
  aborting ??= endGroups().then(() => fail(message));
  return aborting;
}

/** From now on a signal that ends this process ends what it has started first; returns what takes that back. */
export function endWithChildren() {
  let ending = false;
  const stop = async () => {
    // Who presses Ctrl-C again does not want to wait.
    if (ending) for (const group of running) signal(group, 'SIGKILL');
    ending = true;
    await endGroups();
    process.exit(1);
  };
  const kill = () => {
    for (const group of running) signal(group, 'SIGKILL');
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('exit', kill);
  return () => process.off('SIGINT', stop).off('SIGTERM', stop).off('exit', kill);
}

function signal(group, name) {
  try {
    process.kill(process.platform === 'win32' ? group : -group, name);
    return true;
  } catch {
    return false;
  }
}

const lives = (group) => signal(group, 0);
