import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('./trace.c', import.meta.url));

/** Whether a trace can be taken here: it needs the loader of Linux and a C compiler. */
export const canTrace = (): boolean =>
  process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;

/** A request, what was done between it and its answer, and the answer's status. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  /** The events in between, of the whole process: `sync <path>` and `rename <from> <to>`. */
  readonly between: readonly string[];
}

export interface Trace {
  /** What a server is started with so that it is traced. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything since the server was started, line by line. */
  lines(): string[];
  /** What has been asked and answered since the server was started, in the order of the answers. */
  exchanges(): Exchange[];
}

/** Compiles what traces a server, into a folder that will also hold the trace. */
export function newTrace(folder: string): Trace {
  const library = join(folder, 'trace.so');
  const file = join(folder, 'trace');
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, SOURCE, '-ldl']);
  if (status !== 0) throw new Error(`The trace does not compile: ${stderr}`);
  const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return {
    // Flushes that the kernel is asked for through a ring would not be seen.
    env: { LD_PRELOAD: library, TRACE_FILE: file, UV_USE_IO_URING: '0' },
    lines,
    exchanges: () => exchangesIn(lines()),
  };
}

function exchangesIn(lines: readonly string[]): Exchange[] {
  const exchanges: Exchange[] = [];
  /** By descriptor: the request that it carries, and the line at which that came. */
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
