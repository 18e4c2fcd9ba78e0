import type { Tandem } from '@tandem/client';
import type { PreparedImport } from './prepared.ts';

const plain = (name: unknown): string | undefined =>
  typeof name === 'string' && name.trim() !== '' ? name.trim().toLowerCase() : undefined;

/** The people of a source who are no members: the import creates them as external people. */
export async function unknownPeople(tandem: Tandem, { records }: PreparedImport): Promise<string[]> {
  const names = new Set<string>();
  const shownNames = new Map<string, number>();
  for await (const { name, displayName } of tandem.members.list({ limit: 100 })) {
    names.add(name.toLowerCase());
    shownNames.set(displayName.toLowerCase(), (shownNames.get(displayName.toLowerCase()) ?? 0) + 1);
  }
  const unknown: string[] = [];
  for await (const { record } of records()) {
    // Members come first.
    if (record.type !== 'member') break;
    const [name, shown] = [plain(record.name), plain(record.displayName)];
    const isKnown = (name !== undefined && names.has(name)) || shownNames.get(shown ?? name ?? '') === 1;
    if (!isKnown) unknown.push(String(record.displayName ?? record.name ?? record.externalId));
  }
  return unknown;
}
