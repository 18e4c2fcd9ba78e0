import { type Caller, checkAdministers } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { checkOwnAgent } from '../../access/own-agent.ts';
import { changedFields, type FieldChange } from '../../events/event.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { checkExternalIdFree } from '../../lookup/external-ids.ts';
import { resolveMember } from '../../lookup/members.ts';
import { type Agent, humansOnly, memberEntity, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { capacityTopic, workTopic } from '../../ready/ready.ts';
import { changedExternalId, checkNotOfHost } from '../../shared/external-id.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { plainUrl } from '../../shared/text.ts';
import { claimLimit, livingClaims } from '../../steps/claim-capacity.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { checkNameFree, checkNotLikePerson } from '../../steps/member-names.ts';
import { recorder } from '../../steps/record.ts';
import { taskUnassigner } from '../../steps/unassign-tasks.ts';
import { noteLimit, reachedLimit } from '../../steps/usage-limits.ts';
import { queueTopic } from '../../turns/signals.ts';
import { storedLimits } from '../../usage/limits.ts';
import { AGENT_TEXTS, type AgentChange, agentProblems } from '../agent.ts';
import { managerCheck } from '../reports.ts';

/** Changes only the given fields. Pausing, claim and usage limits are for people. */
export function agentUpdater(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const record = recorder(ports);
  const { unassignAll } = taskUnassigner(ports);
  const { endRunsOf } = verificationEnder(ports);

  /** Pausing limits each claim of the agent to one more lease; resuming removes that limit. */
  const bound = async ({ claims, signals }: Stores, { id, paused }: Agent): Promise<void> => {
    for (const claim of await claims.ofAgent(id)) {
      const until = paused ? steadyClock() + claim.lease.seconds * 1000 : null;
      await claims.update({ ...claim, until });
    }
    if (!paused) signals.raise({ topic: queueTopic(id), toOne: false });
  };

  /** 409 for a verifier that would hold tasks. */
  const checkVerifier = async (
    stores: Stores,
    caller: Caller,
    agent: Agent,
    { verifier }: AgentChange,
  ): Promise<void> => {
    if (verifier === undefined || verifier === agent.verifier) return;
    checkMakesVerifiers(caller);
    const living = verifier ? await livingClaims(stores, agent, steadyClock()) : [];
    if (living.length === 0) return;
    const why = `The agent ${agent.name} holds tasks, and a verifier holds none. Wait until it has finished or released them, or stop it.`;
    throw await claimLimit(stores, living, why);
  };

  /** Whether the change raised a daily limit that the agent had reached. */
  const limitRaised = async (stores: Stores, before: Agent, after: Agent): Promise<boolean> => {
    const wasOver = (await reachedLimit(stores, before, clock())) !== null;
    return !(await noteLimit(stores, after, clock())) && wasOver;
  };

  /** Pausing and resuming are recorded as separate events. */
  const recordUpdate = async (
    stores: Stores,
    caller: Caller,
    after: Agent,
    changes: readonly FieldChange[],
  ): Promise<void> => {
    const others = changes.filter(({ field }) => field !== 'paused');
    if (others.length > 0)
      await record(stores, caller, { entity: memberEntity(after), action: 'updated', changes: others });
    const paused = changes.filter(({ field }) => field === 'paused');
    if (paused.length === 0) return;
    await record(stores, caller, {
      entity: memberEntity(after),
      action: after.paused ? 'paused' : 'resumed',
      changes: paused,
    });
  };

  return (caller: Caller, id: string, change: AgentChange): Promise<Agent> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireAgent(stores, id);
      checkOwnAgent(caller, id);
      refuseProblems(agentProblems(change));
      checkNotOfHost(null, change.externalId);
      const inHand = [change.paused, change.maxClaims, change.limits].some((given) => given !== undefined);
      if (inHand && caller.type !== 'human')
        throw humansOnly('pause an agent, or set its claim and usage limits');
      await checkVerifier(stores, caller, before, change);
      const after: Agent = {
        ...before,
        name: change.name ?? before.name,
        displayName: change.displayName?.trim() ?? before.displayName,
        emoji: change.emoji?.trim() ?? before.emoji,
        model: change.model?.trim() ?? before.model,
        title: change.title === undefined ? before.title : (change.title?.trim() ?? null),
        status: change.status ?? before.status,
        avatar: change.avatar === undefined ? before.avatar : change.avatar && plainUrl(change.avatar),
        email: change.email === undefined ? before.email : change.email,
        reportsTo:
          change.reportsTo === undefined
            ? before.reportsTo
            : await resolveManager(stores, before, change.reportsTo),
        externalId: changedExternalId(before.externalId, change.externalId),
        paused: change.paused ?? before.paused,
        maxClaims: change.maxClaims ?? before.maxClaims,
        verifier: change.verifier ?? before.verifier,
        limits: change.limits === undefined ? before.limits : storedLimits(change.limits),
        updatedAt: clock(),
      };
      const changes = changedFields(AGENT_TEXTS, before, after);
      if (changes.length === 0) return before;
      await checkNameFree(stores, after.name, id);
      await checkExternalIdFree(stores.members, after.externalId, before.externalId);
      await checkNotLikePerson(stores, caller, newNames(before, after));
      await stores.members.update(after);
      await recordUpdate(stores, caller, after, changes);
      if (after.paused !== before.paused) await bound(stores, after);
      if (after.verifier && !before.verifier) await unassignAll(stores, caller, before);
      if (before.verifier && !after.verifier) await endRunsOf(stores, caller, id);
      const limited = changes.some(({ field }) => field === 'limits');
      const freed = limited && (await limitRaised(stores, before, after));
      if ((before.paused && !after.paused) || (before.verifier && !after.verifier) || freed) {
        stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
      }
      if (after.maxClaims > before.maxClaims)
        stores.signals.raise({ topic: capacityTopic(id), toOne: false });
      return after;
    });
}

/** 403 unless the caller has an admin's own key, which may change whether an agent is a verifier. */
export function checkMakesVerifiers(caller: Caller): void {
  checkAdministers(caller);
  checkLasting(caller, 'agents');
}

/** The names that the change gives to the agent. */
const newNames = (before: Agent, after: Agent): readonly string[] => [
  ...(after.name === before.name ? [] : [after.name]),
  ...(after.displayName === before.displayName ? [] : [after.displayName]),
];

/** The member that the agent reports to; 400 as in `managerCheck`. */
async function resolveManager(
  stores: Stores,
  agent: Agent,
  name: string | null,
): Promise<Agent['reportsTo']> {
  if (name === null) return null;
  const manager = await resolveMember(stores, name, 'reportsTo');
  const checkManager = managerCheck(agent.id);
  for (let above: string | undefined = manager.id; above; ) {
    checkManager(above);
    const next = await stores.members.byId(above);
    above = next?.type === 'agent' ? next.reportsTo?.id : undefined;
  }
  return memberRef(manager);
}
