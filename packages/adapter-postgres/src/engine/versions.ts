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

/** The same, and the connection that told it: of another one the database may be another, which counts anew. */
export interface Told extends Versions {
  readonly by: Wire;
}

const ASK = `
  SELECT workspace_id, access_version, told FROM heads
  WHERE workspace_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`;

interface Found {
  readonly by: Wire;
  readonly versions: ReadonlyMap<string, Versions>;
}

/** A workspace in which nobody has written. */
const NEW: Versions = { access: 0, told: 0 };

/**
 * Asks for the versions of workspaces as they are now: in one statement for all who ask in the same turn of the event
 * loop, because every request does. `seen` hears of each.
 */
export function askingVersions(line: Line, seen: (workspaceId: string, told: number) => void) {
  let asking: { ids: Set<string>; answer: Promise<Found> } | null = null;

  /** What is lost with the connection is asked for once more on another, and what has to be prepared anew on the same. */
  const askOn = async (wire: Wire, values: readonly unknown[]) => {
    try {
      return { by: wire, rows: await wire.rows(ASK, values) };
    } catch (error) {
      if (!endsConnection(error) && !mayRunAgain(error)) throw error;
      const by = await line.wire();
      return { by, rows: await by.rows(ASK, values) };
    }
  };

  const ask = async (ids: Set<string>): Promise<Found> => {
    let wire: Wire;
    try {
      await new Promise(setImmediate);
      wire = await line.wire();
    } finally {
      // Whoever asks from here on asks anew: what is sent now is from before.
      asking = null;
    }
    const { by, rows } = await askOn(wire, [JSON.stringify([...ids])]);
    const versions = new Map<string, Versions>();
    for (const [id, access, told] of rows) {
      versions.set(id as string, { access: access as number, told: told as number });
      seen(id as string, told as number);
    }
    return { by, versions };
  };

  return async (workspaceId: string): Promise<Told> => {
    if (!asking) {
      const ids = new Set<string>();
      asking = { ids, answer: ask(ids) };
    }
    asking.ids.add(workspaceId);
    try {
      const { by, versions } = await asking.answer;
      return { ...(versions.get(workspaceId) ?? NEW), by };
    } catch (error) {
      throw translated(error);
    }
  };
}
