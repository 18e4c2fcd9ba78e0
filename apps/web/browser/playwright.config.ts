import { defineConfig } from '@playwright/test';
import { findBrowser, HAS_NPM_ONE } from './find-browser.ts';
import { findFirefox } from './find-firefox.ts';

const isFirefox = process.env.TANDEM_BROWSER === 'firefox';
const browser = isFirefox ? await firefoxOrNone() : findBrowser();
if (!browser) {
  const how = `Install ${isFirefox ? 'Firefox' : 'Chromium'}, or set BROWSER_PATH to one, and run npm run test:web.`;
  if (process.env.CI === 'true' && !isFirefox && (HAS_NPM_ONE || process.env.BROWSER_PATH))
    throw new Error(`The page cannot be tested: there is no browser. ${how}`);
  process.stderr.write(`The page is not tested in a browser, for there is none. ${how}\n`);
  process.exit(0);
}

/** The wanted Firefox; without one, prints why. */
async function firefoxOrNone() {
  const found = await findFirefox();
  if (!('problem' in found)) return found;
  process.stderr.write(`No Firefox can be driven (${found.problem}).\n`);
  return null;
}

export default defineConfig({
  testDir: '.',
  testMatch: process.env.TANDEM_ICONS
    ? 'icons.ts'
    : process.env.TANDEM_PICTURES
      ? 'pictures.ts'
      : '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  reporter: 'list',
  // Allows for a busy machine.
  timeout: 90_000,
  // A test that passes on the second try is reported as flaky and doesn't fail the run.
  retries: 1,
  expect: { timeout: 25_000 },
  use: {
    ...(isFirefox && { browserName: 'firefox' }),
    ...('channel' in browser && browser.channel && { channel: browser.channel }),
    launchOptions: {
      executablePath: browser.executablePath,
      ...('env' in browser && { env: browser.env }),
    },
    // A fixed size, so that screenshots and axe results are the same on every machine.
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    // A service worker would answer requests before the test can intercept them. Its own test allows it.
    serviceWorkers: 'block',
    // Animations are off: no test depends on them.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces with screenshots take a third of the run time.
    trace: process.env.TANDEM_TRACE ? 'on' : 'off',
  },
});
