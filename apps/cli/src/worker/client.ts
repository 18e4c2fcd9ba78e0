import { type Briefing, createClient, type Tandem, TandemError, type Work } from '@tandem/client';
import { CannotDo } from '../ending.ts';

/** Work that the worker asks for: no mentions. */
export type WorkerWork = Exclude<Work, { kind: 'mention' }>;
export type WorkKind = WorkerWork['kind'];
export type ClaimedTurn = Extract<Work, { kind: 'turn' }>;
export type ClaimedTask = Extract<Work, { kind: 'task' }>;

/** A task that the agent holds, as listed in an error. */
export interface HeldTask {
  readonly taskNumber: number;
  readonly claim: { readonly id: string; readonly expiresAt: string };
}

export interface Wish {
  readonly kinds: readonly WorkKind[];
  /** In seconds. */
  readonly wait: number;
  readonly leaseSeconds: number;
}

/** How long to retry failures of the network or of a busy service. */
export interface Patience {
  readonly signal: AbortSignal;
  /** Retries without a limit and reports each failure; without it, the client's defaults apply. */
  readonly onRetry?: (error: TandemError) => void;
}

/** The service from the perspective of one agent. */
export interface AgentClient {
  readonly tandem: Tandem;
  /** The address of the service. */
  readonly url: string;
  readonly agentId: string;
  /** The kinds of work that the key's scopes allow. */
  readonly kinds: readonly WorkKind[];
  readonly tasks: {
    /** Takes over a task from another run of the agent. */
    takeOver(taskNumber: number, leaseSeconds: number): Promise<ClaimedTask>;
  };
  /** Waits some seconds for work; null if there is none. */
  next(wish: Wish, patience: Patience): Promise<WorkerWork | null>;
  /**
   * The agent's tasks if it holds the maximum number; otherwise null, or the task that the request claimed.
   */
  heldAtLimit(leaseSeconds: number, signal: AbortSignal): Promise<readonly HeldTask[] | ClaimedTask | null>;
}

/**
 * Finds the agent with this name; throws `CannotDo` if the key can't act for it. The signal aborts the
 * search.
 */
export async function connect(
  url: string,
  key: string,
  agentName: string,
  patience: Patience,
): Promise<AgentClient> {
  const tandem = createClient({ url, key });
  const endless = persistently(patience);
  const { caller, key: itself } = await tandem.workspace.me(endless);
  const isOwn = itself.kind === 'agent';
  if (isOwn && !sameName(caller.name, agentName)) {
    throw new CannotDo(
      `The key belongs to the agent ${caller.name}, not to ${agentName}. Use the key of ${agentName}.`,
    );
  }
  const agentId = isOwn ? caller.id : await idOf(tandem, agentName, endless);
  return {
    tandem,
    url,
    agentId,
    kinds: kindsFor(itself.scopes),
    tasks: {
      takeOver: async (taskNumber, leaseSeconds) => {
        const briefing = await tandem.claims.claim(taskNumber, {
          agentId,
          leaseSeconds,
          takeOver: true,
          runKey: true,
        });
        return asWork(briefing);
      },
    },
    next: async ({ kinds, wait, leaseSeconds }, { signal, onRetry }) => {
      const options = persistently({ signal, ...(onRetry && { onRetry }) });
      if (kinds.includes('task'))
        return (await tandem.work.next(
          agentId,
          { kinds, wait, leaseSeconds, runKey: true },
          options,
        )) as WorkerWork | null;
      const turn = await tandem.turns.claim(agentId, { wait, leaseSeconds }, options);
      return turn && { ...turn, kind: 'turn' };
    },
    heldAtLimit: async (leaseSeconds, signal) => {
      try {
        const work = await tandem.work.next(
          agentId,
          { kinds: ['task'], wait: 0, leaseSeconds, runKey: true },
          { signal, tries: 1 },
        );
        return work as ClaimedTask | null;
      } catch (error) {
        if (!(error instanceof TandemError)) throw error;
        if (error.code === 'CLAIM_LIMIT') return error.details.claims as readonly HeldTask[];
        if (error.code === 'USAGE_LIMIT') return null;
        throw error;
      }
    },
  };
}

const persistently = (patience: Patience) => ({ ...patience, tries: Infinity, retryMs: Infinity });

const asWork = (briefing: Briefing): ClaimedTask => ({ ...briefing, kind: 'task' });

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const kindsFor = (scopes: readonly string[]): readonly WorkKind[] => [
  ...(scopes.includes('full') || scopes.includes('agents:write') ? (['turn'] as const) : []),
  ...(scopes.includes('full') || scopes.includes('tasks:write') ? (['task'] as const) : []),
];

/** An agent's own key identifies its agent; a runtime key looks it up. */
async function idOf(tandem: Tandem, name: string, options: Patience): Promise<string> {
  for await (const agent of tandem.agents.list({ limit: 100 }, options)) {
    if (sameName(agent.name, name)) return agent.id;
  }
  throw new CannotDo(`There is no agent ${name} in this workspace. Register it with POST /api/v1/agents.`);
}
