import { defineConfig } from '@playwright/test';
import tests from '../playwright.config.ts';

/** What the benchmark measures of the page: one after another, with nothing recorded, for that would cost time. */
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: '*.measure.ts',
  workers: 1,
  reporter: [['line', { printSteps: false }]],
  timeout: 300_000,
  use: { ...tests.use, trace: 'off' },
});
