import type { LinkCode } from '@tandem/core';

/** The link that a code signs in by. What stands behind the # is sent to nobody, and no log of a proxy holds it. */
export const signInLink = (url: string, { code }: Pick<LinkCode, 'code'>): string =>
  `${url.replace(/\/+$/, '')}/#code=${code}`;
