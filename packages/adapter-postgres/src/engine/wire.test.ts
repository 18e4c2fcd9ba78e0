import { onPostgres } from '../../testing/postgres.ts';
import { connectionOn } from './connection.ts';
import { openWire, type Wire } from './wire.ts';

jest.setTimeout(60_000);

onPostgres('A connection', ({ newDatabase }) => {
  let url: string;
  let wire: Wire;
  beforeAll(async () => {
    url = await newDatabase();
  });
  beforeEach(async () => {
    wire = await openWire({ url, purpose: 'test' });
  });
  afterEach(() => wire.close());

  const statement = (i: number) => `SELECT ${i}`;
  test('a connection keeps the statements of one turn even if a new one evicts the oldest', async () => {
    for (let i = 0; i < 500; i++) await wire.rows(statement(i));
    for (let i = 0; i < 500; i += 50) {
      // The second one uses the statement that the first one evicts, as do earlier ones.
      const answers = [wire.rows(statement(i)), wire.rows(statement(1_000 + i)), wire.rows(statement(i))];
      expect(await Promise.all(answers)).toEqual([[[i]], [[1_000 + i]], [[i]]]);
    }
  });

  test('a connection deallocates evicted statements on the server, even in a failed transaction', async () => {
    for (let i = 0; i < 500; i++) await wire.rows(statement(i));
    for (let i = 0; i < 50; i++) {
      await wire.rows('BEGIN');
      await expect(wire.rows('SELECT 1 / 0')).rejects.toThrow('division by zero');
      await Promise.allSettled([wire.rows(statement(1_000 + i)), wire.rows(statement(2_000 + i))]);
      await wire.rows('ROLLBACK');
      await wire.rows(statement(3_000 + i));
    }
    const [count] = await wire.rows('SELECT count(*) FROM pg_prepared_statements');
    expect(count?.[0]).toBeLessThanOrEqual(501);
  });

  test.each([
    ['columns were added to what it reads', 'ALTER TABLE notes ADD COLUMN author TEXT', ['kept', null]],
    ['somebody between has forgotten them', 'DEALLOCATE ALL', ['kept']],
  ])('a connection prepares statements again when %s', async (_, meanwhile, row) => {
    await wire.script(`DROP TABLE IF EXISTS notes; CREATE TABLE notes (text TEXT)`);
    await wire.script(`INSERT INTO notes VALUES ('kept')`);
    await wire.rows('SELECT * FROM notes');
    await wire.script(meanwhile);
    await wire.rows('SELECT * FROM notes').catch(() => undefined);
    expect(await wire.rows('SELECT * FROM notes')).toEqual([row]);
  });

  test('a connection does not report earlier errors to its next user', async () => {
    const connection = connectionOn(wire, { reportBadRow: () => undefined });
    connection.later('BEGIN');
    await expect(connection.get('SELECT 1 / 0', [])).rejects.toMatchObject({ code: '22012' });
    const left = expect(connection.get('SELECT 1', [])).rejects.toThrow();
    connection.last('COMMIT');
    connection.clear();
    connection.later('BEGIN');
    expect(await connection.get('SELECT 2', [], ([n]) => n)).toBe(2);
    await left;
    expect(connection.failure()).toBe(null);
    connection.later('COMMIT');
  });
});
