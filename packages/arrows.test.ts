import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/*
 * The import rules of .dependency-cruiser.cjs, each broken once on purpose. The violations stand in a
 * small tree of their own, with the real rules, the real package.json files, and libraries that are
 * only names. `npm run check` holds the real sources against the same rules.
 */

const ROOT = resolve(__dirname, '..');
const PACKAGES = [
  'core',
  'client',
  'contract',
  'adapter-sql',
  'adapter-sqlite',
  'adapter-express',
  'adapter-mcp',
  'adapter-node',
  'adapter-postgres',
  'adapter-s3',
  'adapter-webhooks',
  'embed',
];

const LIBRARIES = [
  'express',
  'kysely',
  'better-sqlite3',
  'pg',
  'zod',
  'ulid',
  'undici',
  'standardwebhooks',
  '@aws-sdk/client-s3',
  '@modelcontextprotocol/server',
];

/** A line in a file; a rule that must refuse it, or none. */
type Case = readonly [file: string, line: string, rule: string | null];

// biome-ignore format: a table
const CASES: readonly Case[] = [
  ['packages/core/src/a-file.ts',            `import { readFileSync } from 'node:fs';`,                     'core-is-pure'],
  ['packages/core/src/a-bare-file.ts',       `import { readFileSync } from 'fs';`,                          'core-is-pure'],
  ['packages/core/src/a-clock.ts',           `const timers = await import('node:timers');`,                 'core-is-pure'],
  ['packages/core/src/a-type.ts',            `import type { Hash } from 'node:crypto';`,                    'core-is-pure'],
  ['packages/core/src/a-typed-value.ts',     `import { type Hash } from 'node:crypto';`,                    'core-is-pure'],
  ['packages/core/src/a-type-inside.ts',     `export type App = import('express').Express;`,                'core-is-pure'],
  ['packages/core/src/a-type-passed-on.ts',  `export type { ZodType } from 'zod';`,                         'core-is-pure'],
  ['packages/core/src/an-id.ts',             `import { ulid } from 'ulid';`,                                'core-is-pure'],
  ['packages/core/src/a-server.ts',          `import express from 'express';`,                              'core-is-pure'],
  ['packages/core/src/a-query.ts',           `import type { Kysely } from 'kysely';`,                       'core-is-pure'],
  ['packages/core/src/a-row.ts',             `import { contract } from '@tandem/contract';`,                'core-is-pure'],
  ['packages/core/src/a-row-type.ts',        `import type { Operation } from '@tandem/contract';`,          'core-is-pure'],
  ['packages/core/src/a-port.ts',            `import { nodePorts } from '@tandem/adapter-node';`,           'core-is-pure'],
  ['packages/core/src/a-near-port.ts',       `import { testPorts } from '../testing/ports.ts';`,            'core-is-pure'],
  ['packages/core/src/pure.ts',              `import { createTandem } from './index.ts';`,                  null],

  ['packages/core/testing/row.ts',           `import type { Operation } from '@tandem/contract';`,          'core-knows-no-other-package'],
  ['packages/core/testing/storage.ts',       `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     'core-knows-no-other-package'],
  ['packages/core/src/on-disk.test.ts',      `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     'core-knows-no-other-package'],
  ['packages/core/testing/ulids.ts',         `import { monotonicFactory } from 'ulid';`,                    'core-has-no-dependencies'],
  ['packages/core/testing/hash.ts',          `import { createHash } from 'node:crypto';`,                   null],

  ['packages/core/src/tasks/status.ts',      `import { taskUseCases } from './use-cases/tasks.ts';`,       'core-rules-do-no-work'],
  ['packages/core/src/tasks/acts.ts',        `import { moveTask } from '../steps/move-task.ts';`,           'core-rules-do-no-work'],
  ['packages/core/src/tasks/mention.ts',     `import { requireTask } from '../lookup/tasks.ts';`,           'core-rules-do-no-work'],
  ['packages/core/src/tasks/seen.ts',        `import type { Ports } from '../ports.ts';`,                   'core-rules-do-no-work'],
  ['packages/core/src/claims/store.ts',      `import type { Ports } from '../ports.ts';`,                   'core-rules-do-no-work'],
  ['packages/core/src/ready/ready.ts',       `import type { TaskStore } from '../tasks/store.ts';`,         'core-rules-know-no-stores'],
  ['packages/core/src/rules.ts',             `export { moveTask } from './steps/move-task.ts';`,            'core-rules-do-no-work'],
  ['packages/core/src/ready/order.ts',       `import { task } from '../tasks/task.ts';`,                    null],
  ['packages/core/src/claims/use-cases/claims.ts', `import { taskUseCases } from '../../tasks/use-cases/tasks.ts';`, 'core-use-cases-lend-nothing'],
  ['packages/core/src/steps/judge-act.ts',   `import { taskUseCases } from '../tasks/use-cases/tasks.ts';`, 'core-use-cases-lend-nothing'],
  ['packages/core/src/tasks/use-cases/relations.ts', `import { moveTask } from '../../steps/move-task.ts';`, null],
  ['packages/core/src/shared/text.ts',       `import type { Task } from '../tasks/task.ts';`,               'core-folders-have-an-order'],
  ['packages/core/src/claims/lease.ts',      `import type { Task } from '../tasks/task.ts';`,               'core-folders-have-an-order'],
  ['packages/core/src/lookup/claims.ts',     `import { moveTask } from '../steps/move-task.ts';`,           'core-folders-have-an-order'],
  ['packages/core/src/steps/end.ts',         `import { requireTask } from '../lookup/tasks.ts';`,           null],
  ['packages/core/src/a-subject/a-rule.ts',  `import type { Task } from '../tasks/task.ts';`,               'core-folders-are-listed'],

  ['packages/client/src/a-row.ts',           `import { contract } from '@tandem/contract';`,                'client-is-alone'],
  ['packages/client/src/a-row-type.ts',      `import type { Operation } from '@tandem/contract';`,          'client-is-alone'],
  ['packages/client/src/a-file.ts',          `import { readFileSync } from 'node:fs';`,                     'client-is-alone'],
  ['packages/client/src/held.test.ts',       `import { contract } from '@tandem/contract';`,                null],

  ['apps/web/src/a-row.ts',                  `import { contract } from '@tandem/contract';`,                'web-knows-client-alone'],
  ['apps/web/src/features/a-rule.tsx',       `import { createTandem } from '@tandem/core';`,                'web-knows-client-alone'],
  ['apps/web/src/features/an-import.ts',     `import { SOURCES } from '@tandem/cli/import';`,               null],
  ['apps/web/src/features/a-command.ts',     `import { note } from '@tandem/cli';`,                         'web-knows-client-alone'],
  ['apps/cli/src/import/a-file.ts',          `import { readFileSync } from 'node:fs';`,                     'imports-run-in-browsers'],
  ['apps/cli/src/import/local/a-file.ts',    `import { readFileSync } from 'node:fs';`,                     null],
  ['apps/web/src/api/a-client.ts',           `import { createClient } from '@tandem/client';`,              null],
  ['apps/cli/src/a-row.ts',                  `import { contract } from '@tandem/contract';`,                'cli-goes-by-the-client'],
  ['apps/cli/src/a-server.ts',               `import { loadAndRun } from '@tandem/server';`,                'cli-goes-by-the-client'],
  ['apps/cli/src/a-client.ts',               `import { createClient } from '@tandem/client';`,              null],
  ['apps/server/src/commands.ts',            `import { addServiceCommands } from '@tandem/cli';`,           null],
  ['apps/demo/src/a-server.ts',              `import { startServer } from '@tandem/server';`,               'demo-stands-beside-the-server'],
  ['apps/demo/src/a-story.ts',               `import { createTandem } from '@tandem/core';`,                null],

  ['packages/contract/src/to-disk.ts',       `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     'contract-knows-core-alone'],
  ['packages/contract/src/to-http.ts',       `import type { Request } from 'express';`,                     'contract-knows-core-alone'],
  ['packages/contract/src/to-file.ts',       `import { readFileSync } from 'node:fs';`,                     'contract-knows-core-alone'],
  ['packages/contract/src/to-memory.ts',     `import { inMemoryStorage } from '@tandem/core/in-memory';`,   'contract-knows-core-alone'],
  ['packages/contract/src/constants.ts',     `import { TASK_STATUSES } from '@tandem/core';`,               null],
  ['packages/contract/src/schemas.ts',       `import * as z from 'zod';`,                                    null],

  ['packages/adapter-express/src/store.ts',  `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     'adapters-never-see-each-other'],
  ['packages/adapter-express/src/types.ts',  `import type { DatabaseTooNew } from '@tandem/adapter-sqlite';`, 'adapters-never-see-each-other'],
  ['packages/adapter-sqlite/src/http.ts',    `import { createApp } from '../../adapter-express/src/index.ts';`, 'adapters-never-see-each-other'],
  ['packages/adapter-sqlite/src/config.ts',  `import { readConfig } from '@tandem/server';`,                'adapters-never-see-each-other'],
  ['packages/adapter-express/src/rows.ts',   `import { contract } from '@tandem/contract';`,                null],
  ['packages/adapter-sqlite/src/own.ts',     `import { sqliteStorage } from './index.ts';`,                 null],
  ['packages/adapter-sqlite/testing/a.ts',   `import { nodePorts } from '@tandem/adapter-node';`,           null],

  ['packages/embed/src/a-server.ts',         `import { startServer } from '@tandem/server';`,               'embed-composes'],
  ['packages/embed/src/an-id.ts',            `import { ulid } from 'ulid';`,                                'embed-composes'],
  ['packages/embed/src/a-storage.ts',        `export { sqliteStorage } from '@tandem/adapter-sqlite';`,     null],
  ['packages/adapter-express/src/start.ts',  `import { startTandem } from '@tandem/embed';`,                'adapters-never-see-each-other'],

  ['packages/adapter-sqlite/src/inside.ts',  `import { move } from '../../core/src/tasks/task.ts';`,        'packages-by-the-front-door'],
  ['apps/server/src/inside.ts',              `import { bind } from '../../../packages/adapter-express/src/http/binding.ts';`, 'packages-by-the-front-door'],
  ['apps/server/src/wiring.ts',              `import { createApp } from '@tandem/adapter-express';`,        null],
  ['apps/server/src/storage.ts',             `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     null],
  ['apps/server/src/ports.ts',               `import { nodePorts } from '@tandem/adapter-node';`,           null],

  ['packages/adapter-sqlite/src/second.ts',  `import Database from 'better-sqlite3';`,                      'one-file-opens-sqlite'],
  ['packages/adapter-sqlite/src/errors.ts',  `import type { SqliteError } from 'better-sqlite3';`,          'one-file-opens-sqlite'],
  ['apps/server/src/raw.ts',                 `import Database from 'better-sqlite3';`,                      'one-file-opens-sqlite'],
  ['packages/adapter-sqlite/src/engine/sqlite.ts',  `import Database from 'better-sqlite3';`,                      null],

  ['apps/server/src/client.ts',              `import pg from 'pg';`,                                        'one-adapter-opens-postgres'],
  ['packages/adapter-express/src/client.ts', `import type { Client } from 'pg';`,                            'one-adapter-opens-postgres'],
  ['packages/adapter-postgres/src/wire.ts',  `import pg from 'pg';`,                                        null],

  ['packages/adapter-express/src/sql.ts',    `import { sql } from 'kysely';`,                               'kysely-stays-in-its-adapter'],
  ['packages/adapter-sqlite/src/sql.ts',     `import { sql } from 'kysely';`,                               null],
  ['packages/adapter-sql/src/sql.ts',        `import { sql } from 'kysely';`,                               null],

  ['packages/adapter-sql/src/engine.ts',     `import { sqliteStorage } from '@tandem/adapter-sqlite';`,     'adapters-never-see-each-other'],
  ['packages/adapter-express/src/stores.ts', `import { storesOn } from '@tandem/adapter-sql';`,             'stores-are-for-the-storages'],
  ['apps/server/src/stores.ts',              `import { storesOn } from '@tandem/adapter-sql';`,             'stores-are-for-the-storages'],
  ['packages/adapter-sqlite/src/stores.ts',  `import { storesOn } from '@tandem/adapter-sql';`,             null],

  ['apps/server/src/routes.ts',              `import express from 'express';`,                              'express-stays-in-its-adapter'],
  ['packages/adapter-express/src/app.ts',    `import express from 'express';`,                              null],

  ['apps/server/src/fetching.ts',            `import { request } from 'undici';`,                           'one-adapter-sends-to-strangers'],
  ['packages/adapter-express/src/signed.ts', `import { Webhook } from 'standardwebhooks';`,                 'one-adapter-sends-to-strangers'],
  ['apps/proof/src/webhooks/verified.ts',    `import { Webhook } from 'standardwebhooks';`,                 null],
  ['packages/adapter-webhooks/src/send.ts',  `import { Client } from 'undici';`,                            null],

  ['apps/server/src/bucket.ts',              `import { S3Client } from '@aws-sdk/client-s3';`,              'one-adapter-speaks-s3'],
  ['apps/server/src/later.ts',               `const s3 = await import('@aws-sdk/client-s3');`,              'one-adapter-speaks-s3'],
  ['packages/adapter-s3/src/later.ts',       `const s3 = await import('@aws-sdk/client-s3');`,              null],

  ['packages/adapter-mcp/src/rule.ts',       `import { createTandem } from '@tandem/core';`,                'tools-are-clients'],
  ['packages/adapter-mcp/src/row.ts',        `import type { Operation } from '@tandem/contract';`,          'tools-are-clients'],
  ['packages/adapter-mcp/src/tool.ts',       `import { createClient } from '@tandem/client';`,              null],
  ['apps/server/src/tools.ts',               `import { Server } from '@modelcontextprotocol/server';`,      'one-adapter-speaks-mcp'],
  ['packages/adapter-mcp/src/server.ts',     `import { Server } from '@modelcontextprotocol/server';`,      null],

  ['packages/adapter-sqlite/src/shape.ts',   `import * as z from 'zod';`,                                    'libraries-are-declared'],
  ['packages/adapter-sqlite/src/shapes.ts',  `import type * as z from 'zod';`,                               'libraries-are-declared'],

  ['apps/server/src/gone.ts',                `import { gone } from './nowhere.ts';`,                        'everything-resolves'],
  ['apps/server/src/no-export.ts',           `import { move } from '@tandem/core/tasks';`,                  'everything-resolves'],

  ['packages/client/src/cycle/one.ts',       `export { two } from './two.ts';`,                             'no-cycles'],
  ['packages/client/src/types/one.ts',       `export type { Two } from './two.ts';`,                        'no-cycles'],

  ['apps/web/src/one/file.ts',               `export type { Two } from '../two/file.ts';`,                  'no-folder-cycles'],
  ['apps/web/src/three/file.ts',             `export type { Two } from '../two/file.ts';`,                  null],
];

interface Cruised {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
    readonly ruleSetUsed: { readonly forbidden: readonly { readonly name: string }[] };
  };
}

let cruised: Cruised;

beforeAll(() => {
  const tree = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-arrows-')));
  try {
    plant(tree);
    const depcruise = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps'];
    const { stdout, stderr } = spawnSync(process.execPath, [depcruise, ...args], {
      cwd: tree,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (stdout === '') throw new Error(stderr);
    cruised = JSON.parse(stdout) as Cruised;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}, 30_000);

function plant(tree: string): void {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  };
  for (const file of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json']) {
    cpSync(join(ROOT, file), join(tree, file));
  }
  mkdirSync(join(tree, 'node_modules/@tandem'), { recursive: true });
  for (const folder of [
    ...PACKAGES.map((name) => `packages/${name}`),
    'apps/cli',
    'apps/demo',
    'apps/server',
    'apps/web',
  ]) {
    write(`${folder}/package.json`, readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
    write(`${folder}/src/index.ts`, 'export {};');
    // The rules must hold with a build beside the sources.
    write(`${folder}/dist/index.js`, 'export {};');
    symlinkSync(join(tree, folder), join(tree, 'node_modules/@tandem', folder.split('/')[1] as string));
  }
  write('packages/core/src/in-memory/index.ts', 'export {};');
  write('apps/cli/src/import/index.ts', 'export {};');
  for (const file of [
    'tasks/task',
    'tasks/store',
    'tasks/use-cases/tasks',
    'steps/move-task',
    'lookup/tasks',
    'ports',
  ])
    write(`packages/core/src/${file}.ts`, 'export {};');
  write('packages/core/testing/ports.ts', 'export {};');
  write('packages/adapter-express/src/http/binding.ts', 'export {};');
  write('packages/client/src/cycle/two.ts', `export { one } from './one.ts';`);
  write('packages/client/src/types/two.ts', `export type { One } from './one.ts';`);
  write('apps/web/src/one/other.ts', 'export {};');
  write('apps/web/src/two/file.ts', `export type { Two } from '../one/other.ts';`);
  for (const library of LIBRARIES) {
    const manifest = { name: library, version: '1.0.0', type: 'module', exports: './dist/index.js' };
    write(`node_modules/${library}/package.json`, JSON.stringify(manifest));
    write(`node_modules/${library}/dist/index.js`, 'export {};');
  }
  for (const [file, line] of CASES) write(file, `${line}\n`);
}

const rulesBrokenBy = (file: string) =>
  cruised.summary.violations
    .filter(({ from }) => from === file || from === dirname(file))
    .map(({ rule }) => rule.name);

test.each(CASES.filter(([, , rule]) => rule !== null))('%s may not contain: %s', (file, _line, rule) => {
  expect(rulesBrokenBy(file)).toContain(rule);
});

test.each(CASES.filter(([, , rule]) => rule === null))('%s may contain: %s', (file) => {
  expect(rulesBrokenBy(file)).toEqual([]);
});

test('every dependency rule is broken here once', () => {
  const broken = new Set(CASES.map(([, , rule]) => rule));
  const rules = cruised.summary.ruleSetUsed.forbidden.map(({ name }) => name);
  expect(rules.filter((name) => !broken.has(name))).toEqual([]);
});
