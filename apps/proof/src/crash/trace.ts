import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./trace.c', import.meta.url));

/** Whether system calls can be traced here, which needs the Linux loader and a C compiler. */
export const canTrace = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** A request, the system calls before its response, and the response's status. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  /** The events in between, of the whole process: `sync <path>` and `rename <from> <to>`. */
  readonly between: readonly string[];
}

export interface Trace {
  /** The environment that makes a server record a trace. */
  readonly env: Readonly<Record<string, string>>;
  /** All events since the server was started, line by line. */
  lines(): string[];
  /** The requests answered since the server was started, in the order of the responses. */
  exchanges(): Exchange[];
}

/** Compiles the tracer into a folder, which also receives the trace. */
export function newTrace(folder: string): Trace {
  const library = join(folder, 'trace.so');
  const file = join(folder, 'trace');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
  if (status !== 0) throw new Error(`The trace does not compile: ${stderr}`);
  const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return {
    // The tracer does not see flushes through io_uring.
    env: { LD_PRELOAD: library, TRACE_FILE: file, UV_USE_IO_URING: '0' },
    lines,
    exchanges: () => exchangesIn(lines()),
  };
}

function exchangesIn(lines: readonly string[]): Exchange[] {
  const exchanges: Exchange[] = [];
  /** By descriptor: its current request, and the line at which that arrived. */
  const open = new Map<string, { request: string; at: number }>();
  lines.forEach((line, at) => {
    const [, what, descriptor = '', rest = ''] = /^(request|answer) (\d+) (.*)$/.exec(line) ?? [];
    if (what === 'request') open.set(descriptor, { request: rest, at });
    const asked = what === 'answer' && open.get(descriptor);
    if (!asked) return;
    open.delete(descriptor);
    const between = lines.slice(asked.at, at).filter((each) => /^(sync|rename) /.test(each));
    exchanges.push({ request: asked.request, status: Number(rest), between });
  });
  return exchanges;
}
