import * as crypto from 'node:crypto';
import { createHash, randomBytes, randomFillSync } from 'node:crypto';
import type { Clock, Ports, Schedule } from '@tandem/core';
import { monotonicFactory } from 'ulid';

// crypto.hash (Node 20.12) makes no object for each digest; older typings do not know it.
const oneShot = (crypto as { hash?: (algorithm: string, data: string | Uint8Array) => string }).hash;

const sha256 = (data: string | Uint8Array): string =>
  oneShot ? oneShot('sha256', data) : createHash('sha256').update(data).digest('hex');

/** Random numbers from 0 to 1, drawn from the system a thousand at a time: asking for each costs more than an id. */
function randomNumbers(): () => number {
  const pool = new Uint32Array(1024);
  let next = pool.length;
  return () => {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    return (pool[next++] as number) / 0x1_0000_0000;
  };
}

/** A timer that does not keep the process alive by itself. */
const schedule: Schedule = (afterMs, run) => {
  const timer = setTimeout(run, afterMs);
  timer.unref();
  return () => clearTimeout(timer);
};

/** Starts at the system clock's time and is not affected when that clock is set. */
function steady(): Clock {
  const begin = Date.now() - performance.now();
  return () => Math.floor(begin + performance.now());
}

export interface NodePorts extends Pick<Ports, 'clock' | 'newId' | 'secrets' | 'schedule' | 'logger'> {
  readonly steadyClock: Clock;
}

/** All ports of the core but the storage, as Node gives them: the system's clocks, ULIDs, SHA-256, timers, console. */
export function nodePorts(): NodePorts {
  const ulid = monotonicFactory(randomNumbers());
  return {
    clock: Date.now,
    steadyClock: steady(),
    newId: () => ulid(),
    secrets: { randomBytes, sha256 },
    schedule,
    logger: console,
  };
}

/**
 * Ports for a simulated history: `clock` is the time, for leases as well; ids derive from it and from `random` (0 to
 * 1); timers never fire.
 */
export function portsOfHistory(clock: Clock, random: () => number): NodePorts {
  const ulid = monotonicFactory(random);
  return {
    clock,
    steadyClock: clock,
    newId: () => ulid(clock()),
    secrets: { randomBytes, sha256 },
    schedule: () => () => undefined,
  };
}
