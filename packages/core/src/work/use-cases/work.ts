import type { Caller } from '../../access/caller.ts';
import { grants, type Scope } from '../../access/scopes.ts';
import { CLAIM_SECONDS } from '../../claims/claim.ts';
import { type WantedTasks, wakingFilter } from '../../lookup/ready-filter.ts';
import { requireHosted } from '../../lookup/turns.ts';
import type { Agent } from '../../members/member.ts';
import { idWithin, type Mention } from '../../notifications/notification.ts';
import { mentionTopic } from '../../notifications/signals.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { capacityTopic, type ReadyTask, wakes, workTopic } from '../../ready/ready.ts';
import { invalid, Refusal } from '../../shared/refusal.ts';
import type { Briefing } from '../../steps/briefing.ts';
import { livingClaims } from '../../steps/claim-capacity.ts';
import { type Position, searchThrough, workFinder } from '../../steps/find-work.ts';
import { taskOffer } from '../../steps/offer-task.ts';
import { taskReleaser } from '../../steps/release-task.ts';
import { takeMentions } from '../../steps/take-mentions.ts';
import { type ClaimedTurn, turnQueue } from '../../steps/turn-queue.ts';
import { reachedLimit } from '../../steps/usage-limits.ts';
import { queueTopic } from '../../turns/signals.ts';
import { LEASE_SECONDS } from '../../turns/turn.ts';
import type { Waits } from '../../waits/waits.ts';

/** The kinds of work of an agent: replies in chats, and tasks. */
export const WORK_KINDS = ['turn', 'task'] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

/** Allowed seconds for both kinds of lease; the default depends on the kind. */
export const WORK_SECONDS = { min: CLAIM_SECONDS.min, max: LEASE_SECONDS.max } as const;

const SCOPE_OF: Readonly<Record<WorkKind, Scope>> = { turn: 'agents:write', task: 'tasks:write' };

export interface WorkQuery extends WantedTasks {
  /** Kinds to take; by default those that the key's scopes allow. */
  readonly kinds?: readonly WorkKind[] | undefined;
  /** Whether to take mentions, too. */
  readonly mentions?: boolean | undefined;
  readonly leaseSeconds?: number | undefined;
  /** Whether the lease of a task gets a run key. */
  readonly runKey?: boolean | undefined;
  /** In seconds. */
  readonly wait?: number | undefined;
}

export type TakenWork =
  | ({ readonly kind: 'turn' } & ClaimedTurn)
  | { readonly kind: 'mention'; readonly mention: Mention }
  | ({ readonly kind: 'task' } & Briefing);

/** The outcome of one look. */
interface Look {
  readonly work: TakenWork | null;
  /** Where the search for a task continues; null when it is over. */
  readonly next: Position | null;
  /** Whether the subject of the signal needs no further look by other waiters. */
  readonly settled: boolean;
}

/** A single wait for all kinds of work of an agent (docs/rules.md, Work). */
export function workUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, clock, steadyClock } = ports;
  const turns = turnQueue(ports);
  const releaseTask = taskReleaser(ports);
  const { search, isSettled } = workFinder(ports);
  const { taken } = taskOffer(ports);

  /** Gives work back when its client has disconnected. */
  const giveBack = async (caller: Caller, agentId: string, work: TakenWork): Promise<void> => {
    if (work.kind === 'turn') await turns.release(caller, agentId, work.turn.id, work.lease);
    else if (work.kind === 'task') await releaseTask(caller, work.task.taskNumber, work.lease, true);
    else
      await storage.write(caller.workspaceId, ({ notifications }) =>
        notifications.markUnread(agentId, idWithin(agentId, work.mention.id)),
      );
  };

  /** Whether the agent is below its daily usage limit and its claim limit. */
  const hasCapacity = async (stores: Stores, agent: Agent): Promise<boolean> =>
    (await reachedLimit(stores, agent, clock())) === null &&
    (await livingClaims(stores, agent, steadyClock())).length < agent.maxClaims;

  const takeMention = async (stores: Stores, agent: Agent): Promise<Mention | undefined> =>
    (await takeMentions(stores, agent, { atMost: 1, now: clock() }))[0];

  return {
    /**
     * Takes the oldest queued turn of the agent, or else its oldest unread mention, or else the next task that is ready
     * for it; exactly one taker gets it. Waits up to `wait` seconds for one, then returns null. An agent at its claim
     * limit or daily usage limit only gets turns and mentions, or 409 if only tasks were requested. If the client has
     * disconnected by then, the work is given back.
     */
    next: async (
      caller: Caller,
      agentId: string,
      query: WorkQuery,
      gone?: AbortSignal,
    ): Promise<TakenWork | null> => {
      const kinds = kindsFor(caller, query.kinds);
      if (query.mentions) checkAllowed(caller, 'mention', SCOPE_OF.task);
      const [wantsTurns, wantsTasks] = [kinds.includes('turn'), kinds.includes('task')];
      const { leaseSeconds, wait = 0 } = query;
      checkSeconds(leaseSeconds);
      const filter = await storage.read(caller.workspaceId, async (stores) => {
        await requireHosted(stores, caller, agentId);
        return wakingFilter(stores, query);
      });

      const lookOnce = (from: Position, about: ReadyTask | undefined) =>
        storage.write(caller.workspaceId, async (stores): Promise<Look> => {
          const agent = await requireHosted(stores, caller, agentId);
          const turn = wantsTurns
            ? await turns.take(stores, caller, agent, leaseSeconds ?? LEASE_SECONDS.default)
            : null;
          const mention = !turn && query.mentions && !agent.paused && (await takeMention(stores, agent));
          if (mention) return { work: { kind: 'mention', mention }, settled: false, next: null };
          if (turn || !wantsTasks || (wantsTurns && !(await hasCapacity(stores, agent)))) {
            const settled = await isSettled(stores, about);
            return { work: turn && { kind: 'turn', ...turn }, settled, next: null };
          }
          const seconds = leaseSeconds ?? CLAIM_SECONDS.default;
          const wanted = { agent, wanted: query, seconds, runKey: query.runKey, from, about };
          const { briefing, ...look } = await search(stores, caller, wanted);
          return { work: briefing && { kind: 'task', ...briefing }, ...look };
        });

      const { work } = await waits.hold<Look>({
        caller,
        topics: [
          ...(wantsTurns ? [queueTopic(agentId)] : []),
          ...(query.mentions ? [mentionTopic(agentId)] : []),
          ...(wantsTasks ? [workTopic(caller.workspaceId), capacityTopic(agentId)] : []),
        ],
        seconds: wait,
        gone,
        concerns: (about, topic) => topic !== workTopic(caller.workspaceId) || wakes(agentId, filter, about),
        look: (about) => searchThrough((from) => lookOnce(from, about as ReadyTask | undefined)),
        isOver: (look) => look.work !== null,
        settles: ({ settled }) => settled,
      });
      if (!gone?.aborted) {
        const offered = { leaseSeconds: leaseSeconds ?? CLAIM_SECONDS.default, runKey: query.runKey };
        if (work?.kind === 'task') await taken(caller, work, offered);
        return work;
      }
      if (work) await giveBack(caller, agentId, work);
      return null;
    },
  };
}

/** The requested kinds, or else those that the key's scopes allow; 403 for a kind that they do not. */
function kindsFor(caller: Caller, asked: readonly WorkKind[] | undefined): readonly WorkKind[] {
  if (asked?.length === 0) throw invalid({ kinds: 'must name a kind' });
  for (const kind of asked ?? []) checkAllowed(caller, kind, SCOPE_OF[kind]);
  return asked ?? WORK_KINDS.filter((kind) => grants(caller.key.scopes, SCOPE_OF[kind]));
}

/** 403 without the scope. */
function checkAllowed({ key }: Caller, kind: TakenWork['kind'], scope: Scope): void {
  if (grants(key.scopes, scope)) return;
  throw new Refusal(
    'INSUFFICIENT_SCOPE',
    `Work of the kind ${kind} requires a key with the scope ${scope}. Use such a key.`,
  );
}

function checkSeconds(seconds: number | undefined): void {
  const { min, max } = WORK_SECONDS;
  if (seconds === undefined) return;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return;
  throw invalid({ leaseSeconds: `must be an integer from ${min} to ${max}` });
}
