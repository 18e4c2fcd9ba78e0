import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';
import type { Workspace } from '../workspace/workspace.ts';

export async function requireWorkspace({ workspace }: Pick<Stores, 'workspace'>): Promise<Workspace> {
  const found = await workspace.get();
  if (!found) throw new Refusal('NOT_FOUND', 'There is no such workspace. Check the identifier.');
  return found;
}
