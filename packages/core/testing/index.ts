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
 * test, which the suite closes.
 */
export function storageContract(name: string, make: () => Storage | Promise<Storage>): void {
  describe(`storage contract: ${name}`, () => {
    let storage: Storage | undefined;
    const open = async (): Promise<Storage> => {
      storage = await make();
      return storage;
    };
    const openWithWorkspace = async () =>
      (await open()).write('w', ({ workspace }) => workspace.insert(aWorkspace('w')));
    afterEach(() => storage?.close());

    describe('units of work', () => {
      beforeEach(openWithWorkspace);
      unitsOfWork(() => storage as Storage);
    });
    describe('signals', () => {
      beforeEach(openWithWorkspace);
      signals(() => storage as Storage);
    });
    describe('events', () => {
      beforeEach(openWithWorkspace);
      events(() => storage as Storage);
    });
    describe('answers', () => {
      beforeEach(openWithWorkspace);
      answers(() => storage as Storage);
    });
    describe('task lists', () => {
      beforeEach(openWithWorkspace);
      taskLists(() => storage as Storage);
    });
    describe('sub-tasks', () => {
      beforeEach(openWithWorkspace);
      subtasks(() => storage as Storage);
    });
    describe('ready tasks', () => {
      beforeEach(openWithWorkspace);
      readyOrders(() => storage as Storage);
    });

    describe('views', () => {
      beforeEach(openWithWorkspace);
      viewContract(() => storage as Storage);
    });
    describe('imports', () => {
      beforeEach(openWithWorkspace);
      importContract(() => storage as Storage);
    });
    describe('preferences', () => {
      beforeEach(openWithWorkspace);
      preferenceContract(() => storage as Storage);
    });
    describe('external ids', () => externalIds(open));
    describe('pages', () => pages(open));
    describe('powers', () => {
      beforeEach(openWithWorkspace);
      powers(() => storage as Storage);
    });
    describe('sessions', () => {
      beforeEach(openWithWorkspace);
      sessions(() => storage as Storage);
    });
    describe('subjects', () => subjects(open));
    describe('snapshots', () => snapshots(open));
    describe('removals', () => removals(open));
    describe('usage', () => usage(open));
    describe('webhooks', () => webhooks(open));
    describe('work', () => work(open));
    describe('verifications', () => verifications(open));
    describe('search', () => search(open));
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
