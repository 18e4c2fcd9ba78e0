import type { Caller, CallerType } from './caller.ts';

/** The author of something, as returned to clients. */
export interface Author {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly type: CallerType;
}

export const authorOf = ({ id, name, displayName, type }: Caller): Author => ({
  id,
  name,
  displayName,
  type,
});
