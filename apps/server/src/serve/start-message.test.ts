import { startMessage } from './start-message.ts';

const started = { url: 'http://127.0.0.1:4700', everywhere: null, firstKey: null, database: '/data' };

test('a later start on a terminal prints a link above the address', () => {
  const link = `${started.url}/#code=tdl_x`;
  expect(startMessage(started, link)).toBe(
    `Open this to sign in (valid for 5 minutes; tandem web-link prints another):

  ${link}

Tandem serves ${started.url}
Data: /data
`,
  );
});

test('a later start without a link does not mention one', () => {
  expect(startMessage(started, null)).not.toContain('link');
  expect(startMessage({ ...started, firstKey: 'tdm_x' }, null)).not.toContain('link');
});
