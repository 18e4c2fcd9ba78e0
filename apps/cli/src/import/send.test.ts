import type { ImportRecord } from './records.ts';
import { batchesOf, type SentRecord, sendAll, sentReport } from './send.ts';

async function* listed(records: readonly ImportRecord[]) {
  yield* records;
}

const tasks = (count: number, title = 'T'): ImportRecord[] =>
  Array.from({ length: count }, (_, i) => ({ type: 'task', externalId: `T-${i}`, title }));

const sizes = async (records: readonly ImportRecord[]) => {
  const found: number[] = [];
  for await (const batch of batchesOf(listed(records))) found.push(batch.length);
  return found;
};

test('a batch has at most 500 records and 1 MB; a longer record goes by itself', async () => {
  expect(await sizes(tasks(1_001))).toEqual([500, 500, 1]);
  expect(await sizes(tasks(5, 'x'.repeat(400_000)))).toEqual([2, 2, 1]);
  expect(await sizes([...tasks(1), ...tasks(2, '日'.repeat(500_000)), ...tasks(1)])).toEqual([1, 1, 1, 1]);
  expect(await sizes([])).toEqual([]);
});

const result = (externalId: string, more: Partial<SentRecord> = {}): SentRecord => ({
  type: 'task',
  externalId,
  outcome: 'created',
  taskNumber: 7,
  kept: [],
  warnings: [],
  ...more,
});

test('sends every record in order, shows the time left, and reports what was left as changed here', async () => {
  const received: unknown[] = [];
  const shown: string[] = [];
  let now = 0;
  const sent = await sendAll(
    {
      send: async (records) => {
        now += 3_000;
        received.push(...records.map(({ externalId }) => externalId));
        return records.map(({ externalId }) =>
          externalId === 'T-3'
            ? result('T-3', { outcome: 'kept', kept: ['title', 'status'] })
            : externalId === 'T-4'
              ? result('T-4', { outcome: 'skipped', taskNumber: null, warnings: ['the parent is missing'] })
              : result(String(externalId)),
        );
      },
    },
    listed(tasks(1_000)),
    { total: 1_000, progress: { at: (text) => shown.push(text) }, now: () => now },
  );
  expect(received).toEqual(tasks(1_000).map(({ externalId }) => externalId));
  expect(shown).toEqual([
    'Importing: 500 of 1,000 records, about 3 s left …',
    'Importing: 1,000 of 1,000 records …',
  ]);
  expect(sentReport(sent)).toEqual([
    'Records: 998 created, 1 left as changed here, 1 skipped',
    'Changed here since the last import, and left so:',
    '  task T-3 (#7): title, status',
    'Warnings of the server:',
    '  task T-4: the parent is missing',
  ]);
});
