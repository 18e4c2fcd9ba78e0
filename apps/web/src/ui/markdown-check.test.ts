import { withCheck } from './markdown-check.ts';

const TEXT = '- [ ] one\n- [x] two\n';

test.each([
  ['checks a box', TEXT, 2, true, '- [x] one\n- [x] two\n'],
  ['unchecks a box', TEXT, 12, false, '- [ ] one\n- [ ] two\n'],
  ['keeps the boxes that others have checked', '- [ ] one\n- [ ] two\n', 2, true, '- [x] one\n- [ ] two\n'],
  ['changes nothing once the text is another', '- [ ] one\n- [x] three\n', 2, true, null],
  ['changes nothing where there is no box', TEXT, 3, true, null],
])('%s', (_, now, at, checked, expected) => {
  expect(withCheck(now, TEXT, at, checked)).toBe(expected);
});
