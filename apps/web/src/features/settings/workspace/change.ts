import type { Workspace, WorkspaceUpdateBody } from '@tandem/client';
import { useQueryClient } from '@tanstack/react-query';
import { workspace } from '../../../api/queries/workspace.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { showFields, useChange } from '../../../ui/change.ts';

/** Changes workspace rules: shown immediately, and reverted with the reason if the server refuses them. */
export function useRuleChange() {
  const queries = useQueryClient();
  const show = (rules: Partial<Workspace>) => showFields<Workspace>(queries, workspace.queryKey, rules);
  return useChange({
    send: (change: WorkspaceUpdateBody) => tandem.workspace.update(change),
    optimistic: (change) =>
      show(Object.fromEntries(Object.entries(change).filter(([, to]) => to !== undefined))),
    // Only the changed fields: another change may be in progress.
    onDone: (rules, change) =>
      void show(Object.fromEntries(Object.entries(rules).filter(([field]) => field in change))),
    successMessage: () => strings().settings.saved,
    invalidates: ['me'],
  });
}
