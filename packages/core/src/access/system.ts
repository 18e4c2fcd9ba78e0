import type { Caller } from './caller.ts';

/** The name of the service in the log, for actions of its own. Its id never belongs to a key. */
export const SYSTEM = 'Tandem';

/** The service itself as a caller. */
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
