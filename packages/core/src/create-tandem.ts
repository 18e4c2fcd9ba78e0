import { authenticator, renewer, sessionAuthenticator } from './access/authenticate.ts';
import { checkPorts, type OnlyPorts } from './check-ports.ts';
import { eventHooks } from './events/embedding.ts';
import { createTail } from './events/tail.ts';
import { requestUseCases } from './idempotency/use-cases.ts';
import { operatorUseCases } from './operator.ts';
import type { Ports, SteadyPorts } from './ports.ts';
import { removalUseCases } from './removals/use-cases.ts';
import { sharingOf } from './shared/sharing.ts';
import { createWaits } from './shared/waits.ts';
import { subjectsOver } from './subjects.ts';
import { deliverer } from './webhooks/delivering.ts';

/**
 * Tandem without a server or a database: every operation of the interface as a function of a caller and an
 * input, over the storage it is given. Refusals are thrown as `Refusal`; times are milliseconds. A port that is
 * not known, or that is missing, is a TypeError.
 */
export function createTandem<Given extends Ports>(given: OnlyPorts<Given>) {
  checkPorts(given);
  const { steadyClock = given.clock } = given as Ports;
  const ports: SteadyPorts = {
    ...given,
    clock: given.storage.clock ?? given.clock,
    steadyClock: given.storage.steadyClock ?? steadyClock,
  };
  const sharing = sharingOf(ports.storage);
  const renew = renewer(ports);
  const waits = createWaits({ schedule: ports.schedule, steadyClock, signals: ports.storage.signals }, renew);
  const subjects = subjectsOver(ports, waits);
  const tail = createTail(ports);
  const delivering = deliverer(ports, sharing);
  const stops = new Set<() => void>([() => delivering.stop()]);
  return {
    authenticate: authenticator(ports),
    /** The caller behind the secret of a session, which speaks as its person's own key does. */
    authenticateSession: sessionAuthenticator(ports),
    renew,
    operator: operatorUseCases(ports, sharing),
    ...subjects,
    webhooks: { ...subjects.webhooks, deliver: () => delivering.run() },
    events: { ...subjects.events, ...eventHooks(ports, tail), tail },
    requests: requestUseCases(ports, waits),
    removals: removalUseCases(ports, waits),
    /**
     * Whether this process is the one that keeps the house, among those that share the storage: it is asked before each
     * chore. True where nobody else has it.
     */
    leads: sharing.leads,
    /** Adds hits to those that other servers have counted (`Sharing`); null where there are no others. */
    tally: ports.storage.tally?.bind(ports.storage) ?? null,
    /** Requests that are held now. */
    waiting: () => waits.size(),
    /** Turns of all workspaces that wait for their agent, and that are being answered. */
    openTurns: () => ports.storage.directory.openTurns(),
    /** Answers every held request with what there is, and holds no more: the service is about to stop. */
    stopWaiting: () => {
      waits.close();
      for (const stop of stops) stop();
    },
    /** Calls back when the service is about to stop. */
    whenStopping: (call: () => void): void => {
      stops.add(call);
    },
    /** Resolves when the storage can serve; throws when it cannot. */
    ping: () => ports.storage.ping(),
    /** Waits for what is under way, then lets go of the storage. */
    close: async () => {
      tail.close();
      delivering.stop();
      await delivering.settled();
      await ports.storage.close();
    },
  };
}

export type Tandem = ReturnType<typeof createTandem>;
