import type { Preferences } from './preferences.ts';

export interface PreferenceStore {
  /** null for a member that has changed none. */
  of(memberId: string): Promise<Preferences | null>;
  /** `before` is null for a member that has changed none. */
  save(memberId: string, after: Preferences, before: Preferences | null): Promise<void>;
  delete(memberId: string): Promise<void>;
}
