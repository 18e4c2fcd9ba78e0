import type { Workspace, WorkspaceUpdateBody } from '@tandem/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { workspace } from '../../../api/queries/workspace.ts';
import { messageOf, tandem } from '../../../api/tandem.ts';
import { texts } from '../../../app/texts/index.ts';
import { toast } from '../../../ui/toasts.ts';

/** Changes rules of the workspace: they are seen at once, and taken back with the reason when the server says no. */
export function useRuleChange() {
  const queries = useQueryClient();
  const show = (rules: Workspace | undefined) => queries.setQueryData<Workspace>(workspace.queryKey, rules);
  return useMutation({
    mutationFn: async (change: WorkspaceUpdateBody) => tandem.workspace.update(change),
    onMutate: (change) => {
      // What is being read was so before this change.
      void queries.cancelQueries({ queryKey: workspace.queryKey });
      const before = queries.getQueryData<Workspace>(workspace.queryKey);
      const chosen = Object.entries(change).filter(([, value]) => value !== undefined);
      if (before) show({ ...before, ...Object.fromEntries(chosen) });
      return before;
    },
    onSuccess: (rules, change) => {
      // No more than what it is about: another change may be under way.
      const now = queries.getQueryData<Workspace>(workspace.queryKey) ?? rules;
      const changed = Object.entries(rules).filter(([field]) => field in change);
      show({ ...now, ...Object.fromEntries(changed) });
      void queries.invalidateQueries({ queryKey: ['me'] });
      toast({ text: texts.settings.saved });
    },
    onError: (error, _, before) => {
      show(before);
      toast({ tone: 'bad', text: messageOf(error) });
    },
  });
}
