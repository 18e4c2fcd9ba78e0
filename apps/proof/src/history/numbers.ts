import { type Create, contradiction } from './record.ts';

/** The problems of task numbers: those in the service's list against those in its responses. */
export function numberProblems(
  creates: readonly Create[],
  listed: readonly { taskNumber: number; title: string }[],
): string[] {
  const problems: string[] = [];
  const titles = new Map<number, string>();
  for (const { taskNumber, title } of listed) {
    if (titles.has(taskNumber)) problems.push(`Two tasks have the number ${taskNumber}.`);
    titles.set(taskNumber, title);
  }
  for (let number = 1; number <= titles.size; number++) {
    if (!titles.has(number)) problems.push(`The number ${number} is missing.`);
  }

  const acknowledged = creates.filter(({ number }) => number !== null);
  const answered = new Set<number>();
  for (const { number, title } of acknowledged as (Create & { number: number })[]) {
    if (answered.has(number)) problems.push(`The number ${number} was answered twice.`);
    answered.add(number);
    if (titles.get(number) !== title) problems.push(`Task ${number} is not "${title}" as was answered.`);
  }
  const wrong = contradiction(acknowledged.toSorted((a, b) => (a.number as number) - (b.number as number)));
  if (wrong) problems.push(`Task ${wrong[0].number} was asked for after task ${wrong[1].number} was there.`);
  return problems;
}
