import type { Signals } from '../shared/signals.ts';

/** Announces to the storage that a workspace has waiters; the returned function ends the announcement. */
export function watcherOf(signals: Signals): (workspaceId: string) => () => void {
  const watched = new Map<string, { times: number; readonly end: () => void }>();
  return (workspaceId) => {
    if (!signals.watch) return () => undefined;
    const watching = watched.get(workspaceId) ?? { times: 0, end: signals.watch(workspaceId) };
    watching.times++;
    watched.set(workspaceId, watching);
    return () => {
      if (--watching.times > 0) return;
      watched.delete(workspaceId);
      watching.end();
    };
  };
}
