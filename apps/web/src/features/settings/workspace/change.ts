import type { Workspace, WorkspaceUpdateBody } from '@tandem/client';
import { useQueryClient } from '@tanstack/react-query';
import { showFields, useChange } from '../../../api/change.ts';
import { workspace } from '../../../api/queries/workspace.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';

/** Changes rules of the workspace: they are seen at once, and taken back with the reason when the server says no. */
export function useRuleChange() {
  const queries = useQueryClient();
  const show = (rules: Partial<Workspace>) => showFields<Workspace>(queries, workspace.queryKey, rules);
  return useChange({
    send: (change: WorkspaceUpdateBody) => tandem.workspace.update(change),
    shows: (change) => show(Object.fromEntries(Object.entries(change).filter(([, to]) => to !== undefined))),
    // No more than what it is about: another change may be under way.
    onDone: (rules, change) =>
      void show(Object.fromEntries(Object.entries(rules).filter(([field]) => field in change))),
    said: () => strings.settings.saved,
    reads: ['me'],
  });
}
