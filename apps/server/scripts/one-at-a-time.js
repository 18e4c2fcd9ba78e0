import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGroups, watchGroups } from './children.js';
import { say } from './say.js';

const POLL_MS = 100;
/** Removing a stale lock takes milliseconds; after this time the process doing so must have been killed. */
const CLEARING_MS = 10_000;

/**
 * Waits for exclusive use of a clone's installation and build; returns a function that releases it. A killed process
 * leaves its lock, and perhaps programs that it started: these are stopped first.
 *
 * @throws the system error if the clone is not writable
 */
export async function oneAtATime(root) {
  const file = join(root, '.making-ready.json');
  const own = { id: randomUUID(), pid: process.pid, startedAt: startOf(process.pid), groups: [] };
  let announced = false;
  while (!create(file, own)) {
    const other = read(file);
    if (!other) continue;
    if (!isRunning(other)) await clear(file, other);
    else {
      if (!announced) say(`Another process (${other.pid}) is preparing this clone; waiting for it …`);
      announced = true;
      await sleep(POLL_MS);
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

/** Creates a file unless it exists; returns whether it did. Readers never see a partial file. */
function create(file, content) {
  const temporary = `${file}.${content.id}`;
  writeFileSync(temporary, JSON.stringify(content));
  try {
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function replace(file, content) {
  const temporary = `${file}.${content.id}`;
  try {
    writeFileSync(temporary, JSON.stringify(content));
    renameSync(temporary, file);
  } catch {
    // The disk is full; the next step that fails reports it.
  }
}

/**
 * Cleans up after a killed process. If several processes find its lock, the `clearing` file decides which one does so.
 */
async function clear(file, stale) {
  const clearing = `${file}.${stale.id}.cleared`;
  try {
    writeFileSync(clearing, '', { flag: 'wx' });
  } catch {
    const age = Date.now() - (statSync(clearing, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > CLEARING_MS) rmSync(clearing, { force: true });
    await sleep(POLL_MS);
    return;
  }
  try {
    const left = read(file);
    if (left?.id !== stale.id) return;
    await endGroups((left.groups ?? []).filter(isSameGroup).map(({ pid }) => pid));
    rmSync(file, { force: true });
  } finally {
    rmSync(clearing, { force: true });
  }
}

/** Whether it is still the same process, rather than a new one with the same id. */
const isRunning = ({ pid, startedAt }) => startedAt !== null && startOf(pid) === startedAt;

/** Whether the group must be the same one: the id of a group that has members is not reused. */
const isSameGroup = (group) => startOf(group.pid) === null || isRunning(group);

/** The start time of a process, as the system reports it; `null` if there is no such process. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // The start time, in clock ticks since boot, is the 19th field after the state.
    return state === 'Z' ? null : rest[18];
  } catch {
    if (process.platform === 'linux') return null;
    const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  }
}

/** `null` if the file is missing; a damaged file counts as left by a dead process. */
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
    // Handled below.
  }
  rmSync(file, { force: true });
  return null;
}
