import type { Key, Workspace } from '@tandem/core';

/** A workspace for tests of what is no workspace's. */
export const aWorkspace = (id = 'w'): Workspace => ({
  id,
  name: id,
  agentCompletion: false,
  goalVerification: 'propose',
  agentIntake: 'open',
  agentIntakeLimit: 20,
  proofOfDone: 'off',
  plan: { chat: true },
  createdAt: 0,
  updatedAt: 0,
});

/** A key that speaks for nobody. */
export const aRuntimeKey = (id: string): Key => ({
  id,
  name: id,
  kind: 'runtime',
  memberId: null,
  scopes: [],
  createdBy: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: 0,
  secretHash: id,
});
