import type { LinkCode } from '@tandem/core';

/** The link for a sign-in code. Browsers do not send the fragment after #, so it appears in no proxy log. */
export const signInLink = (url: string, { code }: Pick<LinkCode, 'code'>): string =>
  `${url.replace(/\/+$/, '')}/#code=${code}`;
