/** Rows of a table whose total is maintained in `counts`. A row counts in one bucket of one owner, or not at all. */
export interface CountedRows {
  readonly table: string;
  readonly kind: string;
  /** SQL over `ROW`: the owner of the count; NULL if the row does not count. */
  readonly owner: string;
  readonly bucket: string;
  /** Mutable columns that determine owner and bucket; empty for append-only rows. */
  readonly columns: readonly string[];
  /** SQL over `ROW`: the row's weight; 1 by default. */
  readonly weight?: string;
}

/**
 * Triggers that maintain `counts`, so that totals never scan and no writer can forget them. `onlyCounted`: they run only
 * for rows that count, since most tasks have no project and most events concern no agent.
 */
export function counting(rule: CountedRows, { onlyCounted = false } = {}): string {
  const { table, kind, columns, weight = '1' } = rule;
  const of = (sql: string, row: 'NEW' | 'OLD') => sql.replaceAll('ROW', row);
  const add = `
    INSERT INTO counts (workspace_id, kind, owner, bucket, n)
    SELECT NEW.workspace_id, '${kind}', ${of(rule.owner, 'NEW')}, ${of(rule.bucket, 'NEW')}, ${of(weight, 'NEW')}
    WHERE ${of(rule.owner, 'NEW')} IS NOT NULL
    ON CONFLICT (workspace_id, kind, owner, bucket) DO UPDATE SET n = n + ${of(weight, 'NEW')};`;
  const take = `
    UPDATE counts SET n = n - ${of(weight, 'OLD')}
    WHERE workspace_id = OLD.workspace_id AND kind = '${kind}'
      AND owner = ${of(rule.owner, 'OLD')} AND bucket = ${of(rule.bucket, 'OLD')};`;
  const counts = (row: 'NEW' | 'OLD') => `${of(rule.owner, row)} IS NOT NULL`;
  const changed = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
  const whenAdded = onlyCounted ? ` WHEN ${counts('NEW')}` : '';
  const whenMoved = onlyCounted ? `(${counts('OLD')} OR ${counts('NEW')}) AND (${changed})` : changed;
  const added = `CREATE TRIGGER ${kind}_added AFTER INSERT ON ${table}${whenAdded} BEGIN ${add} END;`;
  const taken = `CREATE TRIGGER ${kind}_taken AFTER DELETE ON ${table} BEGIN ${take} END;`;
  const moved = `CREATE TRIGGER ${kind}_moved AFTER UPDATE OF ${columns.join(', ')} ON ${table}
    WHEN ${whenMoved} BEGIN ${take} ${add} END;`;
  return [added, taken, ...(columns.length > 0 ? [moved] : [])].join('\n');
}
