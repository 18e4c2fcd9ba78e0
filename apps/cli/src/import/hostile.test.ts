import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceComment } from './items.ts';
import { placeText } from './items.ts';
import { filesOf } from './local/files.ts';
import { sourceNamed } from './local/sources.ts';
import { type MappedTask, scan } from './scan.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-hostile-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The tasks, comments and notices of a file with this content. */
async function read(source: string, name: string, content: string | Buffer) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const found: (MappedTask | SourceComment)[] = [];
  const sink = { add: async (item: MappedTask | SourceComment) => void found.push(item) };
  const { read: items, files } = sourceNamed(source);
  const plan = await scan(items(filesOf([path], files), {}), {}, sink);
  return {
    plan,
    titles: found.flatMap((each) => (each.type === 'task' ? [each.title] : [])),
    found,
    notices: plan.notices.map(({ place, message }) => `${placeText(place)}: ${message}`),
  };
}

const CSV = 'ID,Title\n1,Grüße\n2,"two\nlines"\n';

test.each([
  ['UTF-8', Buffer.from(CSV)],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${CSV}`)],
  ['UTF-16', Buffer.from(`\ufeff${CSV}`, 'utf16le')],
  ['UTF-16 with big ends', Buffer.from(`\ufeff${CSV}`, 'utf16le').swap16()],
  ['line ends of Windows', Buffer.from(CSV.replaceAll('\n', '\r\n'))],
  ['semicolons', Buffer.from(CSV.replaceAll(',', ';'))],
  ['tabs', Buffer.from(CSV.replaceAll(',', '\t'))],
])('reads a CSV file in %s', async (_what, content) => {
  expect(await read('csv', 'tasks.csv', content)).toMatchObject({
    titles: ['Grüße', 'two lines'],
    notices: [],
  });
});

test.each([
  [
    'an older encoding',
    Buffer.from('ID,Title\n1,a\n2,Gr\xfc\xdfe\n', 'latin1'),
    'tasks.csv:3: the file is not valid UTF-8',
  ],
  ['UTF-16 without a mark', Buffer.from(CSV, 'utf16le'), 'looks like UTF-16'],
  ['a ZIP archive', Buffer.from('504b030414000600', 'hex'), 'ZIP archive or an Excel file'],
  ['compressed data', Buffer.from('1f8b0800', 'hex'), 'compressed'],
  ['a quote that is never closed', 'ID,Title\n1,a\n2,"b\n3,c\n', 'tasks.csv:4: a quote is not closed'],
  ['a quote in a cell', 'ID,Title\n1,5" pipe\n', 'tasks.csv:2: a quote stands inside'],
  ['text after a quote', 'ID,Title\n1,"5" pipe"\n', 'tasks.csv:2: text follows a closing quote'],
  ['nothing', '', 'is empty'],
  ['an empty header', ',,\n1,2,3\n', 'the header is empty'],
  ['no title', 'ID,Colour\n1,red\n', 'no column for titles'],
])('refuses a CSV file with %s and names the place', async (_what, content, message) => {
  await expect(read('csv', 'tasks.csv', content)).rejects.toThrow(message);
});

test.each([
  ['linear', 'ID,Name\n', "not Linear's CSV export"],
  ['jira', 'Key,Summary\n', "not Jira's CSV export"],
  ['github', '{"message":"Not Found"}', 'expected a list of issues'],
  ['github', '[{"number":1},\n oops]', 'x.file:2: invalid JSON'],
  ['github', '[{"number":1}', 'x.file:1: invalid JSON'],
  ['github', '', 'is empty'],
  ['taskmaster', '{"tasks":[]}', 'it is not tasks.json of Task Master'],
  ['trello', '{"data":[]}', "not Trello's JSON export"],
  ['vibe-kanban', 'SQLite format 3', 'x.file cannot be'],
])('refuses a file that is not of %s: %s', async (source, content, message) => {
  await expect(read(source, 'x.file', content)).rejects.toThrow(message);
});

test('cuts and cleans texts, with a warning for each', async () => {
  const long = 'x'.repeat(10 * 1024 * 1024);
  const labels = Array.from({ length: 60 }, (_, at) => `l${at}`).join(';');
  const rows = [
    ['1', `a\0b`, long, labels],
    ['2', 'y'.repeat(600), '', 'z'.repeat(50)],
    ['3'.repeat(300), '😀'.repeat(501), '', ''],
  ];
  const csv = [
    'id,title,description,labels',
    ...rows.map((row) => row.map((each) => `"${each}"`).join(',')),
  ].join('\n');
  const { found, notices } = await read('csv', 'tasks.csv', csv);
  expect(found).toMatchObject([
    { title: 'ab', labels: expect.arrayContaining(['l0', 'l49']) },
    { title: 'y'.repeat(500), labels: ['z'.repeat(40)] },
    { id: expect.stringMatching(/^3{160} [0-9a-z]{5,12}$/), title: '😀'.repeat(500) },
  ]);
  expect((found[0] as MappedTask).description).toHaveLength(100_000);
  expect(notices).toEqual([
    'tasks.csv:2: the title contains NUL or broken characters; they are left out',
    'tasks.csv:2: the description is longer than 100000 characters and is cut',
    'tasks.csv:2: the task has 60 labels; only 50 are kept',
    'tasks.csv:3: the title is longer than 500 characters and is cut',
    'tasks.csv:3: the label is longer than 40 characters and is cut',
    'tasks.csv:4: the title is longer than 500 characters and is cut',
  ]);
});

test('breaks cycles of parents and blockers, and names the rows', async () => {
  const { plan, notices } = await read(
    'csv',
    'tasks.csv',
    'id,title,parent,blocked by\na,A,b,b\nb,B,c,a\nc,C,a,c\nd,D,d,"nowhere, a, a"\n',
  );
  expect(plan).toMatchObject({ tasks: 4, subtasks: 2 });
  expect(plan.relations.map(({ from, to }) => `${from} ${to}`)).toEqual(['b a', 'a d']);
  expect(notices).toEqual([
    'tasks.csv:4: c is above its own parent a; it becomes a task of its own',
    'tasks.csv:5: d is above its own parent d; it becomes a task of its own',
    'tasks.csv:4: c is related to itself, which is left out',
    'tasks.csv:5: nowhere is not in the source, so a relation to it is left out',
    'tasks.csv:3: a blocks b, which blocks a; the last relation of the cycle is left out',
  ]);
});

test('reads formulas of spreadsheets as texts', async () => {
  const { titles } = await read('csv', 'tasks.csv', `id,title\n1,"'=HYPERLINK(""x"")"\n2,=1+1\n3,'quoted'\n`);
  expect(titles).toEqual(['=HYPERLINK("x")', '=1+1', "'quoted'"]);
});

test('reads several JSON documents in a file, as pages of an API', async () => {
  const page = (...numbers: number[]) =>
    JSON.stringify(numbers.map((number) => ({ number, title: `T${number}` })));
  const { titles } = await read('github', 'pages.json', `${page(1, 2)}\n${page(3)}[${page(4)},${page(5)}]`);
  expect(titles).toEqual(['T1', 'T2', 'T3', 'T4', 'T5']);
});
