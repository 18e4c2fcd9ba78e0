import { expectAccessible, expectAccessibleInBothThemes, expectAccessibleUnder } from './axe.ts';
import { type Content, fill } from './content.ts';
import { expect, type Page, test } from './test.ts';

const PHONE = { width: 390, height: 800 };

/** The path of a page, the heading that shows it has loaded, and the path of its API read. */
type Screens = readonly (readonly [path: string, heading: RegExp, read?: string])[];

const SCREENS: Readonly<Record<string, (has: Content) => Screens>> = {
  'the inbox, the tasks and the search': ({ taskNumber, checkedTask }) => [
    ['', /Inbox/, 'Which white?'],
    ['tasks', /Tasks/, 'Paint the railing'],
    ['tasks?view=list', /Tasks/, 'Paint the railing'],
    [
      'tasks?q=railing&priority=["p0","p1"]&assigned=scribe&group=due&sort=rank',
      /Tasks/,
      'Paint the railing',
    ],
    [`tasks/${taskNumber}`, /Paint the railing/, 'Two coats of white.'],
    [`tasks/${checkedTask}`, /Rewire the lamp/, 'Protected files changed'],
    [`tasks?task=${taskNumber}`, /Paint the railing/, 'Two coats of white.'],
    [`tasks/${taskNumber}/attempts/1`, /Attempts/, 'Running'],
    ['search?q=railing', /Search/, 'Paint the'],
  ],
  'projects, initiatives and goals': ({ project, initiative, goal }) => [
    ['projects', /Projects/, 'Repair the tower'],
    [`projects/${project.id}`, /Repair the tower/, 'Take the scaffold down'],
    ['initiatives', /Initiatives/, 'A safe coast'],
    [`initiatives/${initiative.id}`, /A safe coast/, 'Repair the tower'],
    ['goals', /Goals/, 'Ships see the light'],
    [`goals/${goal.id}`, /Ships see the light/, 'It was foggy.'],
  ],
  'agents and chats': ({ agent, chat }) => [
    ['agents', /Agents/, 'Scribe'],
    [`agents/${agent.id}`, /Scribe/],
    ['chats', /Chats/, 'What did the harbour master say?'],
    [`chats/${chat.id}`, /./, 'What did the harbour master say?'],
  ],
  'the settings of a person': () => [
    ['settings', /Profile/, 'Single-key shortcuts'],
    ['settings/keys', /Keys/, 'Owner: Scribe'],
    ['settings/sessions', /Sessions/, 'This browser'],
    ['settings/nothing', /Not found/],
    ['get-started', /Get started/, 'Invite someone'],
  ],
  'the settings of a workspace': () => [
    ['settings/members', /Members/, 'You'],
    ['settings/agents', /Agents/, 'Edit'],
    ['settings/labels', /Labels/, 'outside'],
    ['settings/workspace', /Workspace rules/, 'Evidence for completion'],
    ['settings/webhooks', /Webhooks/, 'No webhooks yet'],
    ['settings/usage', /Usage/, 'No usage reported yet'],
  ],
};

/** Opens each screen and waits until its data is shown. */
async function visit(page: Page, screens: Screens, look: () => Promise<void>): Promise<void> {
  for (const [path, heading, read] of screens) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    if (read) await expect(page.getByText(read).locator('visible=true').first()).toBeVisible();
    await look();
  }
}

for (const [what, screensOf] of Object.entries(SCREENS)) {
  const tag = what.startsWith('the inbox') ? '@main' : [];
  test(`axe finds nothing on ${what}, in either theme`, { tag }, async ({ page, tandem, baseURL }) => {
    // Visits several pages, each in two themes.
    test.slow();
    await visit(page, screensOf(await fill(tandem, baseURL)), () => expectAccessibleInBothThemes(page));
  });

  test(`axe finds nothing on ${what}, on a phone`, async ({ page, tandem, baseURL }) => {
    test.slow();
    await page.setViewportSize(PHONE);
    await visit(page, screensOf(await fill(tandem, baseURL)), () => expectAccessible(page));
  });
}

/** Label, screen, how to open the overlay, and the overlay's role. */
type Overlay = readonly [
  what: string,
  path: (has: Content) => string,
  open: (page: Page) => Promise<void>,
  role: 'menu' | 'dialog' | 'alertdialog' | 'listbox',
];

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).locator('visible=true').first().click();

const OVERLAYS: readonly Overlay[] = [
  [
    'moves',
    () => 'tasks',
    async (page) => {
      await page.getByRole('link', { name: 'Paint the railing' }).focus();
      await page.keyboard.press('s');
    },
    'menu',
  ],
  ['filters', () => 'tasks', press('Filter'), 'menu'],
  ['a new task', () => 'tasks', press('New task'), 'dialog'],
  ['the palette', () => 'tasks', (page) => page.keyboard.press('Control+k'), 'dialog'],
  ['the keys', () => 'tasks', (page) => page.keyboard.press('?'), 'dialog'],
  ['notifications', () => '', press(/^Notifications/), 'dialog'],
  ['the account', () => '', press(/: account$/), 'dialog'],
  ['actions of a task', ({ taskNumber }) => `tasks/${taskNumber}`, press('More actions'), 'menu'],
  ['statuses', ({ taskNumber }) => `tasks/${taskNumber}`, press(/^Status/), 'menu'],
  [
    'labels',
    ({ taskNumber }) => `tasks/${taskNumber}`,
    (page) => page.getByRole('combobox', { name: 'Labels' }).click(),
    'listbox',
  ],
  [
    'a check',
    ({ checkedTask }) => `tasks/${checkedTask}`,
    press('Edit the check of “The lamp turns”'),
    'dialog',
  ],
  ['a new project', () => 'projects', press('New project'), 'dialog'],
  ['a new goal', () => 'goals', press('New goal'), 'dialog'],
  ['a new initiative', () => 'initiatives', press('New initiative'), 'dialog'],
  ['removing a person', () => 'settings/members', press(/^Remove /), 'alertdialog'],
];

for (const [where, viewport] of [
  ['in a window', null],
  ['on a phone', PHONE],
] as const) {
  test(`axe finds nothing on menus and dialogs, ${where}`, async ({ page, tandem, baseURL }) => {
    test.slow();
    if (viewport) await page.setViewportSize(viewport);
    const has = await fill(tandem, baseURL);
    await tandem.members.create({ name: 'carl', displayName: 'Carl Summer' });
    for (const [what, path, open, role] of OVERLAYS) {
      await test.step(what, async () => {
        await page.goto(path(has));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await open(page);
        await expect(page.getByRole(role).locator('visible=true').first()).toBeVisible();
        await expectAccessibleUnder(page, role);
      });
    }
  });
}

test('axe finds nothing on the page for signing in, in either theme', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL });
  await page.goto('sign-in');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.close();
});
