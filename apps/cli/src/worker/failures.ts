import { TandemError } from '@tandem/client';

/** Told once of what is in the way of a request, until it is something else, and when it is over. */
export interface Trouble {
  /** For `onRetry` of a request. */
  readonly onRetry: (error: TandemError) => void;
  /** To be called when the request has worked. */
  readonly over: () => void;
}

export function trouble(failing: (reason: string) => void, again: () => void): Trouble {
  let said = '';
  return {
    onRetry: ({ message }) => {
      const reason = message.replace(/\.$/, '');
      if (reason !== said) failing(reason);
      said = reason;
    },
    over: () => {
      if (said !== '') again();
    },
  };
}

/** Trying again may help; else the key, the agent or the request is wrong. */
export const isPassing = (error: unknown) => error instanceof TandemError && error.isPassing;

/** What the service refuses for what it says: running the command once more would not make it fit. */
export const isUnfit = (error: unknown): error is TandemError =>
  error instanceof TandemError && !error.isPassing && error.status !== 401;

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
