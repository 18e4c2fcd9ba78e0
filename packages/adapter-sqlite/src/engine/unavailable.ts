import { Refusal } from '@tandem/core';
import { isUnavailable } from './sqlite.ts';

/** What the machine cannot do now is a refusal that says so; anything else is a fault of ours. */
export const translated = (error: unknown): unknown =>
  isUnavailable(error)
    ? new Refusal(
        'UNAVAILABLE',
        'The storage cannot do this right now. Nothing was changed; try again later.',
        { cause: error },
      )
    : error;
