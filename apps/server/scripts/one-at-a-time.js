import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroups, watchGroups } from './children.js';
import { say } from './say.js';

const LOOK_MS = 100;
/** A process that clears a lock away needs milliseconds; after so long it was killed at it. */
const CLEARING_MS = 10_000;

/**
 * Waits until no other process installs or builds in a clone, then keeps others from it; returns what lets them. A process
 * that was killed leaves its lock, and perhaps the programs that it had started: these are ended first.
 *
 * @throws the error of the system when the clone can't be written to
 */
export async function oneAtATime(root) {
  const file = join(root, '.making-ready.json');
  const own = { id: randomUUID(), pid: process.pid, startedAt: startOf(process.pid), groups: [] };
  let told = false;
  while (!create(file, own)) {
    const other = read(file);
    if (!other) continue;
    if (!isRunning(other)) await clear(file, other);
    else {
      if (!told) say(`Another process (${other.pid}) is making this clone ready; waiting for it …`);
      told = true;
      await sleep(LOOK_MS);
    }
  }
  watchGroups((pids) => {
    replace(file, { ...own, groups: pids.map((pid) => ({ pid, startedAt: startOf(pid) })) });
  });
  const letGo = () => {
    watchGroups(() => undefined);
    if (read(file)?.id === own.id) rmSync(file, { force: true });
  };
  process.on('exit', letGo);
  return () => {
    process.off('exit', letGo);
    letGo();
  };
}

/** Whether there was none: whoever reads the file finds all of it. */
function create(file, content) {
  const whole = `${file}.${content.id}`;
  writeFileSync(whole, JSON.stringify(content));
  try {
    linkSync(whole, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(whole, { force: true });
  }
}

function replace(file, content) {
  const whole = `${file}.${content.id}`;
  try {
    writeFileSync(whole, JSON.stringify(content));
    renameSync(whole, file);
  } catch {
    // The disk is full: what else goes wrong because of that is said there.
  }
}

/** Clears away what a killed process has left. Of several that find it one does; `clearing` says which. */
async function clear(file, stale) {
  const clearing = `${file}.${stale.id}.cleared`;
  try {
    writeFileSync(clearing, '', { flag: 'wx' });
  } catch {
    const age = Date.now() - (statSync(clearing, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CLEARING_MS) rmSync(clearing, { force: true });
    await sleep(LOOK_MS);
    return;
  }
  try {
    const left = read(file);
    if (left?.id !== stale.id) return;
    await endGroups((left.groups ?? []).filter(isLeft).map(({ pid }) => pid));
    rmSync(file, { force: true });
  } finally {
    rmSync(clearing, { force: true });
  }
}

/** Whether it is still that process, and not another one of the same number. */
const isRunning = ({ pid, startedAt }) => startedAt !== null && startOf(pid) === startedAt;

/** Whether a group can only be that one: the number of a group that has members is given to no other process. */
const isLeft = (group) => startOf(group.pid) === null || isRunning(group);

/** When a process was started, in the words of the system; null for one that is not there. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // After the state, the 19th is the start, in ticks since the system's.
    return state === 'Z' ? null : rest[18];
  } catch {
    if (process.platform === 'linux') return null;
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  }
}

/** null for a file that is not there; a damaged one counts as left by a process that is no more. */
function read(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return null;
  }
  try {
    const found = JSON.parse(text);
    if (typeof found.id === 'string') return found;
  } catch {
    // As below.
  }
  rmSync(file, { force: true });
  return null;
}
