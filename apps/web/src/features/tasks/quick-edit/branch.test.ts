import { branchOf } from './branch.ts';

test.each([
  ['Repair the lamp!', 'tandem/12-repair-the-lamp'],
  ['  Größe “Façade” / ../etc ', 'tandem/12-gro-e-facade-etc'],
  ['修理灯', 'tandem/12'],
  ['word '.repeat(30), `tandem/12-${'word-'.repeat(10).slice(0, -1)}`],
  ['x'.repeat(300), `tandem/12-${'x'.repeat(50)}`],
])('the branch of a task called “%s” has a name that Git accepts', (title, expected) => {
  expect(branchOf({ taskNumber: 12, title })).toBe(expected);
});
