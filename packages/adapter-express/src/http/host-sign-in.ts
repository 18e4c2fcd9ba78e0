import { type Caller, type ExternalId, Refusal, type Tandem } from '@tandem/core';
import type { Request } from 'express';
import { HttpProblem } from './problem.ts';
import { checkOfOwnPage } from './session-cookie.ts';

/** The external id of the person that the host has signed in; null if nobody is. */
type HostIdentity = string | Pick<ExternalId, 'source' | 'id'> | null | undefined;
export type Authenticate<Req> = (req: Req) => HostIdentity | Promise<HostIdentity>;

/** The caller for the person whom the host has signed in; undefined if nobody is. */
export type HostCaller = (req: Request) => Promise<Caller | undefined>;

/** Whether the host still signs in the person behind an open request; also for a request with an API key. */
export const isStillSignedIn = async (find: HostCaller, req: Request, { id }: Caller): Promise<boolean> =>
  isOfKey(req) || (await find(req).catch(() => undefined))?.id === id;

const API_KEY = /^Bearer +tdm_/i;
const isOfKey = ({ headers }: Request): boolean => API_KEY.test(headers.authorization ?? '');

/**
 * Finds the caller for the person that the host has signed in; undefined for a request with an API key, or if nobody
 * is. The host's sign-in is a cookie, so a request must come from the page itself, as with a session.
 */
export const hostSignIn =
  (
    tandem: Pick<Tandem, 'people'>,
    authenticate: Authenticate<Request>,
    workspaceId: string | undefined,
  ): HostCaller =>
  async (req) => {
    if (isOfKey(req)) return undefined;
    const externalId = await authenticate(req);
    // Empty, for example, if the id comes from a header without a value.
    if (!externalId) return undefined;
    checkOfOwnPage(req);
    try {
      return await tandem.people.callerFor({ externalId, workspaceId });
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
      if (error.code === 'NOT_FOUND') throw notMember();
      throw new Error(`authenticate returned an external id that cannot be used. ${error.message}`);
    }
  };

const notMember = () =>
  new HttpProblem({
    status: 403,
    code: 'NOT_A_MEMBER',
    message: 'You are signed in, but not a member of this workspace. Ask an admin to add you.',
  });
