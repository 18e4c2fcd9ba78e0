import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second, as Linux counts them for programs. */
const TICKS = 100;

/** Microseconds of CPU time that a process and all that it has started have taken, also those that have ended. */
export function cpuOfFamily(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = statOf(name);
    if (!fields || (Number(name) !== pid && Number(fields[1]) !== pid)) continue;
    ticks += Number(fields[11]) + Number(fields[12]);
    if (Number(name) === pid) ticks += Number(fields[13]) + Number(fields[14]);
  }
  return (ticks / TICKS) * 1e6;
}

/** The fields after the name of a process: its state, its parent … */
function statOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
