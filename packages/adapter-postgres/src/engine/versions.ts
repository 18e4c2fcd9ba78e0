import { endsConnection, mayRunAgain } from './errors.ts';
import type { Line } from './line.ts';
import { translated } from './unavailable.ts';
import type { Wire } from './wire.ts';

/** What the head of a workspace says to those who read. */
export interface Versions {
  /** Changes when a key of the workspace may open more or less than before. */
  readonly access: number;
  readonly told: number;
}

const ASK = `
  SELECT workspace_id, access_version, told FROM heads
  WHERE workspace_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`;

/** A workspace in which nobody has written. */
const NEW: Versions = { access: 0, told: 0 };

/**
 * Asks for the versions of workspaces as they are now: in one statement for all who ask in the same turn of the event
 * loop, because every request does. `seen` hears of each.
 */
export function askingVersions(line: Line, seen: (workspaceId: string, told: number) => void) {
  let asking: { ids: Set<string>; answer: Promise<ReadonlyMap<string, Versions>> } | null = null;

  /** What is lost with the connection is asked for once more on another, and what has to be prepared anew on the same. */
  const askOn = async (wire: Wire, values: readonly unknown[]) => {
    try {
      return await wire.rows(ASK, values);
    } catch (error) {
      if (!endsConnection(error) && !mayRunAgain(error)) throw error;
      return (await line.wire()).rows(ASK, values);
    }
  };

  const ask = async (ids: Set<string>): Promise<ReadonlyMap<string, Versions>> => {
    let wire: Wire;
    try {
      await new Promise(setImmediate);
      wire = await line.wire();
    } finally {
      // Whoever asks from here on asks anew: what is sent now is from before.
      asking = null;
    }
    const found = new Map<string, Versions>();
    for (const [id, access, told] of await askOn(wire, [JSON.stringify([...ids])])) {
      found.set(id as string, { access: access as number, told: told as number });
      seen(id as string, told as number);
    }
    return found;
  };

  return async (workspaceId: string): Promise<Versions> => {
    if (!asking) {
      const ids = new Set<string>();
      asking = { ids, answer: ask(ids) };
    }
    asking.ids.add(workspaceId);
    try {
      return (await asking.answer).get(workspaceId) ?? NEW;
    } catch (error) {
      throw translated(error);
    }
  };
}
