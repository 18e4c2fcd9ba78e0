import type { Workspace } from '@tandem/core';

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
