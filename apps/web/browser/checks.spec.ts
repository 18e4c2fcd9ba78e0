import type { Page } from '@playwright/test';
import type { Tandem } from '@tandem/client';
import { expectAccessible, expectAccessibleInBothThemes } from './axe.ts';
import { claimVerification, handIn, newVerifier, newWorker, verify } from './team.ts';
import { expect, test } from './test.ts';

const CHECK = { command: 'npm test', timeoutSeconds: 60, protect: ['test/**'] };

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
/** The verifier's finding beside the author's evidence for the only criterion. */
const finding = (page: Page) =>
  page.getByRole('list', { name: 'Acceptance criteria' }).first().getByRole('listitem').first();

/** A task whose result waits for Ada's review and for a verifier. */
async function handedIn(tandem: Tandem, url: string, criteria = [{ text: 'The lamp turns', check: CHECK }]) {
  await tandem.workspace.update({ proofOfDone: 'verified' });
  const { taskNumber } = await tandem.tasks.create({ title: 'Repair the lamp', criteria });
  const owl = await newVerifier(tandem, url, 'owl');
  const { client } = await newWorker(tandem, url, 'mira');
  await handIn(client, taskNumber);
  return { owl, client };
}

test('a result is accepted once another agent has run its check, which the page follows live', {
  tag: '@main',
}, async ({ page, tandem, baseURL }) => {
  const { owl } = await handedIn(tandem, baseURL);
  await page.goto('tasks/1');
  await expect(finding(page)).toContainText('Waiting for a verifier');
  const { verification, lease } = await claimVerification(owl.client);
  await expect(finding(page)).toContainText('Running');
  await expect(finding(page)).toContainText('owl');
  const { token } = lease;
  await owl.client.verifications.heartbeat(verification.id, {
    token,
    output: '\u001b[32mok 1\u001b[0m\nok 2',
  });
  await expect(finding(page).getByRole('log', { name: 'Output so far' })).toHaveText('ok 1 ok 2');
  await page.getByRole('button', { name: 'Accept' }).click();
  const refused = page.getByRole('alert');
  await expect(refused).toContainText('The lamp turns: not verified yet');
  await owl.client.verifications.report(verification.id, {
    token,
    outcome: 'passed',
    exitCode: 0,
    output: 'ok 1\nok 2\nok 3',
    durationMs: 4_000,
  });
  await expect(finding(page)).toContainText('Passed');
  await expect(finding(page).getByText('c0ffee00', { exact: true })).toBeVisible();
  await expect(finding(page).getByText('ok 3')).toBeHidden();
  await finding(page).getByText('End of the output').click();
  await expect(finding(page).getByText('ok 3')).toBeVisible();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('done');
  const { data } = await tandem.results.list(1);
  expect(data[0]?.review).toMatchObject({ verdict: 'accepted', override: null });
});

test('a result without proof is accepted with a reason, which stays on the task and is counted', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { owl } = await handedIn(tandem, baseURL);
  await verify(owl, { outcome: 'failed', exitCode: 1, output: 'not ok 1' });
  await page.goto('');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('alert')).toContainText('The lamp turns: its check failed');
  const anyway = page.getByRole('button', { name: 'Accept with a reason' });
  await expect(anyway).toBeDisabled();
  await page.getByLabel('Reason for accepting it anyway').fill('The test needs the sea');
  await expectAccessibleInBothThemes(page);
  await anyway.click();
  await expect(page.getByText('Accepted #1')).toBeVisible();
  await page.goto('tasks/1');
  await expect(region(page, 'Latest result')).toContainText(
    'Accepted without required proof: The test needs the sea',
  );
  await page.goto('settings/workspace');
  await expect(page.getByText('1 result in the last 30 days')).toBeVisible();
});

test('a failed check shows its end, is requested again, and is flaky when it passes', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { owl } = await handedIn(tandem, baseURL);
  await verify(owl, { outcome: 'failed', exitCode: 2, output: 'not ok 1', outputLength: 340_000 });
  await page.goto('tasks/1');
  await expect(finding(page)).toContainText('exit code 2');
  await finding(page).getByText('End of the output (340 kB in all)').click();
  await expect(finding(page).getByText('not ok 1')).toBeVisible();
  await page.getByRole('button', { name: 'Retry the check of “The lamp turns”' }).click();
  await expect(finding(page)).toContainText('Waiting for a verifier');
  await verify(owl, { outcome: 'passed' });
  await expect(finding(page)).toContainText('Flaky');
});

test('a check that found changed files lists them', async ({ page, tandem, baseURL }) => {
  const { owl } = await handedIn(tandem, baseURL);
  await verify(owl, { outcome: 'tampered', files: ['test/lamp.test.ts'] });
  await page.goto('tasks/1');
  await expect(finding(page)).toContainText('Protected files changed');
  await expect(finding(page).getByRole('listitem').last()).toHaveText('test/lamp.test.ts');
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('alert')).toContainText('The lamp turns: protected files were changed');
});

test('a check that could not be run calls people, who see why in the inbox, and retry or decide', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { owl } = await handedIn(tandem, baseURL);
  for (let tries = 0; tries < 3; tries++)
    await verify(owl, { outcome: 'error', output: 'fatal: repository not found' });
  await page.goto('');
  const item = page.getByRole('article');
  await expect(item).toContainText('Needs attention');
  await expect(item).toContainText('The check of this criterion could not be run: The lamp turns');
  await expect(item).toContainText('Couldn’t run');
  await item.getByText('End of the output').click();
  await expect(item).toContainText('fatal: repository not found');
  await item.getByRole('button', { name: /^Retry/ }).click();
  await expect(item).toContainText('Waiting for a verifier');
  await verify(owl, { outcome: 'passed' });
  await expect(item).toContainText('Passed');
  await item.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(async () => (await tandem.tasks.get(1)).status).toBe('done');
});

test('a move to done lists what is missing', async ({ page, tandem, baseURL }) => {
  await handedIn(tandem, baseURL);
  await tandem.tasks.transition(1, { to: 'in_progress' });
  await page.goto('tasks/1');
  await page.getByRole('button', { name: 'Status: In progress' }).click();
  await page.getByRole('menuitem', { name: 'Done' }).click();
  await expect(page.getByText(/The lamp turns: (no evidence|not verified yet)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Status: In progress' })).toBeVisible();
});

test('a check is added, changed and removed, and other criteria keep theirs', async ({ page, tandem }) => {
  await tandem.tasks.create({
    title: 'Repair the lamp',
    criteria: [{ text: 'The lamp turns' }, { text: 'The horn is heard', check: CHECK }],
  });
  const checks = async () => (await tandem.tasks.get(1)).criteria.map(({ check }) => check);
  await page.goto('tasks/1');
  const section = region(page, 'Acceptance criteria');
  await page.getByRole('button', { name: 'Add a check to “The lamp turns”' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Command').fill('make lamp');
  await dialog.getByLabel('Time limit in seconds').fill('30');
  await dialog.getByLabel('Protected files').fill('test/**\n\n../secret');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save check' }).click();
  await expect(dialog.getByText('must be a glob of paths')).toBeVisible();
  await dialog.getByLabel('Protected files').fill('test/**\nMakefile');
  await dialog.getByRole('button', { name: 'Save check' }).click();
  await expect(dialog).toBeHidden();
  await expect(section.getByText('make lamp')).toBeVisible();
  const made = { command: 'make lamp', timeoutSeconds: 30, protect: ['test/**', 'Makefile'] };
  expect(await checks()).toEqual([
    { ...made, proposed: false },
    { ...CHECK, proposed: false },
  ]);
  await page.getByRole('button', { name: 'Edit criterion' }).first().click();
  await expect(page.getByText('Changing the text discards its evidence and verification.')).toBeVisible();
  await page.getByLabel('criterion', { exact: true }).fill('The lamp turns twice');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Edit the check of “The lamp turns twice”' }).click();
  await expect(dialog).toContainText('Changing the check discards its verification.');
  await dialog.getByRole('button', { name: 'Remove check' }).click();
  await expect(section.getByText('make lamp')).toBeHidden();
  await expect.poll(checks).toEqual([null, { ...CHECK, proposed: false }]);
});

test('a proposed check counts once a person has confirmed it', async ({ page, tandem, baseURL }) => {
  const { client } = await newWorker(tandem, baseURL, 'mira');
  await client.tasks.create({ title: 'Repair', criteria: [{ text: 'The lamp turns', check: CHECK }] });
  await page.goto('tasks/1');
  await expect(finding(page)).toContainText('Proposed check');
  await page.getByRole('button', { name: 'Confirm check of “The lamp turns”' }).click();
  await expect(finding(page)).toContainText('Not run yet');
  expect((await tandem.tasks.get(1)).criteria[0]?.check).toEqual({ ...CHECK, proposed: false });
});

test('the page of a verifier shows the check that it runs', async ({ page, tandem, baseURL }) => {
  const { owl } = await handedIn(tandem, baseURL);
  await page.goto(`agents/${owl.agent.id}`);
  await expect(page.getByText('No checks running')).toBeVisible();
  const { verification, lease } = await claimVerification(owl.client);
  const checks = page.getByRole('list', { name: 'Working on' });
  await expect(checks).toContainText('#1 Repair the lamp');
  await expect(page.getByText('Working', { exact: true })).toBeVisible();
  await owl.client.verifications.release(verification.id, { token: lease.token });
  await expect(checks).toBeHidden();
});

test('an admin makes an agent a verifier, which is marked and assigned no tasks', async ({
  page,
  tandem,
  baseURL,
}) => {
  const { agent, client } = await newWorker(tandem, baseURL, 'owl');
  await tandem.tasks.create({ title: 'Repair the lamp' });
  const { lease } = await client.claims.claim(1);
  await page.goto(`agents/${agent.id}`);
  const verifier = page.getByRole('checkbox', { name: 'Verifier' });
  await verifier.click();
  await expect(page.getByRole('alert')).toContainText('owl still holds tasks');
  await expect(verifier).not.toBeChecked();
  await client.claims.release(1, { token: lease.token });
  await verifier.click();
  await expect(verifier).toBeChecked();
  await expect.poll(async () => (await tandem.agents.get(agent.id)).verifier).toBe(true);
  for (const path of ['agents', 'settings/agents']) {
    await page.goto(path);
    await expect(page.getByRole('main').getByText('Verifier', { exact: true })).toBeVisible();
  }
  await page.goto('tasks/1');
  await page.getByRole('combobox', { name: 'Assignee' }).click();
  await expect(page.getByRole('option', { name: 'Ada Winter' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'owl' })).toHaveCount(0);
});
