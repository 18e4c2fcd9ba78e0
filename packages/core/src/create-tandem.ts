import { checkPorts, type OnlyPorts } from './check-ports.ts';
import { eventHooks } from './events/use-cases/embedding.ts';
import { createTail } from './events/use-cases/tail.ts';
import { hookRegistry } from './hooks/registry.ts';
import { requestUseCases } from './idempotency/use-cases/requests.ts';
import { peopleUseCases } from './members/use-cases/people.ts';
import { hookFunctions } from './operations.ts';
import { operatorUseCases } from './operator/use-cases/operator.ts';
import type { Ports, SteadyPorts, Storage } from './ports.ts';
import { removalUseCases } from './removals/use-cases/removals.ts';
import { sharingOf } from './shared/sharing.ts';
import { authenticator, renewer, reporterAuthenticator, sessionAuthenticator } from './steps/authenticate.ts';
import { subjectsOver } from './subjects.ts';
import { transactionsOver } from './transactions.ts';
import { createWaits } from './waits/waits.ts';
import { deliverer } from './webhooks/use-cases/delivering.ts';

/**
 * Tandem without a server or a database: every operation of the interface as a function of a caller and an input,
 * over the given storage. Refusals are thrown as `Refusal`; times are in milliseconds. An unknown or missing port is
 * a TypeError.
 */
export function createTandem<Given extends Ports>(given: OnlyPorts<Given>) {
  checkPorts(given);
  const { steadyClock = given.clock } = given as Ports;
  const hooks = hookRegistry({ steadyClock, logger: (given as Ports).logger });
  const ports: SteadyPorts = {
    ...given,
    clock: given.storage.clock ?? given.clock,
    steadyClock: given.storage.steadyClock ?? steadyClock,
    hooks,
    afterCommit: (work) => work(),
  };
  const sharing = sharingOf(ports.storage);
  const renew = renewer(ports);
  const waits = createWaits({ schedule: ports.schedule, steadyClock, signals: ports.storage.signals }, renew);
  const subjects = subjectsOver(ports, waits);
  const tail = createTail(ports);
  const delivering = deliverer(ports, sharing);
  const stops = new Set<() => void>([() => delivering.stop()]);
  return {
    ...hookFunctions(hooks),
    /** Also receives the internal errors of requests over HTTP. */
    logger: ports.logger,
    authenticate: authenticator(ports),
    /** Also accepts run keys that ended within 10 minutes: for reports of measured usage only. */
    authenticateReporter: reporterAuthenticator(ports),
    /** The caller for the secret of a session, which acts like a person's own key. */
    authenticateSession: sessionAuthenticator(ports),
    renew,
    operator: operatorUseCases(ports, sharing),
    people: peopleUseCases(ports),
    ...subjects,
    ...transactionsOver<HostOf<Given>>(ports, waits),
    webhooks: { ...subjects.webhooks, deliver: () => delivering.run() },
    events: { ...subjects.events, ...eventHooks(ports, tail), tail },
    requests: requestUseCases(ports, waits),
    removals: removalUseCases(ports, waits),
    /**
     * Whether this process does the periodic work, among those that share the storage; asked before each job. Always
     * true for a storage with one process.
     */
    leads: sharing.leads,
    /** Adds hits to the counts of other servers (`Sharing`); null with a single server. */
    tally: ports.storage.tally?.bind(ports.storage) ?? null,
    /** Number of waiting requests. */
    waiting: () => waits.size(),
    /** Queued and running turns of all workspaces. */
    openTurns: () => ports.storage.directory.openTurns(),
    /** Ends all waiting requests with their current state and accepts no new ones, before the service stops. */
    stopWaiting: () => {
      waits.close();
      for (const stop of stops) stop();
    },
    /** Registers a callback for when the service is about to stop. */
    whenStopping: (call: () => void): void => {
      stops.add(call);
    },
    /** A little of the housekeeping that the storage needs. */
    maintain: async () => ports.storage.maintain?.(),
    /** Resolves when the storage is ready; throws when it is not. */
    ping: () => ports.storage.ping(),
    /** Waits for running work, then closes the storage. */
    close: async () => {
      tail.close();
      delivering.stop();
      await delivering.settled();
      await ports.storage.close();
    },
  };
}

export type Tandem<Host = unknown> = ReturnType<typeof createTandem<Ports & { storage: Storage<Host> }>>;

/** The connection that a storage lends to the host. */
type HostOf<Given extends Ports> = Given['storage'] extends Storage<infer Host> ? Host : unknown;
