import { type Prepared, UNKNOWN } from './batch.ts';

/** Prepared statements kept per connection. List filters have many shapes, so the oldest are evicted. */
const MAX_STATEMENTS = 500;

export interface StatementCache {
  has(sql: string): boolean;
  /** The statement for this SQL; new ones are prepared on their first use. */
  get(sql: string): Prepared;
  /** Evicts all: the server no longer has them, or has old versions. */
  clear(): void;
  /** A new name for a statement, unused on the connection. */
  newName(): string;
  /** The statements evicted since the last call. The batch in flight may still use them; the next one deallocates them. */
  takeEvicted(): readonly Prepared[];
}

/** The prepared statements of one connection. */
export function createStatementCache(): StatementCache {
  const statements = new Map<string, Prepared>();
  let evicted: Prepared[] = [];
  let names = 0;
  return {
    has: (sql) => statements.has(sql),
    get: (sql) => {
      const found = statements.get(sql);
      if (found) return found;
      if (statements.size >= MAX_STATEMENTS) {
        const [oldest, prepared] = statements.entries().next().value as [string, Prepared];
        statements.delete(oldest);
        evicted.push(prepared);
      }
      const added = { sql, name: null, columns: UNKNOWN, decode: [], blank: {}, uses: 0 };
      statements.set(sql, added);
      return added;
    },
    clear: () => {
      evicted.push(...statements.values());
      statements.clear();
    },
    newName: () => `t${++names}`,
    takeEvicted: () => {
      const taken = evicted;
      evicted = [];
      return taken;
    },
  };
}
