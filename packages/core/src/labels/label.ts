import { compareText, fold, LIMITS, nameProblem, type Problem } from '../shared/text.ts';

export const LABEL_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const;
export type LabelColor = (typeof LABEL_COLORS)[number];

/** The color of a label that is created implicitly. */
export const DEFAULT_LABEL_COLOR: LabelColor = 'gray';

export interface Label {
  readonly id: string;
  /** Unique in the workspace, ignoring case. */
  readonly name: string;
  readonly color: LabelColor;
}

export const labelNameProblem = (name: string | undefined): Problem => nameProblem(name, LIMITS.labelName);

/** The order of labels wherever they are listed. */
export const byName = (a: Label, b: Label): number => compareText(fold(a.name), fold(b.name));

export const labelEntity = (label: Label) => ({ type: 'label', id: label.id, title: label.name }) as const;
