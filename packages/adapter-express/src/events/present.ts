import type { ShownEvent } from '@tandem/core';
import { iso } from '../http/iso.ts';

/** An event in the feed and the stream. */
export const presentEvent = ({ id, seq, type, at, ...event }: ShownEvent) => ({
  id,
  seq,
  type,
  at: iso(at),
  ...event,
});
