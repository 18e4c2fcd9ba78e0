import { Readable, Writable } from 'node:stream';

interface Surroundings {
  /** What the command's program does with its arguments. */
  readonly run: (args: readonly string[]) => Promise<void>;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
}

interface Outcome {
  readonly code: number;
  readonly signal: null;
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command in this process instead of a new one, in a tenth of the time; returns its exit code and output.
 * Commands run one at a time.
 */
export function runHere(args: readonly string[], surroundings: Surroundings): Promise<Outcome> {
  const done = last.then(() => runNow(args, surroundings));
  last = done.catch(() => undefined);
  return done;
}

async function runNow(args: readonly string[], { run, cwd, env, input }: Surroundings): Promise<Outcome> {
  const output = { stdout: '', stderr: '' };
  const undo = [
    replaceEnvironment(env),
    replaceFolder(cwd),
    replaceStreams({
      stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
      stdout: writingTo((text) => (output.stdout += text)),
      stderr: writingTo((text) => (output.stderr += text)),
    }),
    keepListeners(),
    replaceExitCode(),
    keepUmask(),
  ];
  try {
    await run(args);
    return { code: Number(process.exitCode ?? 0), signal: null, ...output };
  } finally {
    for (const each of undo) each();
  }
}

type Undo = () => void;

function replaceEnvironment(env: NodeJS.ProcessEnv): Undo {
  const before = { ...process.env };
  const set = (variables: NodeJS.ProcessEnv) => {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, variables);
  };
  set(env);
  return () => set(before);
}

function replaceFolder(folder: string): Undo {
  const before = process.cwd();
  process.chdir(folder);
  return () => process.chdir(before);
}

function replaceStreams(streams: Readonly<Record<string, Readable | Writable>>): Undo {
  const before = Object.keys(streams).map((name) => [name, Object.getOwnPropertyDescriptor(process, name)]);
  for (const [name, value] of Object.entries(streams)) {
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true });
  }
  return () => Object.defineProperties(process, Object.fromEntries(before));
}

const writingTo = (write: (text: string) => void): Writable =>
  new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      write(String(text));
      done();
    },
  });

/** Signal and exit handlers must not outlive the command. */
function keepListeners(): Undo {
  const before = new Map(process.eventNames().map((name) => [name, process.listeners(name as 'exit')]));
  return () => {
    for (const name of process.eventNames()) {
      for (const listener of process.listeners(name as 'exit')) {
        if (!before.get(name)?.includes(listener)) process.off(name, listener);
      }
    }
  };
}

function replaceExitCode(): Undo {
  const before = process.exitCode;
  process.exitCode = undefined;
  return () => {
    process.exitCode = before;
  };
}

function keepUmask(): Undo {
  const before = process.umask();
  return () => void process.umask(before);
}
