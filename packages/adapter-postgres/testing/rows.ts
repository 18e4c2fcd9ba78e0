import type { Key, Workspace } from '@tandem/core';

/** A workspace for tests of data outside workspaces. */
export const aWorkspace = (id = 'w'): Workspace => ({
  id,
  name: id,
  agentCompletion: false,
  goalVerification: 'propose',
  agentIntake: 'open',
  agentIntakeLimit: 20,
  proofOfDone: 'off',
  agentKeys: 'any',
  plan: { chat: true },
  createdAt: 0,
  updatedAt: 0,
});

/** A runtime key, which acts for no member. */
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
  taskNumber: null,
  issuedTo: null,
  secretHash: id,
});
