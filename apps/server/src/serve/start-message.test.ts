import { startMessage } from './start-message.ts';

const started = {
  url: 'http://127.0.0.1:4700',
  everywhere: null,
  firstKey: null,
  database: '/data',
};

test('a later start on a terminal prints a link below the address', () => {
  const link = `${started.url}/#code=tdl_x`;
  expect(startMessage(started, link)).toBe(
    `Tandem serves ${started.url}
API reference: ${started.url}/docs

Sign in as the admin with this link, once, within five minutes:

  ${link}
`,
  );
});

test('a later start without a link does not mention one', () => {
  expect(startMessage(started, null)).not.toContain('link');
  expect(startMessage({ ...started, firstKey: 'tdm_x' }, null)).not.toContain('link');
});
