import type { InboxItem, Question } from '@tandem/client';

export interface Asker {
  readonly id: string;
  readonly name: string;
}

/** The members and services whose questions wait, by name. */
export function askersOf(items: readonly InboxItem[]): readonly Asker[] {
  const names = new Map<string, string>();
  for (const { kind, question } of items)
    if (kind === 'question' && question) names.set(question.asker.id, question.asker.displayName);
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}

/** The maximum number of answers in one request (docs/rules.md, Inbox). */
const MAX_ANSWERS = 100;

/** All waiting questions if a single choice can answer every one of them; otherwise none. */
export function questionsAlike(items: readonly InboxItem[]): readonly Question[] {
  const questions = items.flatMap(({ kind, question }) =>
    kind === 'question' && question ? [question] : [],
  );
  const forms = new Set(questions.map(({ kind, options }) => JSON.stringify([kind, options])));
  const isAlike = forms.size === 1 && questions.length === items.length && questions[0]?.kind !== 'text';
  return isAlike && questions.length > 1 && questions.length <= MAX_ANSWERS ? questions : [];
}
