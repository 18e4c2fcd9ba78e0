const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const TIMES = join(__dirname, 'jest.times.json');
/** Seconds. Shorter files are not recorded, and unknown files count as this long. */
const SHORT = 5;

const nameOf = (path) => relative(__dirname, path).replaceAll('\\', '/');
const recorded = () => JSON.parse(readFileSync(TIMES, 'utf8'));

/**
 * Starts the longest files first, so that none runs alone at the end. `TANDEM_RECORD_TIMES=1 npm test` records the
 * times.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const times = recorded();
    const secondsOf = ({ path }) => times[nameOf(path)] ?? SHORT;
    return [...tests].sort((a, b) => secondsOf(b) - secondsOf(a));
  }

  cacheResults(tests, results) {
    super.cacheResults(tests, results);
    if (!process.env.TANDEM_RECORD_TIMES) return;
    const run = results.testResults.map(({ testFilePath, perfStats }) => [
      nameOf(testFilePath),
      Math.round(perfStats.runtime / 1_000),
    ]);
    const long = Object.entries({ ...recorded(), ...Object.fromEntries(run) })
      .filter(([name, seconds]) => seconds > SHORT && existsSync(join(__dirname, name)))
      .sort(([, a], [, b]) => b - a);
    writeFileSync(TIMES, `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`);
  }
};
