import { expectAccessibleInBothThemes } from './axe.ts';
import { type Content, fill } from './content.ts';
import { expect, test } from './test.ts';

/** Addresses of the page, the heading by which one knows that each stands, and what is read from the server then. */
type Screens = readonly (readonly [path: string, heading: RegExp, read?: string])[];

const SCREENS: Readonly<Record<string, (has: Content) => Screens>> = {
  'the inbox, the tasks and the search': ({ taskNumber }) => [
    ['', /Inbox/, 'Which white?'],
    ['tasks', /Tasks/, 'Paint the railing'],
    ['tasks?view=list', /Tasks/, 'Paint the railing'],
    [`tasks/${taskNumber}`, /Paint the railing/, 'Two coats of white.'],
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
    ['settings', /Profile/, 'Single keys'],
    ['settings/keys', /Keys/, 'of Scribe'],
    ['settings/sessions', /Sessions/, 'This browser'],
    ['settings/nothing', /Not found/],
  ],
  'the settings of a workspace': () => [
    ['settings/members', /Members/, 'You'],
    ['settings/agents', /Agents/, 'Change'],
    ['settings/labels', /Labels/, 'outside'],
    ['settings/workspace', /Workspace rules/, 'Proof for done'],
    ['settings/webhooks', /Webhooks/, 'No webhooks'],
    ['settings/usage', /Usage/, 'Nothing has been reported'],
  ],
};

for (const [what, screensOf] of Object.entries(SCREENS)) {
  const tag = what.startsWith('the inbox') ? [] : '@edge';
  test(`axe finds nothing on ${what}, in either theme`, { tag }, async ({ page, tandem, baseURL }) => {
    // Several pages, each looked at twice.
    test.slow();
    for (const [path, heading, read] of screensOf(await fill(tandem, baseURL))) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      if (read) await expect(page.getByText(read).first()).toBeVisible();
      await expectAccessibleInBothThemes(page);
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
