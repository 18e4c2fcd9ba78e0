import { safeFileName, safeMimeType } from './file.ts';

describe('a file name', () => {
  test.each([
    ['plan.pdf', 'plan.pdf'],
    ['Übersicht 1.txt', 'Übersicht 1.txt'],
    ['報告書.xlsx', '報告書.xlsx'],
    ['.gitignore', '.gitignore'],
    ['😀.png', '😀.png'],
  ])('the file name %j is kept', (name, stored) => {
    expect(safeFileName(name)).toBe(stored);
  });

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ada\\plan.pdf', 'plan.pdf'],
    ['a\r\nSet-Cookie: x.txt', 'aSet-Cookie: x.txt'],
    ['a\0.txt', 'a.txt'],
    ['gpj.\u202Efdp.exe', 'gpj.fdp.exe'],
    ['  plan.pdf  ', 'plan.pdf'],
    ['x\ud83d.txt', 'x.txt'],
  ])('the unsafe file name %j is stored as %j', (name, stored) => {
    expect(safeFileName(name)).toBe(stored);
  });

  test.each(['', '   ', '.', '..', 'a/', '\u202E'])('the file name %j is replaced by file', (name) => {
    expect(safeFileName(name)).toBe('file');
  });

  test('a file name is cut at 255 characters', () => {
    expect(safeFileName('x'.repeat(300))).toBe('x'.repeat(255));
  });
});

test.each([
  ['text/plain', 'text/plain'],
  ['Text/HTML; charset=utf-8', 'text/html'],
  ['image/svg+xml', 'image/svg+xml'],
  ['', 'application/octet-stream'],
  ['text', 'application/octet-stream'],
  ['text/plain\r\nX: y', 'application/octet-stream'],
  ['text/pl ain', 'application/octet-stream'],
])('the media type %j is stored as %j', (type, stored) => {
  expect(safeMimeType(type)).toBe(stored);
});
