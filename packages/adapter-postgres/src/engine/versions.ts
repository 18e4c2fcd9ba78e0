import { endsConnection, mayRunAgain } from './errors.ts';
import type { Line } from './line.ts';
import { translated } from './unavailable.ts';
import type { Wire } from './wire.ts';

/** The versions in a workspace's head, for readers. */
export interface Versions {
  /** Changes when the powers of any key of the workspace may have changed. */
  readonly access: number;
  readonly signalSeq: number;
}

/** The same, and the connection that returned it: another connection may lead to another database with other counts. */
export interface VersionsFrom extends Versions {
  readonly by: Wire;
}

const ASK = `
  SELECT workspace_id, access_version, told FROM heads
  WHERE workspace_id = ANY (ARRAY(SELECT json_array_elements_text($1::json)))`;

interface Found {
  readonly by: Wire;
  readonly versions: ReadonlyMap<string, Versions>;
}

/** A workspace that has never been written to. */
const NEW: Versions = { access: 0, signalSeq: 0 };

/**
 * Reads the current versions of workspaces: one statement for all callers in an event loop turn, because every request
 * needs them. `seen` is called for each.
 */
export function askingVersions(line: Line, seen: (workspaceId: string, signalSeq: number) => void) {
  let asking: { ids: Set<string>; answer: Promise<Found> } | null = null;

  /** After a lost connection it retries once on another; statements to prepare again are retried on the same one. */
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
      // Later callers need a new query: this one may be older than their request.
      asking = null;
    }
    const { by, rows } = await askOn(wire, [JSON.stringify([...ids])]);
    const versions = new Map<string, Versions>();
    for (const [id, access, signalSeq] of rows) {
      versions.set(id as string, { access: access as number, signalSeq: signalSeq as number });
      seen(id as string, signalSeq as number);
    }
    return { by, versions };
  };

  return async (workspaceId: string): Promise<VersionsFrom> => {
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
