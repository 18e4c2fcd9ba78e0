import type { Caller } from './caller.ts';

/** What the record calls the service itself, where it acts without being asked; its id is no key's. */
export const SYSTEM = 'Tandem';

/** The service, as the record knows it. */
export const systemCaller = (workspaceId: string): Caller => ({
  workspaceId,
  type: 'service',
  id: 'tandem',
  name: SYSTEM,
  displayName: SYSTEM,
  memberId: null,
  inboxId: null,
  admin: false,
  chatInPlan: true,
  key: {
    id: 'tandem',
    name: SYSTEM,
    kind: 'runtime',
    scopes: [],
    expiresAt: null,
    ownerName: null,
    ownerId: null,
  },
});
