import type { Stores } from '../ports.ts';
import { UnitOfWorkMisuse } from '../shared/unit-of-work.ts';

/** The stores and methods that a hook may use: those that read, without secrets and bookkeeping. */
const READING = {
  workspace: ['get'],
  members: ['byId', 'byName', 'byDisplayName', 'idsMatching', 'list', 'agents', 'countAdmins', 'adminIds'],
  tasks: ['byNumber', 'byId', 'list', 'countInBacklog'],
  relations: ['byId', 'ofEdge', 'leads', 'count', 'of', 'openBlockers'],
  comments: ['byId', 'list', 'last', 'countSince'],
  subscriptions: ['has', 'people'],
  labels: ['byId', 'byName', 'list'],
  projects: ['byId', 'list'],
  initiatives: ['byId', 'list'],
  goals: ['byId', 'list', 'verifications'],
  events: ['ofEntity', 'ofAgent', 'bounds', 'after', 'ofEntityAfter'],
  files: ['byId', 'isOnTask'],
  attachments: ['byId', 'ofFile', 'list'],
  chats: ['byId', 'list'],
  messages: ['byId', 'list'],
  turns: ['byId', 'openOf', 'openOfAgent', 'openOfPerson'],
  claims: ['lastOf', 'ofAgent', 'countSince', 'checkpoint'],
  usage: ['inMonthOf', 'ofAgent', 'limitsReached', 'sums'],
  criteria: ['of', 'allOf'],
  results: ['byId', 'list', 'last', 'hasOthers', 'hasSucceeded'],
  questions: ['byId', 'list', 'openOf', 'countOpenBy', 'answeredSince'],
  search: ['find'],
  views: ['byId', 'list'],
} as const satisfies { readonly [Name in keyof Stores]?: readonly (keyof Stores[Name])[] };

type Reading = typeof READING;

/** The stores of a hook: the unit of the operation, as it would be committed. */
export type ReadingStores = {
  readonly [Name in keyof Reading]: Pick<Stores[Name], Extract<Reading[Name][number], keyof Stores[Name]>>;
};

/** A view of the stores that throws for every other store and method. */
export function readingStores(stores: Stores): ReadingStores {
  return only(stores, Object.keys(READING), (name) =>
    only(
      stores[name as keyof Reading],
      READING[name as keyof Reading],
      (method, store) =>
        // Called on its store, which checks that the unit is still open.
        (...given: readonly unknown[]) =>
          (store as unknown as Record<string, (...given: readonly unknown[]) => unknown>)[method]?.(...given),
    ),
  ) as unknown as ReadingStores;
}

function only<T extends object>(
  of: T,
  names: readonly string[],
  get: (name: string, of: T) => unknown,
): object {
  const refuse = (_: object, name: string | symbol): never => {
    throw new UnitOfWorkMisuse(
      `A hook may only read: ${String(name)} is not one of ${names.join(', ')}. Make changes in an after hook, through an operation.`,
    );
  };
  // The target is empty, so that no other trap leads to the stores.
  return new Proxy(Object.freeze({}), {
    get: (target, name) => (names.includes(String(name)) ? get(String(name), of) : refuse(target, name)),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
  });
}
