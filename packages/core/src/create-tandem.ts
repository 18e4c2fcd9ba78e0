import { authenticator, renewer } from './access/authenticate.ts';
import { keyUseCases } from './access/use-cases.ts';
import { monitoringUseCases } from './agents/monitoring-use-cases.ts';
import { agentUseCases } from './agents/use-cases.ts';
import { chatUseCases } from './chats/use-cases.ts';
import { checkPorts, type OnlyPorts } from './check-ports.ts';
import { claimUseCases } from './claims/use-cases.ts';
import { fileUseCases } from './files/use-cases.ts';
import { goalUseCases } from './goals/use-cases.ts';
import { initiativeUseCases } from './initiatives/use-cases.ts';
import { labelUseCases } from './labels/use-cases.ts';
import { memberUseCases } from './members/use-cases.ts';
import { notificationUseCases } from './notifications/use-cases.ts';
import { operatorUseCases } from './operator.ts';
import type { Ports, SteadyPorts } from './ports.ts';
import { projectUseCases } from './projects/use-cases.ts';
import { removalUseCases } from './removals/use-cases.ts';
import { createWaits } from './shared/waits.ts';
import { attachmentUseCases } from './tasks/attachment-use-cases.ts';
import { commentUseCases } from './tasks/comment-use-cases.ts';
import { relationUseCases } from './tasks/relation-use-cases.ts';
import { subscriptionUseCases } from './tasks/subscription-use-cases.ts';
import { taskUseCases } from './tasks/use-cases.ts';
import { turnUseCases } from './turns/use-cases.ts';
import { usageUseCases } from './usage/use-cases.ts';
import { workspaceUseCases } from './workspace/use-cases.ts';

/**
 * Tandem without a server or a database: every operation of the interface as a function of a caller and an
 * input, over the storage it is given. Refusals are thrown as `Refusal`; times are milliseconds. A port that is
 * not known, or that is missing, is a TypeError.
 */
export function createTandem<Given extends Ports>(given: OnlyPorts<Given>) {
  checkPorts(given);
  const { steadyClock = given.clock } = given as Ports;
  const ports: SteadyPorts = { ...given, steadyClock };
  const renew = renewer(ports);
  const waits = createWaits({ schedule: ports.schedule, steadyClock, signals: ports.storage.signals }, renew);
  return {
    authenticate: authenticator(ports),
    renew,
    operator: operatorUseCases(ports),
    workspace: workspaceUseCases(ports),
    members: memberUseCases(ports),
    keys: keyUseCases(ports),
    tasks: taskUseCases(ports),
    relations: relationUseCases(ports),
    comments: commentUseCases(ports),
    subscriptions: subscriptionUseCases(ports),
    labels: labelUseCases(ports),
    projects: projectUseCases(ports),
    initiatives: initiativeUseCases(ports),
    goals: goalUseCases(ports),
    agents: agentUseCases(ports),
    monitoring: monitoringUseCases(ports),
    attachments: attachmentUseCases(ports),
    files: fileUseCases(ports),
    notifications: notificationUseCases(ports),
    chats: chatUseCases(ports, waits),
    claims: claimUseCases(ports, waits),
    usage: usageUseCases(ports),
    turns: turnUseCases(ports, waits),
    removals: removalUseCases(ports, waits),
    /** Requests that are held now. */
    waiting: () => waits.size(),
    /** Turns of all workspaces that wait for their agent, and that are being answered. */
    openTurns: () => ports.storage.directory.openTurns(),
    /** Answers every held request with what there is, and holds no more: the service is about to stop. */
    stopWaiting: () => waits.close(),
    /** Resolves when the storage can serve; throws when it cannot. */
    ping: () => ports.storage.ping(),
    /** Waits for what is under way, then lets go of the storage. */
    close: () => ports.storage.close(),
  };
}

export type Tandem = ReturnType<typeof createTandem>;
