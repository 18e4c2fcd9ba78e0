import { DEFAULT_LABEL_COLOR, LABEL_COLORS, type Label, labelEntity } from '../../labels/label.ts';
import { fold, LIMITS } from '../../shared/text.ts';
import type { RecordOf } from '../record.ts';
import { fitted, labelOf } from '../words.ts';
import { type Importer, type ImportUnit, idFor, idHere, implied, lookedUp } from './unit.ts';

type LabelRecord = RecordOf<'label'>;

const nameIn = (unit: ImportUnit, name: string): string =>
  fitted(labelOf(name, unit.run.options).trim(), LIMITS.labelName, 'name of the label', unit.warn).trim();

/** Labels are identified by their names here; imports never change them. */
export const labels: Importer<LabelRecord, Label> = {
  fields: {},
  byId: ({ stores }, id) => stores.labels.byId(id),
  existing: (unit, { name }) => unit.stores.labels.byName(nameIn(unit, name)),
  wanted: async (unit, record) => {
    const name = nameIn(unit, record.name);
    if (name === '') return 'The label has no name.';
    const color = LABEL_COLORS.find((each) => each === record.color) ?? DEFAULT_LABEL_COLOR;
    return { id: await idFor(unit, record), name, color };
  },
  insert: async ({ stores, record }, label) => {
    await stores.labels.insert(label);
    await record({ entity: labelEntity(label), action: 'created' });
  },
  update: async () => undefined,
};

async function labelFor(unit: ImportUnit, name: string): Promise<Label | null> {
  const known = await idHere(unit, 'label', name);
  if (known !== null) return unit.stores.labels.byId(known);
  return implied(unit, labels, { type: 'label', externalId: name, name });
}

/** The labels of a task: identities of label records, otherwise names, which are created. */
export async function resolveLabels(unit: ImportUnit, given: readonly string[]): Promise<readonly Label[]> {
  const found = new Map<string, Label>();
  const wanted = [...new Set(given.map((name) => name.trim()))].filter((name) => name !== '');
  for (const name of wanted) {
    if (found.size >= LIMITS.labels) {
      unit.warn(`It has more than ${LIMITS.labels} labels; the rest is left out.`);
      break;
    }
    const label = await lookedUp(unit.known, `the label ${name}`, () => labelFor(unit, name));
    if (label) found.set(label.id, label);
  }
  return [...found.values()].sort((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1));
}
