/// <reference lib="esnext.disposable" preserve="true" />
import { type NodePorts, nodePorts } from '@tandem/adapter-node';
import {
  createTandem,
  type FileContents,
  type HousekeepingOptions,
  type Logger,
  type RetentionDays,
  type Storage,
  startHousekeeping,
  type WebhookSender,
} from '@tandem/core';
import type { EmbeddedTandem, HostTypes, TypedTandem } from './typed.ts';

/** Tandem closes the storage, the files and the sender that it is given. */
export interface StartOptions<Host = unknown> extends Partial<Omit<NodePorts, 'secrets'>> {
  /** `sqlite()`, `postgres()` or `memory()` of this package's sub-paths, or a storage of your own. */
  readonly storage: Storage<Host> | Promise<Storage<Host>>;
  /** Stores the bytes of files; without it, uploads are refused. */
  readonly files?: FileContents & { close?(): void | Promise<void> };
  /** Sends webhooks; without it, they are refused. */
  readonly webhooks?: WebhookSender;
  /** Days for which expiring data is kept; `false` runs no housekeeping in this process. */
  readonly housekeeping?: Partial<RetentionDays> | false;
}

interface StartTandem {
  /** A type argument names the keys of the metadata of tasks. Without one, the other signature applies. */
  <Types extends HostTypes = never>(
    options: [Types] extends [never] ? never : StartOptions<Types['host']>,
  ): Promise<TypedTandem<Types>>;
  <Host>(options: StartOptions<Host>): Promise<EmbeddedTandem<Host>>;
}

/**
 * Opens and migrates the storage and starts housekeeping. `close` answers waiting requests, finishes running work and
 * closes everything; `await using` calls it.
 */
export const startTandem = start as StartTandem;

async function start<Host>(options: StartOptions<Host>): Promise<EmbeddedTandem<Host>> {
  const { files, webhooks, housekeeping: days, ...given } = options;
  const closeAdapters = [() => webhooks?.close(), () => files?.close?.()];
  try {
    const storage = await given.storage;
    const node = nodePorts();
    // A clock that is controlled also measures waits and leases.
    const { steadyClock = given.clock ?? node.steadyClock } = given;
    const ports = { ...node, ...given, steadyClock };
    const { logger = console } = ports;
    const tandem = createTandem({ ...ports, storage, contents: files, webhooks });
    const housekeeping =
      days === false
        ? undefined
        : startHousekeeping(tandem, { ...ports, days, onError: errorLog(logger, node.steadyClock) });
    const close = () => {
      tandem.stopWaiting();
      return runAll([() => housekeeping?.stop(), tandem.close, ...closeAdapters]);
    };
    let closing: Promise<void> | undefined;
    const closeOnce = () => (closing ??= close());
    return { ...tandem, close: closeOnce, [Symbol.asyncDispose]: closeOnce };
  } catch (error) {
    const closing = runAll([async () => (await given.storage).close(), ...closeAdapters]);
    // The first error explains the others.
    await closing.catch(() => undefined);
    throw error;
  }
}

/** Runs every step in order, then throws the first error. */
async function runAll(steps: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

const MINUTE = 60_000;

/** Logs each job's failures at most once a minute: while a database is unreachable, all jobs fail every second. */
function errorLog(logger: Logger, now: () => number): HousekeepingOptions['onError'] {
  const loggedAt = new Map<string, number>();
  return (error, job) => {
    if (now() - (loggedAt.get(job) ?? Number.NEGATIVE_INFINITY) < MINUTE) return;
    loggedAt.set(job, now());
    logger.error({ job, error }, 'housekeeping failed');
  };
}
