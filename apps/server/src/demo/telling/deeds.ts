import type { Caller, EvidenceInput } from '@tandem/core';
import type { Act, DeedName, DeedOf, Key, Who } from '../story/words.ts';
import { fileOf } from './files.ts';
import { known, type World } from './world.ts';

const HOUR_MS = 60 * 60_000;
const LEASE_SECONDS = 3_600;

type Do<Name extends DeedName> = (
  world: World,
  by: Caller,
  deed: DeedOf<Name> & { readonly task: number; readonly key: Key },
) => Promise<unknown>;

/** How each action of the story is performed, through the normal use cases. */
const DEEDS: { readonly [Name in DeedName]: Do<Name> } = {
  move: ({ tandem }, by, { task, to, why }) => tandem.tasks.transition(by, task, { to, reason: why }),
  say: ({ tandem }, by, { task, text }) => tandem.comments.create(by, task, { body: text }),
  attach: async (world, by, { task, file }) =>
    world.tandem.attachments.attach(by, task, { fileId: await fileOf(world, by, file) }),
  assign: ({ tandem }, by, { task, to }) => tandem.tasks.update(by, task, { assignedTo: to }),
  rank: ({ tandem }, by, { task, priority }) => tandem.tasks.update(by, task, { priority }),
  relate: (world, by, { task, type, other }) =>
    world.tandem.relations.relate(by, task, { type, taskNumber: known(world.tasks, other) }),
  archive: ({ tandem }, by, { task }) => tandem.tasks.archive(by, task),
  claim: async (world, by, { task, key }) => {
    const { lease } = await world.tandem.claims.claim(by, task, { leaseSeconds: LEASE_SECONDS });
    world.tokens.set(key, lease.token);
  },
  beat: (world, by, { task, key, note, percent, usage, checkpoint }) =>
    world.tandem.claims.heartbeat(by, task, {
      token: known(world.tokens, key),
      progress: { note, percent },
      usage,
      checkpoint,
    }),
  release: async (world, by, { task, key, note }) => {
    await world.tandem.claims.release(by, task, { token: known(world.tokens, key), note });
    world.tokens.delete(key);
  },
  'hand in': async (world, by, { task, key, outcome, summary, evidence = [], usage, to }) => {
    const token = world.tokens.get(key);
    const shown: EvidenceInput[] = [];
    for (const { file, ...rest } of evidence) {
      shown.push(file === undefined ? rest : { ...rest, fileId: await fileOf(world, by, file) });
    }
    await world.tandem.results.post(by, task, {
      token,
      outcome,
      summary,
      evidence: shown,
      usage,
      to,
    });
    if (to !== 'none') world.tokens.delete(key);
  },
  review: ({ tandem }, by, { task, verdict, text, criteria }) =>
    tandem.results.review(by, task, { verdict, comment: text, criteria }),
  ask: async (world, by, { task, key, question, dueIn }) => {
    const token = world.tokens.get(key);
    const dueAt = dueIn === undefined ? undefined : world.clock() + dueIn * HOUR_MS;
    const { id } = await world.tandem.questions.ask(by, task, { ...question, token, dueAt });
    world.questions.set(key, id);
    if (question.blocking !== false) world.tokens.delete(key);
  },
  answer: (world, by, { key, choice, text, approved, comment }) =>
    world.tandem.questions.answer(by, known(world.questions, key), { choice, text, approved, comment }),
  pass: async ({ tandem }) => {
    await tandem.claims.tidy();
    await tandem.questions.tidy();
  },
};

/** Performs one action on the task with a key; errors name the task. */
export async function perform(world: World, key: Key, { at, by, ...deed }: Act): Promise<void> {
  // The action's name and its arguments come from the same entry.
  const act = DEEDS[deed.does] as Do<DeedName>;
  try {
    await act(world, callerOf(world, by), { ...deed, key, task: known(world.tasks, key) });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${by} cannot do what the story tells of “${key}” at ${at} (${deed.does}): ${why}`, {
      cause: error,
    });
  }
}

export const callerOf = ({ callers }: World, who: Who): Caller => known(callers, who);
