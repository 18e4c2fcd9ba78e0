import { existsSync } from 'node:fs';
import { firefox } from '@playwright/test';

/** A Firefox that Playwright can drive, or why there is none. */
type Found =
  | { readonly executablePath: string; readonly channel: 'moz-firefox' | undefined }
  | { readonly problem: string };

/** Firefox as it is released, which Playwright drives by WebDriver BiDi. */
const INSTALLED = [
  '/usr/bin/firefox',
  '/usr/bin/firefox-esr',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

/** Finds a Firefox: `BROWSER_PATH`, else Playwright's own build, else an installed one. */
export async function findFirefox(): Promise<Found> {
  const own = firefox.executablePath();
  const { BROWSER_PATH: given, TANDEM_FIREFOX: probed } = process.env;
  // Worker processes reuse what the first process has found.
  if (probed) return JSON.parse(probed) as Found;
  const paths = given ? [given] : [own, ...INSTALLED];
  const problems: string[] = [];
  for (const executablePath of paths.filter((path) => existsSync(path))) {
    const found = { executablePath, channel: executablePath === own ? undefined : 'moz-firefox' } as const;
    const problem = await problemOf(found);
    if (problem === null) {
      process.env.TANDEM_FIREFOX = JSON.stringify(found);
      return found;
    }
    problems.push(`${executablePath}: ${problem}`);
  }
  return { problem: problems.join('; ') || 'none is installed' };
}

/** The first line of the error, if it doesn't open a page. Older versions lack commands that Playwright sends. */
async function problemOf({ executablePath, channel }: Exclude<Found, { problem: string }>) {
  try {
    const browser = await firefox.launch({ executablePath, ...(channel && { channel }), timeout: 30_000 });
    try {
      await browser.newPage();
      return null;
    } finally {
      await browser.close();
    }
  } catch (error) {
    return (error as Error).message.split('\n')[0] ?? '';
  }
}
