import { setTimeout as pause } from 'node:timers/promises';
import { onPostgres } from '../../testing/postgres.ts';
import { openStorage } from '../../testing/storages.ts';
import { connectionOn, type UnitConnection } from './connection.ts';
import { findCommit, type Head, keepHead, lockHead } from './head.ts';
import { openWire } from './wire.ts';

jest.setTimeout(60_000);

onPostgres('the outcome of a commit', ({ newDatabase }) => {
  let url: string;
  const opened: UnitConnection[] = [];
  const open = async () => {
    const wire = await openWire({ url, purpose: 'test' });
    const connection = connectionOn(wire, { reportBadRow: () => undefined });
    opened.push(connection);
    return connection;
  };
  beforeAll(async () => {
    url = await newDatabase();
    await (await openStorage(url)).close();
  });
  afterAll(() => Promise.all(opened.map(({ wire }) => wire.close())));

  const beginOn = async (connection: UnitConnection, workspaceId: string) => {
    connection.later('BEGIN');
    return (await lockHead(connection, workspaceId, false)) as Head;
  };

  test.each([
    ['the first of its workspace', 'COMMIT', 'committed'],
    ['the first of its workspace', 'ROLLBACK', 'undone'],
    ['a later one', 'COMMIT', 'committed'],
    ['a later one', 'ROLLBACK', 'undone'],
  ])(
    'the outcome of a commit that the server is still processing is reported once it is known: %s, %s',
    async (which, end, expected) => {
      const workspaceId = `${which} ${end}`;
      const [lost, asking] = [await open(), await open()];
      if (which === 'a later one') {
        const first = await beginOn(lost, workspaceId);
        keepHead(lost, workspaceId, first, { writer: 'before', signals: false, keyholdersChanged: false });
        await lost.wire.rows('COMMIT');
      }
      const head = await beginOn(lost, workspaceId);
      keepHead(lost, workspaceId, head, { writer: 'mine', signals: false, keyholdersChanged: false });
      const commits: string[] = [];
      const finding = findCommit(asking, workspaceId, head, 'mine').then((found) => commits.push(found));
      await pause(300);
      expect(commits).toEqual([]);
      await lost.wire.rows(end);
      await finding;
      expect(commits).toEqual([expected]);
      expect(await asking.wire.rows('SELECT pg_current_xact_id_if_assigned()')).toEqual([[null]]);
    },
  );

  test.each([
    [31, 'committed', 'undone'],
    [32, 'unknown', 'unknown'],
  ])(
    'the outcome of a commit is known after %d later commits by others, as %s or %s',
    async (others, made, undone) => {
      const connection = await open();
      const commit = async (workspaceId: string, writer: string) => {
        const head = await beginOn(connection, workspaceId);
        keepHead(connection, workspaceId, head, { writer, signals: false, keyholdersChanged: false });
        await connection.wire.rows('COMMIT');
        return head;
      };
      const workspaceId = `others ${others}`;
      const before = await commit(workspaceId, 'mine');
      for (let i = 0; i < others; i++) await commit(workspaceId, `other.${i}`);
      expect(await findCommit(connection, workspaceId, before, 'mine')).toBe(made);
      expect(await findCommit(connection, workspaceId, before, 'lost')).toBe(undone);
    },
  );
});
