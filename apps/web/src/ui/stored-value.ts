import { drafts } from './drafts.ts';

/** A JSON value that survives a reload like drafts do; an unreadable one counts as missing. */
export function storedValue<Value>(name: string) {
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
