const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that take longest of those that wait more than they compute: for leases, for time-outs, for servers to go on. */
const WAIT = [
  'apps/server/src/serve/turns.test.ts',
  'apps/cli/src/worker/worker.test.ts',
  'packages/adapter-postgres/src/losing.test.ts',
  'apps/proof/src/postgres/leader.test.ts',
  'apps/server/src/serve/several-servers.test.ts',
  'packages/adapter-postgres/src/servers.test.ts',
  'apps/server/src/storage/postgres.test.ts',
  'apps/proof/src/postgres/away.test.ts',
  'apps/proof/src/webhooks/webhooks.test.ts',
  'apps/proof/src/postgres/failover.test.ts',
  'apps/proof/src/postgres/wakes.test.ts',
  'apps/proof/src/events/events.test.ts',
  'apps/proof/src/claims/claims.test.ts',
  'apps/proof/src/history/stop-under-load.test.ts',
  'apps/server/src/serve/stop.test.ts',
  'apps/server/src/mcp/scenario.test.ts',
  'apps/demo/src/demo.test.ts',
];

/**
 * The tests that take longest of those that compute. The first one measures how soon a server serves again, beside
 * those that wait.
 */
const COMPUTE = [
  'apps/proof/src/crash/crash.test.ts',
  'docs/examples/embedding/packed.test.ts',
  'packages/adapter-postgres/src/storage.test.ts',
  'apps/cli/src/scenario.test.ts',
  'apps/cli/src/work/work.test.ts',
  'packages/client/src/packed.test.ts',
  'apps/server/src/commands/move.test.ts',
  'apps/proof/src/postgres/crash.test.ts',
  'docs/shell-blocks.test.ts',
  'apps/proof/src/disk/disk.test.ts',
  'apps/proof/src/history/history.test.ts',
  'packages/adapter-express/src/rows/fuzz.test.ts',
  'apps/server/scripts/start.test.ts',
  'apps/server/src/mcp/hostile.test.ts',
  'apps/server/src/mcp/tools.test.ts',
  'packages/adapter-sqlite/src/storage.test.ts',
  'packages/adapter-sqlite/src/model.test.ts',
  'packages/adapter-postgres/src/model.test.ts',
  'apps/server/src/commands/backup.test.ts',
  'packages/adapter-express/src/hostile/bodies.test.ts',
  'packages/adapter-sqlite/src/doctor/damage.test.ts',
  'apps/bench/src/claims/claims.test.ts',
  'packages/adapter-express/src/hostile/bad-input.test.ts',
  'packages/adapter-express/src/rows/twice.test.ts',
  'packages/adapter-express/src/rows/etags.test.ts',
  'packages/adapter-express/src/rows/limits.test.ts',
  'apps/server/src/files/files.test.ts',
  'apps/server/src/serve/start.test.ts',
  'apps/server/src/program/run.test.ts',
  'apps/server/src/storage/data-folder.test.ts',
  'apps/server/src/commands/doctor.test.ts',
];

/** After one that waits two that compute, so that no core idles while several wait at once. */
const LONG = WAIT.flatMap((name, i) => [name, ...COMPUTE.slice(2 * i, 2 * i + 2)]).concat(
  COMPUTE.slice(2 * WAIT.length),
);

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
