import { groupedBy, type Message } from './record.ts';

/** A chat in its final state: its owner and the people's messages. */
export interface Talk {
  readonly person: string;
  readonly id: string;
  readonly messages: readonly { readonly id: string; readonly body: string; readonly key: string | null }[];
}

/** The problems of messages that each started a chat, when several clients sent the same key at once. */
export function messageProblems(sent: readonly Message[], talks: readonly Talk[]): string[] {
  const problems: string[] = [];
  const keys = groupedBy(sent, ({ person, key }) => `${person}/${key}`);
  for (const [key, all] of keys) {
    const created = all.filter(({ status }) => status === 201);
    if (created.length !== 1) problems.push(`${key} created ${created.length} messages.`);
    if (created.some(({ replayed }) => replayed))
      problems.push(`${key}: what was created was called a replay.`);
    for (const { status, replayed, ids } of all) {
      if (status !== 201 && !(status === 200 && replayed)) problems.push(`${key} was answered ${status}.`);
      if (ids.join() !== all[0]?.ids.join()) problems.push(`${key} gave different ids.`);
    }
  }
  const written = groupedBy(
    talks.flatMap(({ person, messages }) => messages.map((message) => ({ person, ...message }))),
    ({ person, key }) => `${person}/${key}`,
  );
  for (const [key, all] of written) {
    const asked = keys.get(key)?.[0];
    if (all.length !== 1) problems.push(`${key} is there ${all.length} times.`);
    if (all[0]?.id !== asked?.ids[1] || all[0]?.body !== asked?.body)
      problems.push(`${key} is another message.`);
  }
  for (const key of keys.keys()) if (!written.has(key)) problems.push(`${key} was acknowledged and is lost.`);
  return problems;
}
