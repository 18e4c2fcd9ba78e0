import { isWorthForm } from './markdown-cost.ts';

/** The maximum length of a description. */
const LENGTH = 100_000;
const filled = (piece: string, length = LENGTH) => piece.repeat(Math.floor(length / piece.length));

test.each([
  ['brackets that close nothing', filled('a]')],
  ['links in links', '['.repeat(LENGTH / 2) + ']'.repeat(LENGTH / 2)],
  ['links that do not end', filled('[a](')],
  ['notes that are nowhere', filled('[^a]')],
  ['quotes in quotes', `${filled('> ')}a`],
  ['lists in lists', `${filled('- ', 20_000)}a`],
  ['both', `${filled('> 1. ', 20_000)}a`],
  ['a table', `${filled('|a')}\n${filled('|-')}`],
])('%s are shown as plain text, because rendering them would freeze the page', (_, text) => {
  expect(isWorthForm(text)).toBe(false);
});

test.each([
  [
    'a long report',
    '## Part\n\nIt **turns**, see [the log](https://example.com/log).\n\n- one\n- two\n\n'.repeat(300),
  ],
  ['a quote of a quote', '> > as you said\n>\n> - and\n>   - so\n'],
  ['an empty text', ''],
])('%s are rendered as Markdown', (_, text) => {
  expect(isWorthForm(text)).toBe(true);
});
