import { idProblem } from '../results/criteria.ts';
import { entryProblems } from '../shared/entries.ts';
import { bodyProblem, LIMITS, type Problem, textProblem } from '../shared/text.ts';
import { visibleForm } from '../shared/visible-form.ts';

/** An option that a person can choose (docs/rules.md, Questions). */
export interface Option {
  readonly id: string;
  readonly text: string;
  /** The consequence of choosing it. */
  readonly consequence: string | null;
}

export interface OptionInput {
  /** Defaults to the option's position, counted from 1. */
  readonly id?: string | null | undefined;
  readonly text: string;
  readonly consequence?: string | null | undefined;
}

const MIN_OPTIONS = 2;

export function optionsProblems(
  kind: QuestionKind,
  options: readonly OptionInput[],
): Record<string, Problem> {
  if (kind !== 'choice') {
    return options.length === 0 ? {} : { options: 'are only allowed for a question of kind choice' };
  }
  if (options.length < MIN_OPTIONS || options.length > LIMITS.options) {
    return { options: `must be ${MIN_OPTIONS} to ${LIMITS.options} options for a choice` };
  }
  const found = entryProblems('options', options, ({ id, text, consequence }) => ({
    id: id === null || id === undefined ? undefined : idProblem(id),
    text: bodyProblem(text, LIMITS.option),
    consequence: textProblem(consequence, LIMITS.consequence),
  }));
  return Object.keys(found).length > 0 ? found : ambiguities(options);
}

/**
 * An answer names an option by its id or its text, and people count options from 1. So no id may look like another
 * option's id, text or position, and no two texts may look alike.
 */
function ambiguities(options: readonly OptionInput[]): Record<string, Problem> {
  const read = options.map(({ id, text }) => ({ id: id ? visibleForm(id) : null, text: visibleForm(text) }));
  return entryProblems('options', [...read.entries()], ([index, { id, text }]) => {
    const earlier = read.slice(0, index);
    return {
      id: id === null ? undefined : idAmbiguity(id, index, read),
      text: earlier.some((other) => other.text === text) ? "looks like another option's text" : undefined,
    };
  });
}

interface Read {
  readonly id: string | null;
  readonly text: string;
}

function idAmbiguity(id: string, index: number, options: readonly Read[]): Problem {
  if (options.slice(0, index).some((earlier) => earlier.id === id)) return "looks like another option's id";
  const named = options.findIndex(({ text }) => text === id);
  if (named !== -1 && named !== index) return "looks like another option's text";
  const position = /^\d+$/.test(id) ? Number(id) : index + 1;
  const isOther = position >= 1 && position <= options.length && position !== index + 1;
  return isOther ? "is another option's number" : undefined;
}

/** The options with their ids: the given id, else the position, or the next number that looks like no other option. */
export function optionsOf(input: readonly OptionInput[] | null | undefined): readonly Option[] {
  const options = input ?? [];
  const taken = new Set(options.flatMap(({ id }) => (id ? [visibleForm(id)] : [])));
  return options.map(({ id, text, consequence }, index) => {
    const others = new Set(
      options.filter((_, other) => other !== index).map((other) => visibleForm(other.text)),
    );
    let own = id ?? String(index + 1);
    for (let n = options.length + 1; !id && (taken.has(own) || others.has(own)); n++) own = String(n);
    taken.add(own);
    return { id: own, text, consequence: consequence ?? null };
  });
}

/** The option with this id, or else with this text; null without one. */
export const optionNamed = (options: readonly Option[], name: string): Option | null =>
  options.find(({ id }) => id === name) ?? options.find(({ text }) => text === name) ?? null;

export const QUESTION_KINDS = ['choice', 'text', 'approval'] as const;

export type QuestionKind = (typeof QUESTION_KINDS)[number];
