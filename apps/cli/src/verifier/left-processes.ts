import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Processes may start others while they are looked for. */
const MAX_ROUNDS = 20;

/**
 * Kills processes that a command has left outside its group, as far as Linux shows them: those that have its home folder
 * in their environment, or work below its folder. Elsewhere it finds none.
 */
export function killLeft(folder: string): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const left = processes().filter((pid) => belongsTo(pid, folder));
    if (left.length === 0) return;
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }
}

function processes(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function belongsTo(pid: number, folder: string): boolean {
  try {
    // A process that has ended, but whose parent has not heard of it, has no environment.
    return (
      readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${folder}/`) ||
      `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
    );
  } catch {
    return false;
  }
}
