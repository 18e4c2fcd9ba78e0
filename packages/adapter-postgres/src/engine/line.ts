import { ConnectionLost } from './errors.ts';
import type { Wire } from './wire.ts';

/** A connection for one purpose, opened on first use and reopened after a loss. */
export interface Line {
  wire(): Promise<Wire>;
  close(): Promise<void>;
  /** Closes it at once: pending requests fail, and the next use opens a new one. */
  drop(): void;
  /** Closes it until the next use. */
  rest(): void;
}

export function createLine(open: () => Promise<Wire>): Line {
  let made: Promise<Wire> | null = null;
  let wire: Wire | null = null;
  let closed = false;

  return {
    wire: async () => {
      if (closed) throw new ConnectionLost('The storage has been closed.');
      if (wire?.lost()) made = null;
      const opening = made ?? open();
      made = opening;
      try {
        const opened = await opening;
        if (made === opening) wire = opened;
        return opened;
      } catch (error) {
        if (made === opening) made = null;
        throw error;
      }
    },
    close: async () => {
      closed = true;
      const open = await made?.catch(() => null);
      await open?.close();
    },
    drop: () => {
      const open = made;
      made = null;
      wire = null;
      open?.then((each) => each.destroy()).catch(() => undefined);
    },
    rest: () => {
      const open = made;
      made = null;
      wire = null;
      open?.then((each) => each.close()).catch(() => undefined);
    },
  };
}
