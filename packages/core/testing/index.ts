import type { Storage } from '../src/index.ts';
import { events } from './contract/events.ts';
import { externalIds } from './contract/external-ids.ts';
import { importContract } from './contract/imports.ts';
import { pages } from './contract/pages.ts';
import { powers } from './contract/powers.ts';
import { preferenceContract } from './contract/preferences.ts';
import { readyOrders } from './contract/ready-order.ts';
import { removals } from './contract/removals.ts';
import { aWorkspace } from './contract/rows.ts';
import { search } from './contract/search.ts';
import { sessions } from './contract/sessions.ts';
import { alone, sharing } from './contract/sharing.ts';
import { signals } from './contract/signals.ts';
import { snapshots } from './contract/snapshots.ts';
import { answers } from './contract/stored-responses.ts';
import { subjects } from './contract/subjects.ts';
import { subtasks } from './contract/subtasks.ts';
import { taskLists } from './contract/task-lists.ts';
import { transactions } from './contract/transactions.ts';
import { unitsOfWork } from './contract/units.ts';
import { usage } from './contract/usage.ts';
import { verifications } from './contract/verifications.ts';
import { viewContract } from './contract/views.ts';
import { webhooks } from './contract/webhooks.ts';
import { work } from './contract/work.ts';

export { contentsContract } from './contents.ts';
export { accepts, answers, type Endpoints, endpoints } from './endpoints.ts';

/**
 * The contract suite for every Storage; call it in a Jest test file. `make` returns a new, empty storage for each
 * test, which the suite closes. `onlyLists` is for settings that affect only task lists and the search.
 */
export function storageContract(
  name: string,
  make: () => Storage | Promise<Storage>,
  { onlyLists = false } = {},
): void {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage | undefined;
    const open = async (): Promise<Storage> => {
      storage = await make();
      return storage;
    };
    const inWorkspace = (title: string, tests: (opened: () => Storage) => void) =>
      describe(title, () => {
        beforeEach(async () =>
          (await open()).write('w', ({ workspace }) => workspace.insert(aWorkspace('w'))),
        );
        tests(() => storage as Storage);
      });
    afterEach(async () => {
      await storage?.close();
      storage = undefined;
    });

    describe('task lists', () => taskLists(open, make));
    inWorkspace('sub-tasks', subtasks);
    describe('pages', () => pages(open));
    describe('subjects', () => subjects(open));
    describe('removals', () => removals(open));
    describe('search', () => search(open));
    if (onlyLists) return;

    inWorkspace('units of work', unitsOfWork);
    inWorkspace('signals', signals);
    inWorkspace('events', events);
    inWorkspace('answers', answers);
    inWorkspace('ready tasks', readyOrders);
    inWorkspace('views', viewContract);
    inWorkspace('imports', importContract);
    inWorkspace('preferences', preferenceContract);
    describe('external ids', () => externalIds(open));
    inWorkspace('powers', powers);
    inWorkspace('sessions', sessions);
    describe('snapshots', () => snapshots(open));
    describe('usage', () => usage(open));
    describe('webhooks', () => webhooks(open));
    describe('work', () => work(open));
    describe('verifications', () => verifications(open));
    describe('transactions', () => transactions(open));
    describe('sharing', () => alone(open));
  });
}

/**
 * Additional contract for a Storage that several servers use at once. `make` returns two storages per test that stand
 * for two processes on one empty database; the suite closes both.
 */
export function sharedStorageContract(name: string, make: () => Promise<readonly [Storage, Storage]>): void {
  describe(`contract of a shared storage: ${name}`, () => {
    let both: readonly Storage[] = [];
    afterEach(() => Promise.all(both.map((storage) => storage.close())));
    sharing(async () => {
      const made = await make();
      both = made;
      return made;
    });
  });
}
