import { Refusal } from '@tandem/core';
import { isUnavailable } from './sqlite.ts';

/** Turns errors of the environment into refusals; any other error is a bug. */
export const translated = (error: unknown): unknown =>
  isUnavailable(error)
    ? new Refusal(
        'UNAVAILABLE',
        'The storage cannot do this right now. Nothing was changed; try again later.',
        { cause: error },
      )
    : error;
