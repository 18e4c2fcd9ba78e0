import { AT_WORK } from '../agents/start.ts';
import { ANSWERS, ENDINGS, MAKE_TASK, QUESTIONS } from './agents-at-work.ts';
import { CHATS } from './chats.ts';
import { CHECKED } from './checks.ts';
import { CRITERIA, FURTHER_ACTS } from './details.ts';
import { PLAIN } from './tasks.ts';
import { AGENTS, HOST, LABELS, PEOPLE, VERIFIER } from './team.ts';
import { PROPOSALS, TIMELINES } from './timelines.ts';

const isAtWork = (name: string | null | undefined) => AT_WORK.some((agent) => agent === name);

test('each open task of a working agent has a result with a proof for each criterion', () => {
  const plain = PLAIN.filter(({ to, status }) => status === 'todo' && isAtWork(to)).map(({ title }) => ({
    title,
    criteria: CRITERIA[title] ?? [],
  }));
  const detailed = [...TIMELINES, ...CHECKED].filter(
    ({ to, key }) => isAtWork(to) && key !== 'merge-first' && key !== 'default-loan' && key !== 'feed-dates',
  );
  expect(plain.length).toBeGreaterThanOrEqual(8);
  for (const { title, criteria = [] } of [...plain, ...detailed]) {
    const [, ...proofs] = ENDINGS[title] ?? [];
    expect([title, proofs.length]).toEqual([title, Math.max(criteria.length, 1)]);
  }
});

test('details and questions belong to tasks of the story', () => {
  const titles = PLAIN.map(({ title }) => title);
  const named = [
    ...Object.keys(CRITERIA),
    ...Object.keys(QUESTIONS),
    ...FURTHER_ACTS.map(([title]) => title),
  ];
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test('each suggestion of a working agent has an answer', () => {
  const suggested = CHATS.filter(({ with: agent }) => isAtWork(agent)).flatMap(({ turns }) =>
    turns.flatMap(([, , , , suggestions = []]) => suggestions),
  );
  expect(suggested.filter((text) => text !== MAKE_TASK && ANSWERS[text] === undefined)).toEqual([]);
});

test('each member and label that the story uses exists', () => {
  const names = new Set(
    [HOST, ...PEOPLE, VERIFIER, ...AGENTS.map(({ profile }) => profile)].map(({ name }) => name),
  );
  const labels = new Set(Object.keys(LABELS));
  for (const { to, labels: named } of PLAIN) {
    expect([to, to === null || names.has(to)]).toEqual([to, true]);
    expect(named.filter((name) => !labels.has(name))).toEqual([]);
  }
  for (const { by, acts = [] } of [...TIMELINES, ...PROPOSALS, ...CHECKED]) {
    expect([by, ...acts.map(([, who]) => who)].filter((name) => !names.has(name))).toEqual([]);
  }
});
