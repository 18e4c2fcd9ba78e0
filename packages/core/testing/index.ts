import type { Storage } from '../src/index.ts';
import { pages } from './contract/pages.ts';
import { powers } from './contract/powers.ts';
import { removals } from './contract/removals.ts';
import { aWorkspace } from './contract/rows.ts';
import { subjects } from './contract/subjects.ts';
import { taskLists } from './contract/task-lists.ts';
import { unitsOfWork } from './contract/units.ts';

/**
 * The one suite that every Storage must pass; call it in a jest test file. `make` gives a new, empty
 * storage for each test, which the suite closes.
 */
export function storageContract(name: string, make: () => Storage): void {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage | undefined;
    const open = (): Storage => {
      storage = make();
      return storage;
    };
    afterEach(() => storage?.close());

    describe('units of work', () => {
      beforeEach(() => open().write('w', ({ workspace }) => workspace.insert(aWorkspace('w'))));
      unitsOfWork(() => storage as Storage);
    });
    describe('task lists', () => {
      beforeEach(() => open().write('w', ({ workspace }) => workspace.insert(aWorkspace('w'))));
      taskLists(() => storage as Storage);
    });
    describe('pages', () => pages(open));
    describe('powers', () => {
      beforeEach(() => open().write('w', ({ workspace }) => workspace.insert(aWorkspace('w'))));
      powers(() => storage as Storage);
    });
    describe('subjects', () => subjects(open));
    describe('removals', () => removals(open));
  });
}
