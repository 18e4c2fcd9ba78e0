import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_GOAL_STATUS, DEFAULT_TASK_STATUS } from '@tandem/core';
import { GOAL_MOVES, type MovePolicy, TASK_MOVES } from '@tandem/core/rules';

const PAGE = readFileSync(join(__dirname, 'rules.md'), 'utf8');
const [TASKS, GOALS] = [...PAGE.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, diagram]) => diagram);

/** Labels of moves; one without a label is open to everyone. */
const LABELS: Record<MovePolicy, string> = {
  anyone: '',
  people: ': people',
  agentsIfEnabled: ': agents only with agentCompletion',
  unlessHeld: ': under Intake only people',
};

const diagram = (start: string, moves: readonly (readonly [from: string, to: string, label: string])[]) =>
  `stateDiagram-v2
  [*] --> ${start}
${moves.map(([from, to, label]) => `  ${from} --> ${to}${label}\n`).join('')}`;

test('the page shows the moves of tasks as they are in the code', () => {
  const moves = Object.entries(TASK_MOVES).flatMap(([from, row]) =>
    Object.entries(row).map(([to, policy]) => [from, to, LABELS[policy]] as const),
  );
  expect(TASKS).toBe(diagram(DEFAULT_TASK_STATUS, moves));
});

test('the page shows the moves of goals as they are in the code', () => {
  const moves = Object.entries(GOAL_MOVES).flatMap(([from, row]) => row.map((to) => [from, to, ''] as const));
  expect(GOALS).toBe(diagram(DEFAULT_GOAL_STATUS, moves));
});
