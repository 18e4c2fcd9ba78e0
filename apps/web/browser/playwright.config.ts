import { defineConfig } from '@playwright/test';
import { findBrowser, HAS_NPM_ONE } from './find-browser.ts';

const browser = findBrowser();
if (!browser) {
  const how = 'Install Chromium, or set BROWSER_PATH to one, and run npm run test:web.';
  if (process.env.CI === 'true' && (HAS_NPM_ONE || process.env.BROWSER_PATH))
    throw new Error(`The page cannot be tested: there is no browser. ${how}`);
  process.stderr.write(`The page is not tested in a browser, for there is none. ${how}\n`);
  process.exit(0);
}

export default defineConfig({
  testDir: '.',
  testMatch: process.env.TANDEM_PICTURES ? 'pictures.ts' : '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  // A machine that is busy with other things is slow, and not wrong.
  timeout: 90_000,
  // What passes at a second try is told as flaky: it is to be mended, and fails nobody's run.
  retries: 1,
  expect: { timeout: 25_000 },
  use: {
    launchOptions: { executablePath: browser.executablePath, env: browser.env },
    // The same on every machine: what is measured by eye and by axe.
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Somebody who waits for movements waits for nothing that is tested.
    contextOptions: { reducedMotion: 'reduce' },
    // Every step with pictures of it costs a third of the time.
    trace: process.env.TANDEM_TRACE ? 'on' : 'off',
  },
});
