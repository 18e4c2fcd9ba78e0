import type { ImportRecord, PlacedRecord } from './records.ts';
import { batchesOf, type SentRecord, sendAll, sentReport } from './send.ts';

async function* listed(records: readonly ImportRecord[]): AsyncGenerator<PlacedRecord> {
  for (const [at, record] of records.entries()) yield { record, place: { file: 'a.csv', line: at + 2 } };
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

test('sends every record in order, shows the time left, and reports what was kept, skipped and warned of', async () => {
  const received: unknown[] = [];
  const shown: string[] = [];
  let now = 0;
  const answers: Readonly<Record<string, Partial<SentRecord>>> = {
    'T-3': { outcome: 'kept', kept: ['title', 'status'] },
    'T-4': { outcome: 'skipped', taskNumber: null, warnings: ['the parent is missing'] },
    ...Object.fromEntries(
      Array.from({ length: 7 }, (_, i) => [`T-${600 + i}`, { warnings: ['"Parked" becomes a label'] }]),
    ),
  };
  const sent = await sendAll(
    {
      send: async (records) => {
        now += 3_000;
        received.push(...records.map(({ externalId }) => externalId));
        return records.map(({ externalId }) => result(String(externalId), answers[String(externalId)]));
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
    'Records: 998 created, 1 kept as changed here, 1 skipped',
    'Changed here since the last import, and kept:',
    '  a.csv:5: task T-3 (#7): title, status',
    'Warnings of the server:',
    '  a.csv:6: task T-4: the parent is missing',
    '  "Parked" becomes a label (7 records)',
    ...[602, 603, 604, 605, 606].map((line) => `    a.csv:${line}: task T-${line - 2} (#7)`),
    '    and 2 more',
  ]);
});

test('a report stays short when every record has another warning', async () => {
  const send = async (records: readonly ImportRecord[]) =>
    records.map(({ externalId }) => result(String(externalId), { warnings: [`${externalId} is odd`] }));
  const sent = await sendAll({ send }, listed(tasks(1_000)), {
    total: 1_000,
    progress: { at: () => undefined },
  });
  expect(sentReport(sent).length).toBeLessThan(120);
  expect(sentReport(sent)).toContain('  other messages (900 records)');
});
