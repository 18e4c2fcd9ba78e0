import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importRecord } from '@tandem/contract';
import type Driver from 'better-sqlite3';
import type { SourceComment } from './items.ts';
import { DiskSpool } from './local/disk-spool.ts';
import { filesOf } from './local/files.ts';
import { SOURCES } from './local/sources.ts';
import { type ImportRecord, recordsOf } from './records.ts';
import { type MappedTask, scan } from './scan.ts';

const FIXTURES = join(__dirname, 'fixtures');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-records-'));
  const Database = createRequire(__filename)('better-sqlite3') as typeof Driver;
  const database = new Database(join(folder, 'db.sqlite'));
  database.exec(readFileSync(join(FIXTURES, 'vibe-kanban/database.sql'), 'utf8'));
  database.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(SOURCES)(
  'turns an export of $name into records that an import accepts, references after their targets',
  async (source) => {
    const path = source.name === 'vibe-kanban' ? folder : join(FIXTURES, source.name);
    const spool = new DiskSpool<MappedTask | SourceComment>();
    const records: ImportRecord[] = [];
    try {
      const plan = await scan(source.read(filesOf([path], source.files), {}), {}, spool);
      await spool.end();
      // As the server receives them.
      for await (const { record } of recordsOf(plan, spool)) records.push(JSON.parse(JSON.stringify(record)));
      const count = (type: string) => records.filter((each) => each.type === type).length;
      expect(count('task')).toBe(plan.tasks);
      expect(count('comment')).toBe(plan.comments);
      expect(count('task')).toBeGreaterThan(2);
    } finally {
      spool.remove();
    }
    const known = new Set<unknown>();
    for (const record of records) {
      expect(importRecord.safeParse(record)).toMatchObject({ success: true });
      const { assignedTo, createdBy, author, parentTaskNumber, projectId, taskNumber, from, to } = record;
      for (const reference of [
        assignedTo,
        createdBy,
        author,
        parentTaskNumber,
        projectId,
        taskNumber,
        from,
        to,
      ])
        if (reference !== undefined) expect(known).toContain(reference);
      known.add(record.externalId);
    }
  },
);
