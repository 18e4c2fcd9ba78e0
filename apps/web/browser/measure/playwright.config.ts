import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** Page benchmarks: run one at a time, without recordings, which would add to the timings. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.measure.ts',
  workers: 1,
  reporter: [['line', { printSteps: false }]],
  timeout: 300_000,
  use: { ...tests.use, trace: 'off' },
});
