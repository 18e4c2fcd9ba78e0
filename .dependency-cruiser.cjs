/**
 * The arrows between the packages (docs/architecture.md). core → nothing; contract → core; adapters →
 * core and contract, never each other; only apps see all.
 */
const within = (name) => `^packages/${name}/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment: 'packages/core/src imports nothing but itself: no I/O, no framework, no library.',
      severity: 'error',
      from: { path: '^packages/core/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/core/src/' },
    },
    {
      name: 'contract-knows-core-alone',
      severity: 'error',
      from: { path: within('contract'), pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages|apps)/', pathNot: `${within('contract')}|${within('core')}` },
    },
    {
      name: 'adapters-never-see-each-other',
      severity: 'error',
      from: { path: '^packages/(adapter-[^/]+)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/adapter-|apps/)', pathNot: '^packages/$1/' },
    },
    {
      name: 'one-file-opens-sqlite',
      comment: 'sqlite.ts is the only file that imports better-sqlite3.',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/adapter-sqlite/src/sqlite\\.ts$|\\.test\\.ts$' },
      to: { path: 'better-sqlite3' },
    },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
