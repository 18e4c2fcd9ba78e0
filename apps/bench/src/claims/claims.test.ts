import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { long } from '@tandem/core/testing/programs';

jest.setTimeout(120_000);

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Ten seconds of a core, and it tests only the benchmark.
long.test('a quick run measures claims behind every kind of obstacle, and waiting claimers', () => {
  const args = [MAIN, '--only', 'claims,claimers', '--tasks', '1000', '--claimers', '100', '--rounds', '1'];
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for (const before of ['nothing', 'ready', 'blocked', 'foreign', 'declined', 'not yet', 'unlabeled']) {
    expect(output).toMatch(new RegExp(`^${before} +[\\d,]+ +\\d+\\.\\d\\d +\\d+\\.\\d$`, 'm'));
  }
  expect(output).toMatch(/^100 +50 +-?\d/m);
});
