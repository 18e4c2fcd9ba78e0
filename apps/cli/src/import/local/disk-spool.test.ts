import { DiskSpool } from './disk-spool.ts';

test('returns all entries as often as needed, also after a reader that stopped early', async () => {
  const spool = new DiskSpool<{ readonly id: number; readonly text: string }>();
  const entries = Array.from({ length: 50 }, (_, id) => ({ id, text: 'ü'.repeat(10_000) }));
  try {
    for (const entry of entries) await spool.add(entry);
    await spool.end();
    for await (const { id } of spool.items()) if (id === 3) break;
    for (let time = 0; time < 2; time++) {
      const found = [];
      for await (const entry of spool.items()) found.push(entry);
      expect(found).toEqual(entries);
    }
  } finally {
    spool.remove();
    spool.remove();
  }
});
