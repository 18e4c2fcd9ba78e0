import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA plus axe's best practices: heading order, landmarks, one `main`. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
};

/** Rules that depend on colors, the only difference between the themes. */
const COLOURS: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
};

/** An open menu covers other targets, so target sizes are checked in the menu only. */
const COVERED: RunOptions = { ...RULES, rules: { 'target-size': { enabled: false } } };
const SIZES: RunOptions = { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] };

/** Expects no axe findings on the page or on the overlay with this role. */
export async function expectAccessibleUnder(page: Page, role: string): Promise<void> {
  await expectAccessible(page, COVERED);
  await expectAccessible(page, SIZES, `[role=${role}]`);
}

/** Expects no axe findings on the page in its current state and theme. */
export async function expectAccessible(page: Page, rules = RULES, within = 'html'): Promise<void> {
  // DevTools evaluation bypasses the page's content security policy.
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

/** Expects no axe findings in the light and the dark theme. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, COLOURS);
}
