import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepWhatRuns, type Office, office } from '@tandem/server/testing';
import { newUser, run } from '../../../testing/cli.ts';

let from: Office;
let to: Office;
let folder: string;

beforeAll(async () => {
  from = await office();
  to = await office();
  keepWhatRuns();
  folder = mkdtempSync(join(tmpdir(), 'tandem-round-'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const admin = ({ server, adminKey }: Office) => newUser({ TANDEM_URL: server.url, TANDEM_KEY: adminKey });

/** The records of an export by type, without what is its own: ids of files, and members that were there before. */
function recordsIn(path: string) {
  const lines = readFileSync(join(path, 'export.jsonl'), 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => JSON.parse(line))
    .filter(({ type }) =>
      ['label', 'project', 'file', 'task', 'relation', 'comment', 'attachment'].includes(type),
    )
    .map(
      ({ id, fileId, author, addedBy, uploadedBy, createdBy, assignedTo, updatedAt, rank, ...record }) =>
        record,
    );
}

test('an exported folder with files is imported into another server, once, and undone', async () => {
  const { client } = from.ada;
  const file = await client.files.upload({ name: 'plan ü.txt', type: 'text/plain', content: 'The plan' });
  const parent = await client.tasks.create({
    title: 'Gärten 🌱',
    labels: ['garden'],
    createMissing: true,
    description: '*Soon*',
  });
  const child = await client.tasks.create({ title: 'Dig', parentTaskNumber: parent.taskNumber });
  await client.tasks.attach(parent.taskNumber, { fileId: file.id });
  await client.tasks.comment(child.taskNumber, { body: 'Where?' });
  const out = join(folder, 'out');
  expect(await run(admin(from), ['export', '--out', out])).toMatchObject({ code: 0 });

  const args = ['import', 'tandem', out, '--yes'];
  const first = await run(admin(to), args);
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).not.toMatch(/Warnings|skipped/);
  const [attachment] = (await to.ada.client.tasks.attachments(parent.taskNumber)).data;
  const content = await to.ada.client.files.content(attachment?.fileId as string);
  expect(await content.text()).toBe('The plan');

  const back = join(folder, 'back');
  expect(await run(admin(to), ['export', '--out', back])).toMatchObject({ code: 0 });
  expect(recordsIn(back)).toEqual(recordsIn(out));

  const again = await run(admin(to), args);
  expect(again.stdout).toMatch(/Records: \d+ unchanged\n/);

  const listed = await run(admin(to), ['import', 'list', '--json']);
  const runs = listed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(runs).toMatchObject([
    { source: 'tandem', state: 'finished' },
    { source: 'tandem', state: 'finished' },
  ]);
  await to.ada.client.tasks.update(child.taskNumber, { title: 'Dig deep' });
  expect(await run(admin(to), ['import', 'undo', runs[1].id])).toMatchObject({ code: 1 });
  const undone = await run(admin(to), ['import', 'undo', runs[1].id, '--yes']);
  expect([undone.stderr, undone.code, undone.stdout]).toEqual([
    '',
    0,
    expect.stringMatching(/^\d+ records? removed, \d+ left\n/),
  ]);
  expect(undone.stdout).toMatch(/task .*: It was changed here\./);
  expect((await to.ada.client.tasks.get(child.taskNumber)).title).toBe('Dig deep');
}, 60_000);
