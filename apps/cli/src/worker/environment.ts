import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Takes a variable out of the environment of this process: processes that it starts do not inherit it, and, on
 * Linux, the kernel shows it no more. What the kernel shows to others of the same user, in /proc/PID/environ, is
 * the memory where the environment stood when the process began, whatever has become of it since.
 */
export function forget(variable: string): void {
  delete process.env[variable];
  try {
    overwrite(variable);
  } catch {
    // `whoShows` tells.
  }
}

function overwrite(variable: string): void {
  const shown = readFileSync('/proc/self/environ');
  const name = `${variable}=`;
  const start = startOfEnvironment();
  for (let at = 0; at < shown.length; ) {
    const end = shown.indexOf(0, at) < 0 ? shown.length : shown.indexOf(0, at);
    if (shown.toString('latin1', at, at + name.length) === name) {
      write(start + at + name.length, Buffer.alloc(end - at - name.length, '*'));
    }
    at = end + 1;
  }
}

/** The address in the memory of this process: the 50th of the numbers that the kernel tells of a process. */
function startOfEnvironment(): number {
  const told = readFileSync('/proc/self/stat', 'latin1');
  // The second is the name of the program, in brackets, and may hold anything.
  const fromThird = told.slice(told.lastIndexOf(')') + 2).split(' ');
  return Number(fromThird[50 - 3]);
}

function write(address: number, bytes: Buffer): void {
  const memory = openSync('/proc/self/mem', 'r+');
  try {
    writeSync(memory, bytes, 0, bytes.length, address);
  } finally {
    closeSync(memory);
  }
}

/**
 * Who shows a secret to the commands of this process, in words: this process or one that it descends from, as
 * the kernel shows it; null for nobody. Where the kernel does not say, as on macOS, it is taken for shown.
 */
export function whoShows(secret: string): string | null {
  if (!existsSync('/proc/self/stat')) return 'this process';
  for (let pid = process.pid; pid > 0; ) {
    const { name, parent, shown } = lookAt(pid);
    if (shown.includes(secret)) {
      return pid === process.pid ? 'this process' : `the process that started this one (${name}, ${pid})`;
    }
    pid = parent;
  }
  return null;
}

function lookAt(pid: number): { name: string; parent: number; shown: string } {
  const told = read(`/proc/${pid}/stat`);
  const [, , parent] = told.slice(told.lastIndexOf(')')).split(' ');
  return {
    name: told.slice(told.indexOf('(') + 1, told.lastIndexOf(')')).trim(),
    parent: Number(parent ?? 0),
    shown: read(`/proc/${pid}/environ`) + read(`/proc/${pid}/cmdline`),
  };
}

/** Nothing for what this user, and so a command of its, may not read. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
