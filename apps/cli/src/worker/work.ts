import { setTimeout as pause } from 'node:timers/promises';
import { TandemError } from '@tandem/client';
import type { WorkerWork } from './client.ts';
import { trouble } from './failures.ts';
import { type LeftOver, leftOver } from './left-over.ts';
import { work as workAt } from './task.ts';
import { answer } from './turn.ts';
import type { Worker } from './worker.ts';

const WAIT_SECONDS = 25;
/** Pause of a worker when the service says at once that the agent has no tasks. */
const LIMIT_PAUSE_MS = 5_000;

/** Takes up turns and tasks until stopped; unfinished work is then released. */
export async function work(worker: Worker, stop: AbortSignal): Promise<void> {
  const failed = new AbortController();
  const ends = AbortSignal.any([stop, failed.signal]);
  const left = leftOver(worker.client, worker.leaseSeconds);
  const hand = async () => {
    try {
      await takeUp(worker, left, ends);
    } catch (error) {
      failed.abort();
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: worker.parallel }, hand));
  const failure = ended.find((each) => each.status === 'rejected');
  if (failure) throw failure.reason;
}

async function takeUp(worker: Worker, left: LeftOver, stop: AbortSignal): Promise<void> {
  const takesTasks = worker.kinds.includes('task');
  // The first request does not wait, so that tasks left by an earlier run are found at once.
  let wait = takesTasks ? 0 : WAIT_SECONDS;
  while (!stop.aborted) {
    const found = (await next(worker, wait, stop)) ?? (takesTasks ? await left.find(stop) : null);
    wait = Math.min(WAIT_SECONDS, left.againIn() ?? WAIT_SECONDS);
    if (found) await perform(worker, left, found, stop);
    await worker.cleanUp?.();
  }
}

async function next(worker: Worker, wait: number, stop: AbortSignal): Promise<WorkerWork | null> {
  const { client, kinds, leaseSeconds, say } = worker;
  const what = kinds.includes('task') ? (kinds.includes('turn') ? 'work' : 'a task') : 'a turn';
  const { onRetry, over } = trouble(
    (reason) => say(`cannot claim ${what}: ${reason}; trying again`),
    () => say(`claiming ${what === 'work' ? what : `${what.slice(2)}s`} again`),
  );
  try {
    const work = await client.next({ kinds, wait, leaseSeconds }, { signal: stop, onRetry });
    over();
    return work;
  } catch (error) {
    if (stop.aborted) return null;
    if (!(error instanceof TandemError) || !['CLAIM_LIMIT', 'USAGE_LIMIT'].includes(error.code)) throw error;
    over();
    await pause(LIMIT_PAUSE_MS, undefined, { signal: stop }).catch(() => undefined);
    return null;
  }
}

async function perform(worker: Worker, left: LeftOver, found: WorkerWork, stop: AbortSignal): Promise<void> {
  if (found.kind === 'turn') return answer(worker, found, stop);
  const id = found.task.claim?.id;
  if (id !== undefined) left.ours.add(id);
  try {
    await workAt(worker, found, stop);
  } finally {
    if (id !== undefined) left.ours.delete(id);
  }
}
