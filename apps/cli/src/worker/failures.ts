import { TandemError } from '@tandem/client';

/** Reports a failure once, until the failure changes, and reports when it is over. */
export interface Trouble {
  /** For `onRetry` of a request. */
  readonly onRetry: (error: TandemError) => void;
  /** Call when the request has succeeded. */
  readonly over: () => void;
}

export function trouble(failing: (reason: string) => void, again: () => void): Trouble {
  let lastReason = '';
  return {
    onRetry: ({ message }) => {
      const reason = message.replace(/\.$/, '');
      if (reason !== lastReason) failing(reason);
      lastReason = reason;
    },
    over: () => {
      if (lastReason !== '') again();
    },
  };
}

/** Whether a retry may help; otherwise the key, the agent or the request is wrong. */
export const isPassing = (error: unknown) => error instanceof TandemError && error.isPassing;

/** Whether the service rejects the content: running the command again would not help. */
export const isUnfit = (error: unknown): error is TandemError =>
  error instanceof TandemError && !error.isPassing && error.status !== 401;

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
