import { testPorts } from '../testing/ports.ts';
import type { Caller } from './access/caller.ts';
import { createTandem } from './create-tandem.ts';
import { inMemoryContents } from './in-memory/index.ts';
import type { Ports, Storage } from './ports.ts';
import type { AnyCheck, CheckKind } from './shared/check.ts';
import { Refusal } from './shared/refusal.ts';
import { INPUTS } from './subjects.ts';

/* Every field of every input with invalid values. The storage fails the test when it is called at all. */

const untouchable = (): never => {
  throw new Error('The storage was asked although the input is wrong.');
};

const storage = {
  read: untouchable,
  write: untouchable,
  directory: {},
  signals: { subscribe: () => undefined },
} as unknown as Storage;

const ports = testPorts();
const tandem = createTandem({
  ...ports,
  storage,
  contents: inMemoryContents(ports),
  webhooks: untouchable,
} as unknown as Ports);

const WRONG: Readonly<Record<CheckKind, readonly unknown[]>> = {
  text: [7, true, {}, [], Symbol('x'), new String('x'), () => 'x'],
  number: ['7', true, {}, [], Number.NaN, Number.POSITIVE_INFINITY, 7n, new Date()],
  boolean: ['true', 1, {}, []],
  'one of': ['high', 13, true, {}, [], 'toString', '__proto__'],
  either: [{}, []],
  list: ['x', 7, {}, { length: 1 }, new Set()],
  record: ['x', 7, []],
  object: ['x', 7, [], () => ({})],
  anything: [],
};

/** A value that a check accepts. */
function sample(check: AnyCheck): unknown {
  if (check.absent.includes(undefined)) return undefined;
  if (check.kind === 'one of') return check.values?.[0];
  if (check.kind === 'object') return sampleOf(check);
  return { text: 'x', number: 1, boolean: true, either: 'x', list: [], record: {}, anything: {} }[check.kind];
}

const sampleOf = ({ fields = {} }: AnyCheck): object =>
  Object.fromEntries(Object.entries(fields).map(([name, check]) => [name, sample(check)]));

interface Spoiled {
  readonly path: string;
  readonly value: unknown;
}

/** Values with one wrong field, each with the path of that field. */
function spoiled(check: AnyCheck, path: string): Spoiled[] {
  const absent = [null, undefined].filter(
    (value) => !check.absent.includes(value) && check.kind !== 'anything',
  );
  // A choice may accept a list.
  const wrong = WRONG[check.kind].filter((value) => check.kind !== 'either' || !check.fits(value));
  const here = [...wrong, ...absent].map((value) => ({ path: path || 'input', value }));
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  if (check.kind === 'list' && check.entry)
    return [...here, ...spoiled(check.entry, at('0')).map((each) => ({ ...each, value: [each.value] }))];
  if (check.kind === 'record' && check.entry)
    return [
      ...here,
      ...spoiled(check.entry, at('name')).map((each) => ({ ...each, value: { name: each.value } })),
    ];
  if (check.kind !== 'object') return here;
  const complete = sampleOf(check);
  const inside = Object.entries(check.fields ?? {}).flatMap(([name, of]) =>
    spoiled(of, at(name)).map((each) => ({ ...each, value: { ...complete, [name]: each.value } })),
  );
  const unknown = ['customerId', '__proto__', 'constructor'].map((name) => ({
    path: at(name),
    value: Object.defineProperty({ ...complete }, name, { value: 1, enumerable: true }),
  }));
  return [...here, ...inside, ...unknown];
}

const useCases = Object.entries(INPUTS).flatMap(([subject, inputs]) =>
  Object.entries(inputs as Record<string, readonly AnyCheck[]>).map(
    ([name, checks]) => [`${subject}.${name}`, subject, name, checks] as const,
  ),
);

const caller = {} as Caller;

test.each(useCases)('%s refuses wrong types, values and fields', async (_title, subject, name, checks) => {
  const useCase = (tandem as never)[subject][name] as (...given: unknown[]) => Promise<unknown>;
  const valid = checks.map(sample);
  for (const [place, check] of checks.entries()) {
    // An argument that is not an object has its own name.
    const isObject = check.kind === 'object';
    for (const { path, value } of spoiled(check, isObject ? '' : 'argument')) {
      const refused = await useCase(caller, ...valid.with(place, value)).catch((error: unknown) => error);
      if (!(refused instanceof Refusal)) throw refused;
      expect(refused.code).toBe('VALIDATION_ERROR');
      expect(Object.keys(refused.fields ?? {})).toEqual([
        isObject ? path : expect.stringMatching(suffixOf(path)),
      ]);
    }
  }
});

/** The path of a field in an argument, after the argument's name, if any. */
const suffixOf = (path: string): RegExp =>
  new RegExp(`^[A-Za-z-]+${path.replace('argument', '').replaceAll('.', '\\.')}$`);

test('refusals suggest the field that was probably meant', async () => {
  const wrong = { titel: 'A', title: 'A' } as never;
  await expect(tandem.tasks.create(caller, wrong)).rejects.toThrow(
    'titel is not recognized; perhaps you meant title',
  );
});

test('an undefined field counts as omitted', async () => {
  const input = { title: 'A', customerId: undefined } as never;
  await expect(tandem.tasks.create(caller, input)).rejects.toThrow('The storage was asked');
});

test('a refusal lists at most 20 fields', async () => {
  const input = { title: 'A', tags: Array.from({ length: 1000 }, () => 7) } as never;
  const refused = (await tandem.tasks.create(caller, input).catch((error: unknown) => error)) as Refusal;
  expect(Object.keys(refused.fields ?? {})).toHaveLength(20);
});
