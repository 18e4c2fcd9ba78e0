import type { Bulk } from './bulk.ts';

const AUTHOR = {
  author_id: 'somebody',
  author_type: 'agent',
  author_name: 'somebody',
  author_display_name: 'Somebody',
};

/** So many open questions of a task, for everybody, in the inbox. */
export function addQuestions(bulk: Bulk, number: number, count: number): void {
  const [question, inbox] = [bulk.into('questions'), bulk.into('inbox')];
  for (let i = 0; i < count; i++) {
    const [id, at] = [bulk.newId(), Date.now()];
    question({
      id,
      seq: bulk.next('row'),
      number,
      kind: 'text',
      text: `Question ${i}?`,
      options: '[]',
      by_default: null,
      due_at: null,
      to_id: null,
      ...AUTHOR,
      blocking: 0,
      return_to: null,
      status: 'open',
      answer: null,
      answered_by: null,
      created_at: at,
      closed_at: null,
    });
    inbox({ person_id: '', seq: bulk.next('row'), kind: 'question', ref: id, since: at });
  }
}

/** So many results of a task, with as much evidence as there may be. */
export function addResults(bulk: Bulk, number: number, count: number): void {
  const result = bulk.into('results');
  const evidence = JSON.stringify(Array.from({ length: 20 }, () => ({ text: '日'.repeat(10_000) })));
  for (let i = 0; i < count; i++) {
    result({
      id: bulk.newId(),
      seq: bulk.next('row'),
      number,
      outcome: 'succeeded',
      summary: '日'.repeat(20_000),
      evidence,
      usage: null,
      ...AUTHOR,
      behind: null,
      return_to: null,
      attempt: 1,
      part: 'interim',
      created_at: Date.now(),
      review: null,
      reviewer_id: null,
    });
  }
}
