import { type Change, contradiction, groupedBy } from './record.ts';

/** One field of a task in its final state, and the entries of its changes, oldest first. */
export interface Register {
  readonly task: number;
  readonly field: string;
  readonly initial: string | null;
  readonly value: string | null;
  readonly entries: readonly { readonly from: string | null; readonly to: string | null }[];
}

/** The problems of concurrently changed fields; each change uses a unique value. */
export function changeProblems(changes: readonly Change[], registers: readonly Register[]): string[] {
  const asked = groupedBy(changes, ({ task, field }) => `${task}.${field}`);
  return registers.flatMap((register) => {
    const name = `${register.task}.${register.field}`;
    return registerProblems(name, register, asked.get(name) ?? []);
  });
}

function registerProblems(name: string, register: Register, changes: readonly Change[]): string[] {
  const problems: string[] = [];
  const accepted = new Map(changes.filter(({ status }) => status === 200).map((each) => [each.value, each]));
  const inOrder: Change[] = [];
  let at = register.initial;
  for (const { from, to } of register.entries) {
    if (from !== at) problems.push(`${name} was changed from ${from} when it was ${at}.`);
    const change = accepted.get(to ?? '');
    if (change) inOrder.push(change);
    else problems.push(`${name}: no client was told that ${to} was set.`);
    at = to;
  }
  if (register.value !== at) problems.push(`${name} is ${register.value}, but was last set to ${at}.`);
  const set = new Set(inOrder.map(({ value }) => value));
  if (set.size !== inOrder.length) problems.push(`${name} was set to the same value twice.`);
  for (const value of accepted.keys()) {
    if (!set.has(value)) problems.push(`${name}: ${value} was acknowledged and is lost.`);
  }
  const wrong = contradiction(inOrder);
  if (wrong) problems.push(`${name}: ${wrong[0].value} was set before ${wrong[1].value}.`);
  return problems;
}
