import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

export const preferenceStore = ({ preferences }: Tables): Stores['preferences'] => ({
  of: async (memberId) => preferences.get(memberId) ?? null,
  save: async (memberId, after) => preferences.put(memberId, after),
  delete: async (memberId) => preferences.delete(memberId),
});
