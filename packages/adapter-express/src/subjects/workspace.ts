import { contract } from '@tandem/contract';
import type { SeenWorkspace, Workspace } from '@tandem/core';
import { ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';

export const presentWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  agentCompletion: workspace.agentCompletion,
  goalVerification: workspace.goalVerification,
  agentIntake: workspace.agentIntake,
  agentIntakeLimit: workspace.agentIntakeLimit,
  proofOfDone: workspace.proofOfDone,
  agentKeys: workspace.agentKeys,
  plan: workspace.plan,
  createdAt: iso(workspace.createdAt),
  updatedAt: iso(workspace.updatedAt),
});

const presentSeen = ({ overrides, ...workspace }: SeenWorkspace) => ({
  ...presentWorkspace(workspace),
  overrides,
});

export const workspace = bind(contract.workspace, {
  get: async ({ tandem, caller }) => ok(presentSeen(await tandem.workspace.get(caller))),
  update: async ({ tandem, caller, body }) => ok(presentSeen(await tandem.workspace.update(caller, body))),
  me: async ({ tandem, caller }) => {
    const { id, name } = await tandem.workspace.get(caller);
    const { type, displayName, key } = caller;
    return ok({
      caller: { type, id: caller.id, name: caller.name, displayName },
      key: {
        id: key.id,
        name: key.name,
        kind: key.kind,
        scopes: key.scopes,
        expiresAt: isoOrNull(key.expiresAt),
      },
      workspace: { id, name },
    });
  },
});
