import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from './say.js';

/** How long programs may take to stop before they are killed. */
const GRACE_MS = 5_000;
const POLL_MS = 20;

/** Running programs, each the leader of its own process group. */
const running = new Set();

/**
 * Starts a program in its own process group, so that it can be stopped together with its children. `onChange` receives
 * the running groups.
 */
export function startGroup(program, args, options) {
  const child = spawn(program, args, { ...options, detached: process.platform !== 'win32' });
  if (child.pid === undefined) return child;
  running.add(child.pid);
  notifyGroups();
  child.once('close', () => {
    running.delete(child.pid);
    notifyGroups();
  });
  return child;
}

let onChange = () => undefined;
const notifyGroups = () => onChange([...running]);

/** Calls back whenever a group is started or has ended. */
export function watchGroups(call) {
  onChange = call;
}

/** Stops process groups: sends a signal, waits, and kills those that remain. */
export async function endGroups(groups = [...running]) {
  for (const group of groups) signal(group, 'SIGTERM');
  for (const end = Date.now() + GRACE_MS; Date.now() < end && groups.some(isAlive); ) await sleep(POLL_MS);
  for (const group of groups) signal(group, 'SIGKILL');
}

let aborting;

/** Stops all running programs, prints the reason, and exits with code 1. Errors that this causes are not printed. */
export function abort(message) {
  aborting ??= endGroups().then(() => fail(message));
  return aborting;
}

/** Makes signals that end this process stop its programs first; returns a function that undoes this. */
export function endWithChildren() {
  let ending = false;
  const stop = async () => {
    // A second Ctrl-C kills at once.
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

const isAlive = (group) => signal(group, 0);
