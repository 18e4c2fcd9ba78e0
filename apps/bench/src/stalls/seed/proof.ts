import type { Bulk } from './bulk.ts';

const AUTHOR = { author_id: 'somebody', author_type: 'agent' };

/** Open questions of a task for everyone, in the inbox. */
export function addQuestions(bulk: Bulk, number: number, count: number): void {
  for (let i = 0; i < count; i++) {
    const at = Date.now();
    const question = {
      number,
      kind: 'text',
      text: `Question ${i}?`,
      options: '[]',
      status: 'open',
      ...AUTHOR,
    };
    const id = bulk.add('questions', { ...question, created_at: at });
    bulk.add('inbox', { person_id: '', kind: 'question', ref: id, since: at });
  }
}

/** Results of a task with the maximum of evidence. */
export function addResults(bulk: Bulk, number: number, count: number): void {
  const evidence = JSON.stringify(Array.from({ length: 20 }, () => ({ text: '日'.repeat(10_000) })));
  const result = { number, outcome: 'succeeded', summary: '日'.repeat(20_000), evidence, ...AUTHOR };
  for (let i = 0; i < count; i++) {
    bulk.add('results', { ...result, attempt: 1, part: 'interim', created_at: Date.now() });
  }
}
