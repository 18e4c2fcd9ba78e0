const { default: Sequencer } = require('@jest/test-sequencer');

/** The tests that take 25 seconds and more, the longest first; those that wait take turns with those that compute. */
const LONG = [
  'apps/server/src/worker/worker.test.ts',
  'packages/adapter-express/src/rows/fuzz.test.ts',
  'apps/server/src/turns.test.ts',
  'apps/server/src/files.test.ts',
  'docs/examples/embedding/packed.test.ts',
  'packages/adapter-express/src/rows/isolation.test.ts',
  'apps/proof/src/crash/crash.test.ts',
  'apps/proof/src/disk/disk.test.ts',
  'apps/server/src/backup.test.ts',
  'apps/server/src/documents.test.ts',
];

/**
 * Long tests begin first, so that none of them is left alone at the end. Jest does the same where it knows how long
 * each took the last time; in a new clone it goes by the sizes of the files, which say little of that.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    if (sorted.some(({ duration }) => typeof duration === 'number')) return sorted;
    const long = LONG.flatMap((name) => sorted.filter(({ path }) => path.endsWith(`/${name}`)));
    return [...new Set([...long, ...sorted])];
  }
};
