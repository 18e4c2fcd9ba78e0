import { fork } from 'node:child_process';
import { once } from 'node:events';

/*
 * Child processes of the benchmark. Requests to them have a name and one plain value, and use Node's channel between
 * parent and child.
 */

/** The requests that a process handles. */
export type Handlers = Record<string, (input: never) => unknown>;

interface Question {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}
type Reply = { readonly id: number } & ({ readonly answer: unknown } | { readonly error: string });

/** A process that was started. */
export interface Child<H extends Handlers> {
  ask<Name extends keyof H & string>(
    name: Name,
    input: Parameters<H[Name]>[0],
  ): Promise<Awaited<ReturnType<H[Name]>>>;
  /** Lets the process end by itself, which it does when its channel is closed. */
  end(): Promise<void>;
  /** Kills it at once. */
  kill(): Promise<void>;
}

interface Asked {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Starts a module in its own process, without its standard error. */
export function startProcess<H extends Handlers>(module: URL, execArgv: readonly string[] = []): Child<H> {
  const child = fork(module, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'ignore', 'ipc'] });
  const asked = new Map<number, Asked>();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  let questions = 0;

  child.on('message', (reply: Reply) => {
    const waiting = asked.get(reply.id);
    asked.delete(reply.id);
    if ('error' in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.answer);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of asked.values()) reject(new Error(`${module.pathname} ended: ${code ?? signal}`));
    asked.clear();
  });

  return {
    ask: (name, input) =>
      new Promise<never>((resolve, reject) => {
        const question: Question = { id: questions++, name, input };
        asked.set(question.id, { resolve: resolve as Asked['resolve'], reject });
        child.send(question);
      }),
    end: async () => {
      if (hasEnded()) return;
      child.disconnect();
      await once(child, 'exit');
    },
    kill: async () => {
      if (hasEnded()) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** In a child process: handles the parent's requests, and ends when the parent disconnects. */
export function answerParent(handlers: Handlers): void {
  const send = (reply: Reply) => process.send?.(reply);
  process.on('message', async ({ id, name, input }: Question) => {
    try {
      send({ id, answer: await handlers[name]?.(input as never) });
    } catch (error) {
      send({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
