import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SetupRecord } from '../kept/setups.ts';
import { TOOL_NAMES, type ToolName } from './names.ts';
import { planSetup, planUndo, write } from './plan.ts';
import { TOOLS } from './tools.ts';

const AGENT = { name: 'scribe', url: 'https://tandem.example' };
const OTHER = { name: 'clerk', url: 'https://tandem.example' };
const NOTHING: SetupRecord = { files: {} };

type Files = Readonly<Record<string, string>>;

/** A JSON file as people leave it: comments, tabs, a trailing comma, CRLF, everything on one line. */
const jsonFiles = (path: string, list: string): Readonly<Record<string, Files>> => ({
  'with comments, tabs and a trailing comma': {
    [path]: `// ours\n{\n\t"${list}": {\n\t\t// a database\n\t\t"db": { "command": "db",   "args": [] }, // local\n\t\t/* "old": {} */\n\t},\n\t"z":   [1,2,   3]\n}`,
  },
  'with CRLF and an empty object': { [path]: `{\r\n    "${list}": {},\r\n    "x" : 1\r\n}\r\n` },
  'on one line, without a final line break': { [path]: `{"${list}":{"db":{"command":"db"}},"x":[1]}` },
  'with only a comment': { [path]: '{\n  // nothing yet\n}\n' },
  'with a byte order mark': { [path]: `\ufeff{ "x": true }\n` },
  'with no content': { [path]: '' },
  'with an entry of another kind': {
    [path]: `{\n  "${list}": {\n    "tandem": { "url": "https://a.example/mcp" }, "b": {}\n  }\n}\n`,
  },
});

const TEXTS: Readonly<Record<string, Files>> = {
  'with texts': { 'AGENTS.md': '# Rules\n\nBe kind.\n', 'CLAUDE.md': '# Claude' },
  'with texts in CRLF': { 'AGENTS.md': '# Rules\r\n\r\nBe kind.\r\n' },
  'with a text that has no final line break': { 'AGENTS.md': '# Rules\n\nBe kind.' },
  'with a text that imports the other': { 'AGENTS.md': '# Rules\n', 'CLAUDE.md': '@AGENTS.md\n' },
};

const HOOKS: Readonly<Record<string, Files>> = {
  'with hooks': {
    '.claude/settings.json':
      '{\n  "permissions": {"allow": ["Bash(ls)"]},\n  "hooks": {\n    "SessionStart": [\n      { "hooks": [{ "type": "command", "command": "date" }] }\n    ],\n    "Stop": []\n  }\n}\n',
  },
};

const TOMLS: Readonly<Record<string, Files>> = {
  'with comments and tables': {
    '.codex/config.toml': '# ours\nmodel   = "x" # fast\n\n[mcp_servers.db]\ncommand = "db"\nargs = [ ]\n',
  },
  'with CRLF': { '.codex/config.toml': 'model = "x"\r\n\r\n[projects."/a"]\r\ntrust_level = "trusted"\r\n' },
  'with an inline table, without a final line break': { '.codex/config.toml': 'tools = { web = true }' },
};

const CONTEXTS: Readonly<Record<string, Files>> = {
  'with names of context files': {
    '.gemini/settings.json': '{\n  "context": { "fileName": ["GEMINI.md"] }, // ours\n  "ui": {}\n}\n',
  },
  'with one name of a context file': {
    '.gemini/settings.json': '{\n  "context": { "fileName": "RULES.md" }\n}',
  },
  'with all names of context files': { '.gemini/settings.json': '{"context":{"fileName":["AGENTS.md"]}}' },
};

/** Files that each tool finds in a repository. */
const USED: Readonly<Record<ToolName, Readonly<Record<string, Files>>>> = {
  claude: { ...jsonFiles('.mcp.json', 'mcpServers'), ...HOOKS, ...TEXTS },
  codex: { ...TOMLS, ...TEXTS },
  gemini: { ...jsonFiles('.gemini/settings.json', 'mcpServers'), ...CONTEXTS },
  opencode: {
    ...jsonFiles('opencode.json', 'mcp'),
    'with a file of the other name': { 'opencode.jsonc': '{ /* mine */ }' },
  },
  generic: TEXTS,
};

const CASES = TOOL_NAMES.flatMap((tool) => [
  [tool, 'in an empty repository', {} as Files] as const,
  ...Object.entries(USED[tool]).map(([name, files]) => [tool, name, files] as const),
]);

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-setup-')));
});

afterEach(() => rmSync(folder, { recursive: true }));

function fill(files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

function content(): Files {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]));
}

function setUp(tool: ToolName, known = NOTHING, agent = AGENT): SetupRecord {
  const { changes, record } = planSetup(folder, tool, TOOLS[tool].parts(agent), known);
  write(folder, changes);
  return record;
}

function undo(tool: ToolName, known: SetupRecord): SetupRecord {
  const { changes, record } = planUndo(folder, tool, TOOLS[tool].parts(AGENT), known);
  write(folder, changes);
  return record;
}

/** Makes line ends visible. */
const shown = (files: Files): string =>
  Object.entries(files)
    .map(
      ([file, text]) =>
        `=== ${file}\n${text.replaceAll('\r', '␍').replaceAll('\ufeff', '[BOM]')}${text.endsWith('\n') ? '' : '␄\n'}`,
    )
    .join('');

describe.each(CASES)('%s %s', (tool, name, files) => {
  test('writes the golden files', () => {
    fill(files);
    setUp(tool);
    const changed = Object.entries(content()).filter(
      ([file]) => file in files || Object.keys(files).length === 0,
    );
    expect(shown(Object.fromEntries(changed))).toMatchSnapshot();
  });

  test('changes nothing the second time, and restores every byte', () => {
    fill(files);
    const record = setUp(tool);
    const once = content();
    const again = setUp(tool, record);
    expect([content(), again]).toEqual([once, record]);
    expect(undo(tool, again)).toEqual(NOTHING);
    expect(content()).toEqual(files);
    expect(readdirSync(folder).length).toBe(
      new Set(Object.keys(files).map((file) => file.split('/')[0])).size,
    );
  });

  test('changes the agent in place', () => {
    fill(files);
    const record = setUp(tool);
    const first = content();
    setUp(tool, setUp(tool, record, OTHER), AGENT);
    expect(content()).toEqual(first);
  });

  test('takes back only its own part from edited files', () => {
    fill(files);
    const record = setUp(tool);
    for (const [file, text] of Object.entries(content()))
      writeFileSync(join(folder, file), edited(file, text));
    undo(tool, record);
    const left = content();
    expect(JSON.stringify(left)).not.toMatch(/--agent|tandem:begin/);
    for (const [file, text] of Object.entries(left)) {
      const before = files[file];
      if (before === undefined) expect(text.length).toBeLessThan(80);
      else if (!REPLACED.includes(name)) expect([file, text]).toEqual([file, edited(file, before)]);
    }
  });
});

/** Cases in which a value of the person is replaced, and comes back with another format. */
const REPLACED = ['with an entry of another kind', 'with one name of a context file', 'with no content'];

function edited(file: string, text: string): string {
  if (file.endsWith('.md')) return `Edited.\n${text}`;
  return file.endsWith('.toml') ? `# edited\n${text}` : text.replace('{', '{ /* edited */');
}

test('an undo keeps the section that another tool needs', () => {
  fill({ 'AGENTS.md': '# Rules' });
  const both = setUp('gemini', setUp('claude'));
  const one = undo('claude', both);
  expect(Object.keys(content())).toEqual(['.gemini/settings.json', 'AGENTS.md']);
  expect(content()['AGENTS.md']).toContain('tandem:begin');
  undo('gemini', one);
  expect(content()).toEqual({ 'AGENTS.md': '# Rules' });
});

test('an undo in another clone takes back the parts', () => {
  fill({ 'AGENTS.md': '# Rules\n' });
  setUp('claude');
  undo('claude', NOTHING);
  expect(content()).toEqual({ 'AGENTS.md': '# Rules\n' });
});

test.each([
  [
    'codex',
    '.codex/config.toml',
    '[mcp_servers.tandem]\ncommand = "x"\n',
    /already has \[mcp_servers\.tandem\]/,
  ],
  ['codex', '.codex/config.toml', 'a = \n', /is not valid TOML at line 1/],
  ['codex', '.codex/config.toml', 'mcp_servers = {}\n', /is not valid TOML at line/],
  ['claude', '.mcp.json', '[]', /is not a JSON object/],
  ['claude', '.mcp.json', '{"mcpServers": []}', /has mcpServers, which is not an object/],
  ['claude', 'CLAUDE.md', '<!-- tandem:begin -->\n', /must have .* once, in this order, or not at all/],
  ['generic', 'AGENTS.md', Buffer.from([0x80]), /is not encoded in UTF-8/],
] as const)('%s refuses %s with %j', (tool, file, text, message) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  expect(() => setUp(tool)).toThrow(message);
});

test('a link to another file of the repository is followed once', () => {
  fill({ 'AGENTS.md': '# Rules\n' });
  symlinkSync('AGENTS.md', join(folder, 'CLAUDE.md'));
  const record = setUp('claude');
  expect(content()['AGENTS.md']?.match(/tandem:begin/g)).toHaveLength(1);
  undo('claude', record);
  expect(lstatSync(join(folder, 'CLAUDE.md')).isSymbolicLink()).toBe(true);
  expect(content()).toEqual({ 'AGENTS.md': '# Rules\n' });
});
