const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The tests that take longest. The first ones wait more than they compute, among them the one that measures how soon a
 * server serves again; then come those that compute, the longest first.
 */
const LONG = [
  'apps/server/src/worker/worker.test.ts',
  'apps/server/src/turns.test.ts',
  'apps/proof/src/postgres/away.test.ts',
  'apps/proof/src/crash/crash.test.ts',
  'apps/proof/src/postgres/crash.test.ts',
  'apps/server/src/servers.test.ts',
  'apps/server/src/postgres.test.ts',
  'apps/proof/src/claims/claims.test.ts',
  'apps/proof/src/webhooks/webhooks.test.ts',
  'apps/proof/src/events/events.test.ts',
  'apps/proof/src/disk/disk.test.ts',
  'docs/examples/embedding/packed.test.ts',
  'packages/client/src/packed.test.ts',
  'apps/proof/src/history/history.test.ts',
  'packages/adapter-express/src/rows/fuzz.test.ts',
  'packages/adapter-express/src/rows/isolation.test.ts',
  'packages/adapter-postgres/src/losing.test.ts',
  'packages/adapter-postgres/src/storage.test.ts',
  'packages/adapter-postgres/src/model.test.ts',
  'packages/adapter-postgres/src/servers.test.ts',
  'packages/adapter-sqlite/src/storage.test.ts',
  'packages/adapter-sqlite/src/model.test.ts',
  'apps/server/src/documents.test.ts',
  'apps/server/src/backup.test.ts',
  'apps/bench/src/stalls/stalls.test.ts',
  'packages/adapter-express/src/hostile/bad-input.test.ts',
  'packages/adapter-express/src/hostile/bodies.test.ts',
  'apps/server/src/files.test.ts',
  'apps/server/src/start.test.ts',
  'apps/server/src/start-scripts.test.ts',
  'apps/server/src/run.test.ts',
  'apps/server/src/data-folder.test.ts',
  'apps/server/src/doctor.test.ts',
];

/**
 * Long tests begin first, so that none of them is left alone at the end. In a new clone Jest knows nothing of how long
 * they take, and would go by the sizes of the files.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const long = LONG.flatMap((name) => sorted.filter(({ path }) => path.endsWith(`/${name}`)));
    return [...new Set([...long, ...sorted])];
  }
};
