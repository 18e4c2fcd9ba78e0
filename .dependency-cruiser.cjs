/**
 * The arrows between the packages (docs/architecture.md). core → nothing; client → nothing; cli → client and adapter-mcp; web → client and the reading of imports in cli; contract → core; adapters →
 * core and contract, never each other, but that the two storages share adapter-sql; adapter-mcp → client alone; only
 * apps see all. packages/arrows.test.ts breaks each rule once.
 */
const TEST = '\\.test\\.ts$';
/** A library as it is imported, and its types. */
const library = (name) => `(^|/)node_modules/(@types/)?${name}/`;

/** A file of a subject in core, such as tasks/status.ts or tasks/store.ts, outside its use cases; and rules.ts, which offers them. */
const CORE_SUBJECT = '^packages/core/src/(rules|(?!(in-memory|lookup|steps|waits)/)[^/]+/[^/]+)\\.ts$';
/** The ports of a subject: its store, and what sends its messages. */
const CORE_PORT = '^packages/core/src/[^/]+/(store|sender)\\.ts$';

/**
 * The folders of core from the bottom up. A file imports folders before its own and none after it, so folders form no
 * cycle, types included. Use cases stand above all of them.
 */
const CORE_FOLDERS = [
  ...['shared', 'workspace', 'members', 'access', 'files', 'usage', 'events', 'activity', 'sessions'],
  ...['turns', 'chats', 'agents', 'labels', 'claims', 'results', 'attempts', 'search', 'tasks', 'ready'],
  ...['questions', 'projects', 'initiatives', 'goals', 'webhooks', 'notifications', 'inbox', 'views'],
  ...['verifications', 'preferences', 'exports', 'imports', 'idempotency', 'removals', 'waits', 'hooks'],
  ...['lookup', 'steps'],
];
const inCore = (...folders) => `^packages/core/src/(${folders.join('|')})/[^/]+\\.ts$`;

/** What a package offers to others; whatever else lies in it is its own. */
const FRONT_DOORS =
  '/src/index\\.ts$|^apps/cli/src/import/index\\.ts$|^(apps/server|packages/adapter-s3)/testing/index\\.ts$|^packages/core/(src/in-memory/index|src/rules|src/shared/nearest|testing/((model/)?index|free-port|programs|run-here|world))\\.ts$|^packages/adapter-postgres/testing/postgres\\.ts$|^packages/contract/src/openapi\\.ts$|^packages/adapter-webhooks/src/addresses\\.ts$';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'packages/core/src imports nothing but itself: no I/O, no framework, no library.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: TEST },
      to: { pathNot: '^packages/core/src/' },
    },
    {
      name: 'core-has-no-dependencies',
      comment: 'Its worlds import Node alone. Contract suites and the model run under Jest with fast-check.',
      severity: 'error',
      from: { path: '^packages/core/', pathNot: `${TEST}|^packages/core/testing/(contract|model)/` },
      to: { path: '(^|/)node_modules/' },
    },
    {
      name: 'core-knows-no-other-package',
      comment: 'Nor do the core’s contract suites, nor its tests.',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: '^(packages|apps)/', pathNot: '^packages/core/' },
    },
    {
      name: 'core-rules-do-no-work',
      comment:
        'Rules and stores import rules: no use case, no step or look-up of one, and no file that wires them.',
      severity: 'error',
      from: { path: CORE_SUBJECT, pathNot: TEST },
      to: { path: '^packages/core/src/([^/]+\\.ts$|(in-memory|lookup|steps|waits)/|[^/]+/use-cases/)' },
    },
    {
      name: 'core-rules-know-no-stores',
      severity: 'error',
      from: { path: CORE_SUBJECT, pathNot: `${TEST}|${CORE_PORT}` },
      to: { path: CORE_PORT },
    },
    {
      name: 'core-use-cases-lend-nothing',
      comment:
        'What several subjects need is a rule, a look-up (core/src/lookup) or a step (core/src/steps).',
      severity: 'error',
      from: { path: '^packages/core/src/([^/]+)/', pathNot: TEST },
      to: { path: '^packages/core/src/[^/]+/use-cases/', pathNot: '^packages/core/src/$1/' },
    },
    ...CORE_FOLDERS.map((folder, index) => ({
      name: 'core-folders-have-an-order',
      comment: 'A folder of core imports those before it in CORE_FOLDERS.',
      severity: 'error',
      from: { path: inCore(folder), pathNot: TEST },
      to: {
        path: '^packages/core/src/[^/]+/',
        pathNot: `^packages/core/src/(${CORE_FOLDERS.slice(0, index + 1).join('|')})/`,
      },
    })),
    {
      name: 'core-folders-are-listed',
      comment: 'A new folder of core takes its position in CORE_FOLDERS.',
      severity: 'error',
      from: { path: inCore('[^/]+'), pathNot: `${TEST}|${inCore('in-memory', ...CORE_FOLDERS)}` },
      to: {},
    },
    {
      name: 'client-is-alone',
      comment:
        'packages/client/src runs in browsers too and installs alone: it imports nothing but itself. Its tests hold it against the contract.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: TEST },
      to: { pathNot: '^packages/client/src/' },
    },
    {
      name: 'contract-knows-core-alone',
      comment: 'The contract is data: the core’s constants, zod’s schemas, and what OpenAPI makes of them.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: TEST },
      to: { pathNot: `^packages/(contract/|core/src/index\\.ts$)|${library('zod(-openapi)?')}` },
    },
    {
      name: 'cli-goes-by-the-client',
      comment:
        'What speaks to a server installs where no server is, and knows the interface by @tandem/client alone; adapter-mcp does, too.',
      severity: 'error',
      from: { path: '^apps/cli/src/', pathNot: TEST },
      to: { path: '^(packages|apps)/', pathNot: '^(apps/cli/src|packages/(client|adapter-mcp)/src)/' },
    },
    {
      name: 'demo-stands-beside-the-server',
      comment:
        'The server starts the demo. The demo creates its content with the core and works by client and command line.',
      severity: 'error',
      from: { path: '^apps/demo/src/', pathNot: TEST },
      to: { path: '^(packages|apps)/', pathNot: '^(apps/(demo|cli)|packages/(core|client|adapter-node))/' },
    },
    {
      name: 'web-knows-client-alone',
      comment:
        'The page has no endpoint of its own: all that it shows comes by @tandem/client. It reads exports of other trackers as the command line does.',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: TEST },
      to: {
        path: '^(packages|apps)/',
        pathNot: '^(apps/web|packages/client)/src/|^apps/cli/src/import/index\\.ts$',
      },
    },
    {
      name: 'imports-run-in-browsers',
      comment: 'What reads exports is shared with the page; what needs a disk or Node is in import/local.',
      severity: 'error',
      from: { path: '^apps/cli/src/import/', pathNot: `${TEST}|^apps/cli/src/import/local/` },
      to: {
        pathNot: `^apps/cli/src/(import/(?!local/)|ending\\.ts$)|^packages/client/src/|${library('(csv-parse|@streamparser/json|yaml)')}`,
      },
    },
    {
      name: 'adapters-never-see-each-other',
      severity: 'error',
      from: { path: '^packages/(adapter-[^/]+)/', pathNot: `${TEST}|/testing/` },
      to: { path: '^(packages/(adapter-|embed/)|apps/)', pathNot: '^packages/($1|adapter-sql)/' },
    },
    {
      name: 'embed-composes',
      comment: 'It starts the core with adapters, and does nothing that they could do.',
      severity: 'error',
      from: { path: '^packages/embed/src/', pathNot: TEST },
      to: {
        path: '^(packages|apps)/|(^|/)node_modules/',
        pathNot: '^packages/(embed|core|adapter-[^/]+)/',
      },
    },
    {
      name: 'stores-are-for-the-storages',
      comment: 'What adapter-sql has is for the two engines; it knows neither of them.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/adapter-(sql|sqlite|postgres)/' },
      to: { path: '^packages/adapter-sql/' },
    },
    {
      name: 'packages-by-the-front-door',
      comment: 'What another package is asked for goes through its exports.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: { path: '^(packages|apps)/', pathNot: `^$1/|${FRONT_DOORS}` },
    },
    {
      name: 'one-file-opens-sqlite',
      comment: 'sqlite.ts is the only file that imports better-sqlite3; a test or the benchmark may.',
      severity: 'error',
      from: {
        path: '^(packages|apps/server)/',
        pathNot: `^packages/adapter-sqlite/src/engine/sqlite\\.ts$|${TEST}|/testing/`,
      },
      to: { path: library('better-sqlite3') },
    },
    {
      name: 'one-adapter-opens-postgres',
      comment: 'The benchmark measures the bare driver beside ours, and the proofs look into databases.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^(packages/adapter-postgres|apps/bench|apps/proof)/' },
      to: { path: library('pg') },
    },
    {
      name: 'kysely-stays-in-its-adapter',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/adapter-(sql|sqlite|postgres)/' },
      to: { path: library('kysely') },
    },
    {
      name: 'express-stays-in-its-adapter',
      comment: 'The benchmark measures a bare Express server beside ours.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^(packages/adapter-express|apps/bench)/' },
      to: { path: library('express') },
    },
    {
      name: 'one-adapter-sends-to-strangers',
      comment:
        'What goes to an address that somebody gave goes through the checks of adapter-webhooks. The proofs verify what arrives.',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: `^(packages/adapter-webhooks|apps/proof)/|${TEST}` },
      to: { path: library('(undici|standardwebhooks)') },
    },
    {
      name: 'one-adapter-speaks-s3',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '^packages/adapter-s3/' },
      to: { path: library('(@aws-sdk|@smithy)') },
    },
    {
      name: 'tools-are-clients',
      comment:
        'What agents do by tools goes through the HTTP interface, as what all others do: no rule is known twice.',
      severity: 'error',
      from: { path: '^packages/adapter-mcp/src/', pathNot: TEST },
      to: { path: '^(packages|apps)/', pathNot: '^packages/(adapter-mcp|client)/' },
    },
    {
      name: 'one-adapter-speaks-mcp',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: `^packages/adapter-mcp/|${TEST}|/testing/` },
      to: { path: library('@modelcontextprotocol') },
    },
    {
      name: 'libraries-are-declared',
      comment: 'A package installs alone: what it imports stands in its own package.json.',
      severity: 'error',
      from: {
        path: '^(packages|apps)/',
        pathNot: `${TEST}|/testing/|^packages/client/(generator|scripts)/|^apps/server/scripts/release\\.js$|^apps/proof/|^apps/web/(browser/|vite)`,
      },
      to: {
        dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev', 'npm-optional'],
        dependencyTypesNot: ['npm-peer'],
      },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere would hide from all other rules.',
      severity: 'error',
      from: {},
      // What the start scripts load from our build is there once it has been built.
      to: { couldNotResolve: true, pathNot: '/dist/' },
    },
    {
      name: 'no-cycles',
      comment: 'Cycles of types alone count as well: a type that two files share has a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-folder-cycles',
      comment: 'Folders of the page form no cycle, types included.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^apps/web/src' },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Only our own build: libraries live in their dist, and a rule must see them.
    exclude: { path: '^(packages|apps)/[^/]+/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@tandem/source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
