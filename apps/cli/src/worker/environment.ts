import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Removes a variable from the environment of this process, so that child processes do not inherit it and, on Linux, the
 * kernel no longer shows it. /proc/PID/environ shows the memory that held the environment when the process started,
 * even if the environment has changed since.
 */
export function forget(variable: string): void {
  delete process.env[variable];
  try {
    overwrite(variable);
  } catch {
    // `whoShows` reports it.
  }
}

function overwrite(variable: string): void {
  const environ = readFileSync('/proc/self/environ');
  const name = `${variable}=`;
  const start = startOfEnvironment();
  for (let at = 0; at < environ.length; ) {
    const end = environ.indexOf(0, at) < 0 ? environ.length : environ.indexOf(0, at);
    if (environ.toString('latin1', at, at + name.length) === name) {
      write(start + at + name.length, Buffer.alloc(end - at - name.length, '*'));
    }
    at = end + 1;
  }
}

/** The address in this process's memory: the 50th field of its stat file. */
function startOfEnvironment(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The second field is the program's name in parentheses, which may contain anything.
  const fromThird = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
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
 * Describes the process that shows a secret to the commands of this process: this one or one of its ancestors, as shown
 * by the kernel; null if there is none. Where the kernel does not report it, as on macOS, the secret counts as shown.
 */
export function whoShows(secret: string): string | null {
  if (!existsSync('/proc/self/stat')) return 'this process';
  for (let pid = process.pid; pid > 0; ) {
    const { name, parent, visible } = lookAt(pid);
    if (visible.includes(secret)) {
      return pid === process.pid ? 'this process' : `the process that started this one (${name}, ${pid})`;
    }
    pid = parent;
  }
  return null;
}

function lookAt(pid: number): { name: string; parent: number; visible: string } {
  const stat = read(`/proc/${pid}/stat`);
  const [, , parent] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return {
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')).trim(),
    parent: Number(parent ?? 0),
    visible: read(`/proc/${pid}/environ`) + read(`/proc/${pid}/cmdline`),
  };
}

/** Empty if this user, and therefore the user's commands, may not read it. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
