import { spawnSync } from 'node:child_process';
import { ERROR_CODES } from '@tandem/contract';
import { lineOf, methodOf, ROWS } from './rows.ts';
import { typeWriter } from './shapes.ts';
import { valuesOf } from './values.ts';

const HEAD = '// Generated from the contract by `npm run generate -w packages/client`; do not edit.\n\n';

/** The generated sources of the client by file name, formatted by the `biome` program at this path. */
export function generated(biome: string): Readonly<Record<string, string>> {
  const first = typeWriter();
  for (const [group, name, row] of ROWS) methodOf(row, group, name, first);
  const types = typeWriter(first.enumerations());
  const groups = [...new Set(ROWS.map(([group]) => group))];
  const inGroups = (write: (row: (typeof ROWS)[number]) => string) =>
    groups.map(
      (group) =>
        `${group}: {\n${ROWS.filter(([of]) => of === group)
          .map(write)
          .join('\n')}\n}`,
    );
  const methods = inGroups(([group, name, row]) => methodOf(row, group, name, types));
  const table = inGroups(([, name, row]) => `${name}: ${lineOf(row)},`);
  const declarations = types.declarations();
  const used = declarations.map((text) => /(?:interface|type) (\w+)/.exec(text)?.[1] as string);
  const operations = `/** Each operation of the contract, by group and name. */\nexport interface Operations {\n${methods.join(';\n')};\n}\n`;
  const code = operations.replace(/\/\*\*.*?\*\//g, '');
  const imported = used.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const files = {
    'types.ts': `${declarations.join('\n')}\n/** Error codes of the service (docs/errors.md). */\nexport type ErrorCode = ${ERROR_CODES.map((code) => `'${code}'`).join(' | ')};\n`,
    'operations.ts': `${IMPORTS}import type { ${imported.join(', ')} } from './types.ts';\n\n${operations}`,
    'values.ts': valuesOf(types.values()),
    'table.ts': `import type { Row } from './row.ts';\n\n/** How each operation is sent, and how its answer is read. */\nexport const TABLE = {\n${table.join(',\n')},\n} satisfies Record<string, Record<string, Row>>;\n`,
  };
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, formatted(biome, name, HEAD + text)]),
  );
}

const IMPORTS = `import type { Call, FileToSend, Forever, Options } from './calls.ts';
import type { CountedPage, FeedPage, FoundPage, Listing } from './pages.ts';
import type { EventStream, StreamOptions } from './streams.ts';
`;

function formatted(biome: string, name: string, text: string): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [biome, 'check', '--write', `--stdin-file-path=packages/client/src/${name}`],
    { input: text, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`Can't format ${name}: ${stderr}`);
  return stdout;
}
