import { isDatabaseUrl, shownUrl, withoutPasswords } from './database-url.ts';

test.each([
  'postgres://db/tandem',
  'postgresql://tandem@db:5433/tandem',
  'postgres://tandem:p%40ss@[::1]/tandem?sslmode=verify-full',
  'postgres:///tandem?host=/var/run/postgresql',
])('%s is a database URL', (url) => {
  expect(isDatabaseUrl(url)).toBe(true);
});

test.each(['', 'db', 'tandem@db/tandem', 'https://db/tandem', 'postgres'])(
  '%p is not a database URL',
  (text) => {
    expect(isDatabaseUrl(text)).toBe(false);
  },
);

test.each([
  [
    'postgres://ada:ge%23heim@db:5433/tandem?sslmode=require&password=geheim',
    'postgres://ada@db:5433/tandem',
  ],
  ['postgresql://db/tandem', 'postgresql://db/tandem'],
  ['postgres:///tandem?host=/run&password=geheim', 'postgres:///tandem'],
])('%s is shown without its secrets', (url, expected) => {
  expect(shownUrl(url)).toBe(expected);
});

test('no text contains a database password, even of a malformed URL', () => {
  expect(
    withoutPasswords('at postgres://ada:ge@heim@db/x and postgresql://:geheim@db, not at https://a:b@c'),
  ).toBe('at postgres://ada:[hidden]@db/x and postgresql://:[hidden]@db, not at https://a:b@c');
});
