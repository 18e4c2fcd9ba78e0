import type Database from 'better-sqlite3';

/** Runs writes in order; each is answered once its commit is on disk. */
export type Write = <T>(work: () => T) => Promise<T>;

interface Job {
  run(): void;
  settle(): void;
}

/** Turns of the event loop for which a commit waits while each brings another write. */
const MAX_TURNS = 8;

/** Writes that wait together share one commit, and so one fsync. */
export function groupCommit(database: Database.Database): Write {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  let queue: Job[] = [];

  /** Clients answered together send their next requests together; those that arrive one turn later still join the batch. */
  const gather = (before: number, turns: number): void => {
    setImmediate(() => {
      if (queue.length > before && turns < MAX_TURNS) gather(queue.length, turns + 1);
      else flush();
    });
  };

  const flush = () => {
    const jobs = queue;
    queue = [];
    begin.run();
    for (const job of jobs) job.run();
    commit.run();
    for (const job of jobs) job.settle();
  };

  return <T>(work: () => T) =>
    new Promise<T>((resolve) => {
      let result: T;
      if (queue.length === 0) gather(1, 1);
      queue.push({
        run: () => {
          result = work();
        },
        settle: () => resolve(result),
      });
    });
}
