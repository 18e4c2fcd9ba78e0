import { ENDINGS } from '../live/endings.ts';
import { QUESTIONS } from '../live/questions.ts';
import { MAKE_TASK, SAID } from '../live/said.ts';
import { AT_WORK } from '../live/workers.ts';
import { CHATS } from './chats.ts';
import { MORE, THOUGHT_UP } from './tasks-more.ts';
import { PLAIN } from './tasks-plain.ts';
import { TOLD } from './tasks-told.ts';
import { AGENTS, HOST, LABELS, PEOPLE } from './team.ts';

const isAtWork = (name: string | null | undefined) => AT_WORK.some((agent) => agent === name);

test('whatever the agents at work have to do comes to an end, with a proof for each criterion', () => {
  const plain = PLAIN.filter(({ to, status }) => status === 'todo' && isAtWork(to)).map(({ title }) => ({
    title,
    criteria: MORE[title]?.criteria ?? [],
  }));
  const told = TOLD.filter(({ to, key }) => isAtWork(to) && key !== 'merge-first' && key !== 'default-loan');
  expect(plain.length).toBeGreaterThanOrEqual(8);
  for (const { title, criteria = [] } of [...plain, ...told]) {
    expect([title, ENDINGS[title]?.proofs.length ?? 0]).toEqual([title, Math.max(criteria.length, 1)]);
  }
});

test('what the story adds to a task is added to one that there is', () => {
  const titles = PLAIN.map(({ title }) => title);
  expect(Object.keys(MORE).filter((title) => !titles.includes(title))).toEqual([]);
  expect(Object.keys(QUESTIONS).filter((title) => !titles.includes(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test('whoever chooses what an agent suggests gets an answer to it', () => {
  const suggested = CHATS.filter(({ with: agent }) => isAtWork(agent)).flatMap(({ turns }) =>
    turns.flatMap(({ next = [] }) => next),
  );
  expect(suggested.filter((text) => text !== MAKE_TASK && SAID[text] === undefined)).toEqual([]);
});

test('everybody and every label of the story is there', () => {
  const names = new Set([HOST, ...PEOPLE, ...AGENTS].map(({ name }) => name));
  const labels = new Set(LABELS.map(({ name }) => name));
  for (const { to, labels: named } of PLAIN) {
    expect([to, to === null || names.has(to)]).toEqual([to, true]);
    expect(named.filter((name) => !labels.has(name))).toEqual([]);
  }
  for (const { by, acts = [] } of [...TOLD, ...THOUGHT_UP]) {
    expect([by, ...acts.map((act) => act.by)].filter((name) => !names.has(name))).toEqual([]);
  }
});
