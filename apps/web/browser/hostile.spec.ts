import { createClient, type Tandem } from '@tandem/client';
import { newVerifier, verify } from './team.ts';
import { expect, type Page, signIn, test } from './test.ts';

/** The trace an injected script would leave. */
const RAN = 'window.ran=1';
const IMAGE = `<img src=x onerror="${RAN}">`;
/** Short enough for fields with a small length limit. */
const SHORT = '<img src=x onerror=ran=1>';
const NAME = `"><script>${RAN}</script>${IMAGE}'"\`{{7*7}}`;

/** Every link syntax that could run a script, and every element that could load an external resource. */
const MARKDOWN = `# ${IMAGE}
<script>${RAN}</script> <style>@import url(https://evil.example/a.css)</style>
<svg onload="${RAN}"></svg> <iframe src="javascript:${RAN}"></iframe> <iframe src="https://evil.example/"></iframe>
<a href="javascript:${RAN}">raw</a> <base href="https://evil.example/"> <form action="https://evil.example/"><button>go</button></form>
<img src="https://evil.example/raw.png"> <video src="https://evil.example/raw.mp4"></video>
<link rel="stylesheet" href="https://evil.example/b.css"> <meta http-equiv="refresh" content="0;url=https://evil.example/">

[plain](javascript:${RAN}) [case](JaVaScRiPt:${RAN}) [entity](java&#115;cript:${RAN}) [hex](&#x6A;avascript:${RAN})
[tab](<java	script:${RAN}>) [newline](<java&#10;script:${RAN}>) [space](< javascript:${RAN}>) [null](<java&#0;script:${RAN}>)
[data](data:text/html,<script>${RAN}</script>) [vb](vbscript:${RAN}) [file](file:///etc/passwd) [blob](blob:https://evil.example/1)
[reference][r] <javascript:${RAN}> [percent](javascript%3A${RAN}) [quote](https://evil.example/"onmouseover="${RAN})

[r]: javascript:${RAN}

![picture](https://evil.example/p.png) ![relative](//evil.example/q.png) ![inline](data:image/svg+xml,<svg/onload=${RAN}>)
![runs](javascript:${RAN}) ![alt" onerror="${RAN}](x) [![nested](https://evil.example/n.png)](javascript:${RAN})

| <b>${IMAGE}</b> | [cell](javascript:${RAN}) |
| --- | --- |
| ${IMAGE} | www.evil.example |

- [ ] ${IMAGE}

A note[^1] and \`${IMAGE}\`.

[^1]: [note](javascript:${RAN})

\`\`\`"><script>${RAN}</script>
${IMAGE}
\`\`\`
`;

interface Addresses {
  readonly paths: readonly string[];
}

/** Writes hostile content into every writable field. */
async function spoil(tandem: Tandem, url: string): Promise<Addresses> {
  await tandem.workspace.update({ name: NAME, agentIntake: 'backlog' });
  const { caller } = await tandem.workspace.me();
  await tandem.members.update(caller.id, { displayName: NAME });
  await tandem.labels.create({ name: SHORT, color: 'red' });
  const initiative = await tandem.initiatives.create({ name: NAME, description: MARKDOWN });
  const goal = await tandem.goals.create({
    title: NAME,
    description: MARKDOWN,
    test: NAME,
    metric: { target: 3, current: 1, unit: IMAGE },
    initiativeId: initiative.id,
  });
  await tandem.goals.verify(goal.id, { passed: false, evidence: MARKDOWN });
  const project = await tandem.projects.create({
    title: NAME,
    description: MARKDOWN,
    initiativeId: initiative.id,
    goalId: goal.id,
  });
  const agent = await tandem.agents.create({
    name: 'mallory',
    displayName: NAME,
    emoji: IMAGE,
    model: IMAGE,
    title: NAME,
  });
  await tandem.agents.update(agent.id, {
    avatar: 'https://evil.example/avatar.png',
    limits: { usage: { [IMAGE]: { perDay: 10 } } },
  });
  const { secret } = await tandem.keys.create({
    name: NAME,
    kind: 'agent',
    memberId: agent.id,
    scopes: ['full'],
  });
  const mallory = createClient({ url, key: secret });
  const files = await Promise.all(
    [
      { name: `${SHORT}.png`, type: 'image/png', data: 'no picture' },
      {
        name: `${SHORT}.svg`,
        type: 'image/svg+xml',
        data: `<svg xmlns="http://www.w3.org/2000/svg" onload="${RAN}"/>`,
      },
      { name: `${SHORT}.html`, type: 'text/html', data: `<script>${RAN}</script>` },
    ].map(({ name, type, data }) => tandem.files.upload(new File([data], name, { type }))),
  );
  const { taskNumber } = await tandem.tasks.create({
    title: NAME,
    description: MARKDOWN,
    labels: [SHORT],
    tags: [IMAGE],
    projectId: project.id,
    assignedTo: 'mallory',
    criteria: [{ id: 'c1', text: NAME, check: { command: IMAGE, protect: [IMAGE] } }],
  });
  for (const { id } of files) await tandem.tasks.attach(taskNumber, { fileId: id });
  await tandem.tasks.comment(taskNumber, { body: MARKDOWN });
  const other = await tandem.tasks.create({ title: IMAGE });
  await tandem.tasks.relate(taskNumber, { type: 'blocks', taskNumber: other.taskNumber });
  const held = await mallory.claims.claim(taskNumber);
  const { token } = held.lease;
  await mallory.claims.heartbeat(taskNumber, { token, progress: { note: MARKDOWN, percent: 5 } });
  const evidenceFiles = await Promise.all(
    ['image/png', 'image/svg+xml'].map((type) =>
      mallory.files.upload(new File(['x'], `${SHORT}.png`, { type })),
    ),
  );
  await mallory.results.post(taskNumber, {
    token,
    outcome: 'succeeded',
    summary: MARKDOWN,
    usage: { [IMAGE]: 3 },
    artifact: {
      kind: 'git',
      repository: `https://evil.example/"onmouseover="${RAN}`,
      commit: 'a'.repeat(40),
    },
    evidence: [
      { criterionId: 'c1', text: MARKDOWN },
      { url: `https://evil.example/"onmouseover="${RAN}` },
      { command: IMAGE, output: `${IMAGE}\u001b[31m`, exitCode: 1 },
      ...evidenceFiles.map(({ id }) => ({ fileId: id })),
    ],
  });
  const owl = await newVerifier(tandem, url, 'owl');
  const output = `${IMAGE}\u001b[31m`;
  await verify(owl, {
    outcome: 'tampered',
    exitCode: 1,
    output,
    files: [IMAGE],
    environment: { [IMAGE]: NAME },
  });
  await tandem.questions.ask(other.taskNumber, {
    kind: 'choice',
    text: MARKDOWN,
    options: [{ text: NAME, consequence: IMAGE }, { text: 'other' }],
  });
  const { thread } = await tandem.chats.start({
    agentId: agent.id,
    body: MARKDOWN,
    fileIds: files.map(({ id }) => id),
  });
  const turn = await mallory.turns.claim(agent.id);
  if (turn) {
    await mallory.turns.reply(agent.id, turn.turn.id, {
      token: turn.lease.token,
      body: MARKDOWN,
      suggestions: [{ kind: 'link', text: `javascript:${RAN}` }],
    });
  }
  await mallory.agents.pushSessions(agent.id, {
    sessions: [
      {
        key: IMAGE,
        kind: IMAGE,
        label: NAME,
        displayName: NAME,
        model: IMAGE,
        contextTokens: 1,
        contextLimit: 2,
        lastActivity: Date.now(),
      },
    ],
  });
  await mallory.agents.pushTelemetry(agent.id, {
    status: 'working',
    model: IMAGE,
    contextTokens: 1,
    contextLimit: 2,
    activeSessions: 1,
    usage: { [IMAGE]: 1 },
  });
  await tandem.webhooks.create({ url: 'https://example.com/hook', description: NAME, types: ['*'] });
  return {
    paths: [
      '',
      'tasks',
      'tasks?view=list',
      `tasks?task=${taskNumber}`,
      `tasks/${taskNumber}`,
      `tasks/${taskNumber}/attempts/1`,
      `tasks/${other.taskNumber}`,
      'projects',
      `projects/${project.id}`,
      'initiatives',
      `initiatives/${initiative.id}`,
      'goals',
      `goals/${goal.id}`,
      'agents',
      'get-started',
      `agents/${agent.id}`,
      'chats',
      `chats/${thread.id}`,
      'search?q=script',
      'settings/profile',
      'settings/keys',
      'settings/sessions',
      'settings/members',
      'settings/agents',
      'settings/labels',
      'settings/workspace',
      'settings/webhooks',
      'settings/usage',
    ],
  };
}

/** Links that aren't plain web pages; none of these may run anything. */
const badLinks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a')]
      .filter(({ protocol }) => !['http:', 'https:', 'mailto:', ':'].includes(protocol))
      .map(({ outerHTML }) => outerHTML),
  );

for (const half of [0, 1])
  test(`no text of any field runs code, contacts another server, or violates the policy (${half + 1} of 2)`, {
    tag: '@main',
  }, async ({ browser, baseURL, tandem, key }) => {
    test.setTimeout(60_000);
    const page = await browser.newPage({ baseURL, userAgent: NAME.replaceAll(/[^\x20-\x7e]/g, '') });
    const elsewhere: string[] = [];
    const messages: string[] = [];
    page.on('request', (request) => {
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(baseURL))
        elsewhere.push(request.url());
    });
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) messages.push(message.text());
    });
    page.on('dialog', (dialog) => {
      messages.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => messages.push(error.message));
    await signIn(page, key);
    const { paths } = await spoil(tandem, baseURL);
    for (const path of paths.filter((_, i) => i % 2 === half)) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      // Wait for the content, unless the page has only a title: external resources would be requested immediately.
      const main = page.getByRole('main');
      const written = main
        .getByText(/onerror|script/)
        .or(main.locator('header:only-child, [title*="script"]'));
      // The first steps show a name only until the agent connects.
      if (path !== 'get-started') await expect(written.first()).toBeAttached();
      expect(await badLinks(page), path).toEqual([]);
      expect(await page.evaluate(() => 'ran' in window), path).toBe(false);
    }
    expect(elsewhere).toEqual([]);
    expect(messages).toEqual([]);
    await page.close();
  });

test('a file that could run as a page is served as a download', async ({ page, tandem, baseURL }) => {
  const html = await tandem.files.upload(
    new File([`<script>${RAN}</script>`], 'a.html', { type: 'text/html' }),
  );
  const answer = await page.request.get(`${baseURL}/api/v1/files/${html.id}/content`);
  expect(answer.headers()['content-disposition']).toMatch(/^attachment/);
  expect(answer.headers()['x-content-type-options']).toBe('nosniff');
});

for (const [what, text] of [
  ['brackets', 'a]'.repeat(50_000)],
  ['lists in lists', '- '.repeat(50_000)],
] as const)
  test(`a text of ${what} does not freeze the page`, async ({ page, tandem }) => {
    const { taskNumber } = await tandem.tasks.create({ title: 'Paint the railing', description: text });
    const start = Date.now();
    await page.goto(`tasks/${taskNumber}`);
    await expect(page.getByText(text.slice(0, 40)).first()).toBeVisible();
    expect(Date.now() - start).toBeLessThan(8_000);
  });
