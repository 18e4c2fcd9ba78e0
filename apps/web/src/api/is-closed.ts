import { CLOSED_ANYWHERE } from '@tandem/client';

/** Whether a task, project, initiative or goal with this status is finished. */
export const isClosed = (status: string | null): boolean =>
  status !== null && CLOSED_ANYWHERE.includes(status);
