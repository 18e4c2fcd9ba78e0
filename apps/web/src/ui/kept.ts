import { drafts } from './drafts.ts';

/**
 * Something other than a text that survives a reload as drafts do; what cannot be read is as if it were not there.
 */
export function keptAt<Value>(name: string) {
  return {
    get: (): Value | null => {
      try {
        return JSON.parse(drafts.get(name)) as Value;
      } catch {
        return null;
      }
    },
    set: (value: Value | null): void => drafts.set(name, value === null ? '' : JSON.stringify(value)),
  };
}
