import { type Caller, checkAdministers, checkOwnKey } from '../../access/caller.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { changedFields, type FieldTexts } from '../../events/event.ts';
import { requireWorkspace } from '../../lookup/workspace.ts';
import type { Ports, Stores } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, nameProblem } from '../../shared/text.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import {
  type AgentIntake,
  type AgentKeys,
  type GoalVerificationMode,
  givesAgentsMore,
  intakeLimitProblem,
  type ProofOfDone,
  type Workspace,
  workspaceEntity,
} from '../workspace.ts';

export interface WorkspaceChange {
  readonly name?: string | undefined;
  readonly agentCompletion?: boolean | undefined;
  readonly goalVerification?: GoalVerificationMode | undefined;
  readonly agentIntake?: AgentIntake | undefined;
  readonly agentIntakeLimit?: number | undefined;
  readonly proofOfDone?: ProofOfDone | undefined;
  readonly agentKeys?: AgentKeys | undefined;
}

const WORKSPACE_TEXTS: FieldTexts<Workspace, WorkspaceChange> = {
  name: (workspace) => workspace.name,
  agentCompletion: (workspace) => String(workspace.agentCompletion),
  goalVerification: (workspace) => workspace.goalVerification,
  agentIntake: (workspace) => workspace.agentIntake,
  agentIntakeLimit: (workspace) => String(workspace.agentIntakeLimit),
  proofOfDone: (workspace) => workspace.proofOfDone,
  agentKeys: (workspace) => workspace.agentKeys,
};

/** The time in which overrides are counted. */
const OVERRIDES_FOR_MS = 30 * 24 * 60 * 60_000;

/** A workspace with the number of results that were accepted without their proof in the last 30 days. */
export interface SeenWorkspace extends Workspace {
  readonly overrides: number;
}

/** The caller's workspace and its settings (docs/rules.md, Workspaces). */
export function workspaceUseCases(ports: Ports) {
  const { storage, clock } = ports;
  const record = recorder(ports);

  const seen = async ({ results }: Stores, workspace: Workspace): Promise<SeenWorkspace> => ({
    ...workspace,
    overrides: await results.countOverridden(clock() - OVERRIDES_FOR_MS),
  });

  return {
    get: (caller: Caller): Promise<SeenWorkspace> =>
      storage.read(caller.workspaceId, async (stores) => seen(stores, await requireWorkspace(stores))),

    /** 403 unless the caller is an admin with `full`, using a person's own key. */
    update: (caller: Caller, change: WorkspaceChange): Promise<SeenWorkspace> =>
      storage.write(caller.workspaceId, async (stores) => {
        checkOwnKey(caller);
        checkAdministers(caller);
        refuseProblems({
          name: nameProblem(change.name, LIMITS.name),
          agentIntakeLimit: intakeLimitProblem(change.agentIntakeLimit),
        });
        const before = await requireWorkspace(stores);
        const after: Workspace = {
          ...before,
          name: change.name?.trim() ?? before.name,
          agentCompletion: change.agentCompletion ?? before.agentCompletion,
          goalVerification: change.goalVerification ?? before.goalVerification,
          agentIntake: change.agentIntake ?? before.agentIntake,
          agentIntakeLimit: change.agentIntakeLimit ?? before.agentIntakeLimit,
          proofOfDone: change.proofOfDone ?? before.proofOfDone,
          agentKeys: change.agentKeys ?? before.agentKeys,
          updatedAt: clock(),
        };
        const changes = changedFields(WORKSPACE_TEXTS, before, after);
        if (changes.length === 0) return seen(stores, before);
        if (givesAgentsMore(before, after)) checkLasting(caller, 'agents');
        await recheckAdmin(stores, caller);
        await stores.workspace.update(after);
        await record(stores, caller, { entity: workspaceEntity(after), action: 'updated', changes });
        return seen(stores, after);
      }),
  };
}
