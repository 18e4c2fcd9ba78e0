import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What WCAG 2.2 AA asks for, and what axe holds for good practice beside it: headings in order, landmarks, one `main`. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** What depends on the colours alone: a theme changes nothing else. */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** Targets that an open menu covers are no targets: their size is measured in the menu alone. */
const COVERED: RunOptions = { ...RULES, rules: { 'target-size': { enabled: false } } };
const SIZES: RunOptions = { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] };

/** Expects the same of a page and of what is open over it. */
export async function expectAccessibleUnder(page: Page, role: string): Promise<void> {
  await expectAccessible(page, COVERED);
  await expectAccessible(page, SIZES, `[role=${role}]`);
}

/** Expects that axe finds nothing on the page as it stands, in the theme that is set. */
export async function expectAccessible(page: Page, rules = RULES, within = 'html'): Promise<void> {
  // The browser's own way in, which the policy of the page does not concern.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(rules)})`,
  );
  expect(violations.flatMap(linesOf), `axe finds nothing at ${page.url()}`).toEqual([]);
}

const linesOf = ({ id, help, nodes }: AxeResults['violations'][number]) =>
  nodes.map(
    ({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')} ${failureSummary?.split('\n')[1]}`,
  );

/** Expects the same in the light theme and in the dark one. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOURS);
}
