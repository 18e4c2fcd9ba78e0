import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from './failures.ts';

/** Maximum number of logs in a folder; older ones are deleted. */
const MAX_LOGS = 100;
/** Maximum characters of output per log. */
const MAX_LENGTH = 1024 * 1024;

/** The log of a run of the command. */
export interface RunLog {
  write(text: string): void;
  /** Closes the log with a last line. */
  end(line: string): void;
}

export type RunLogs = (name: string) => RunLog;

export const NO_LOGS: RunLogs = () => ({ write: () => undefined, end: () => undefined });

/** Saves logs of runs as files for this user only. A failure to write is reported once, and runs continue. */
export function runLogsIn(folder: string, warn: (line: string) => void): RunLogs {
  let hasWarned = false;
  const attempt = (write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (!hasWarned) warn(`cannot write logs of runs in ${folder}: ${messageOf(error)}`);
      hasWarned = true;
    }
  };

  return (name) => {
    let file: number | undefined;
    let left = MAX_LENGTH;
    attempt(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      deleteOldest(folder);
      const began = new Date().toISOString().replace(/[:.]/g, '-');
      file = openSync(join(folder, `${began}-${name}-${process.pid}.log`), 'a', 0o600);
    });
    const append = (text: string) => {
      if (file !== undefined) writeSync(file, text);
    };
    return {
      write: (text) => {
        if (left <= 0) return;
        attempt(() => append(text.slice(0, left)));
        left -= text.length;
        if (left <= 0) attempt(() => append('\n[cut: a log holds 1 MiB of output]'));
      },
      end: (line) => {
        attempt(() => {
          append(`\n[${line}]\n`);
          if (file !== undefined) closeSync(file);
          file = undefined;
        });
      },
    };
  };
}

/** Deletes the oldest logs to make room for one more; names begin with the time. */
function deleteOldest(folder: string): void {
  const logs = readdirSync(folder).filter((name) => name.endsWith('.log'));
  for (const name of logs.sort().slice(0, Math.max(0, logs.length - MAX_LOGS + 1))) {
    rmSync(join(folder, name), { force: true });
  }
}
