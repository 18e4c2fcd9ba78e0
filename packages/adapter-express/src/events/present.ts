import type { ShownEvent } from '@tandem/core';
import { iso } from '../http/iso.ts';

/** An event as the feed and the stream show it. */
export const presentEvent = ({ id, seq, type, at, ...event }: ShownEvent) => ({
  id,
  seq,
  type,
  at: iso(at),
  ...event,
});
