import type { Caller, EvidenceInput, Tandem } from '@tandem/core';
import { FILES } from '../story/files.ts';
import { type Act, type Actions, evidenceOf, type Key, type Proof } from '../story/notation.ts';
import { usageOf } from '../story/team.ts';
import { transcriptOf } from './transcript.ts';
import { callerOf, known, type World } from './world.ts';

const HOUR_MS = 60 * 60_000;
const LEASE_SECONDS = 3_600;

/** The task, its key and the member who acts on it. */
interface Deed {
  readonly by: Caller;
  readonly task: number;
  readonly key: Key;
}

/** How each action of the story is performed, through the normal use cases. */
const ACTIONS: {
  readonly [Name in keyof Actions]: (world: World, deed: Deed, ...args: Actions[Name]) => Promise<unknown>;
} = {
  move: ({ tandem }, { by, task }, to, reason) => tandem.tasks.transition(by, task, { to, reason }),
  comment: ({ tandem }, { by, task }, body) => tandem.comments.create(by, task, { body }),
  attach: async (world, { by, task }, file) =>
    world.tandem.attachments.attach(by, task, { fileId: await fileOf(world, by, file) }),
  priority: ({ tandem }, { by, task }, priority) => tandem.tasks.update(by, task, { priority }),
  relate: ({ tandem, tasks }, { by, task }, type, other) =>
    tandem.relations.relate(by, task, { type, taskNumber: known(tasks, other) }),
  archive: ({ tandem }, { by, task }) => tandem.tasks.archive(by, task),
  claim: async ({ tandem, tokens }, { by, task, key }) => {
    const { lease } = await tandem.claims.claim(by, task, { leaseSeconds: LEASE_SECONDS });
    tokens.set(key, lease.token);
  },
  progress: ({ tandem, tokens }, { by, task, key }, percent, note, used, checkpoint) =>
    tandem.claims.heartbeat(by, task, {
      token: known(tokens, key),
      progress: { note, percent },
      usage: usageOf(by.name, used),
      checkpoint,
    }),
  release: async ({ tandem, tokens }, { by, task, key }, note, failure) => {
    await tandem.claims.release(by, task, { token: known(tokens, key), note, failure });
    tokens.delete(key);
  },
  result: async (world, { by, task, key }, outcome, used, summary, proofs, more) => {
    const token = world.tokens.get(key);
    const evidence: EvidenceInput[] = [];
    for (const proof of proofs) evidence.push(await evidenceIn(world, by, proof));
    const result = { token, outcome, summary, evidence, usage: usageOf(by.name, used), ...more };
    await world.tandem.results.post(by, task, result);
    world.tokens.delete(key);
  },
  transcript: async ({ tandem }, { by, task }, key) => {
    const [last] = (await tandem.attempts.list(by, task, { limit: 1 })).items;
    if (!last) throw new Error('No agent has worked on it.');
    await tandem.attempts.putTranscript(by, task, last.attempt, transcriptOf(by.name, key, last.startedAt));
  },
  accept: ({ tandem }, { by, task }, comment, override) =>
    tandem.results.review(by, task, { verdict: 'accepted', comment, override }),
  return: ({ tandem }, { by, task }, comment, rows) =>
    tandem.results.review(by, task, {
      verdict: 'returned',
      comment,
      criteria: rows.map(([id, status, note]) => ({ id, status, comment: note })),
    }),
  verify: async ({ tandem }, { by, task }, criterion, outcome, seconds, output, exitCode, files) => {
    const id = await verificationOf(tandem, by, task, criterion);
    const { lease } = await tandem.verifications.claim(by, id, {});
    const report = { outcome, output: `${output}\n`, exitCode, files, durationMs: seconds * 1_000 };
    await tandem.verifications.report(by, id, { token: lease.token, ...report });
  },
  'begin to verify': async ({ tandem }, { by, task }, criterion, output) => {
    const id = await verificationOf(tandem, by, task, criterion);
    const { lease } = await tandem.verifications.claim(by, id, { leaseSeconds: LEASE_SECONDS });
    await tandem.verifications.heartbeat(by, id, { token: lease.token, output: `${output}\n` });
  },
  'verify again': async ({ tandem }, { by, task }, criterion) =>
    tandem.verifications.retry(by, await verificationOf(tandem, by, task, criterion)),
  require: ({ tandem }, { by }, proofOfDone) => tandem.workspace.update(by, { proofOfDone }),
  ask: async ({ tandem, tokens, clock }, { by, task, key }, question, hours) => {
    const dueAt = hours === undefined ? undefined : clock() + hours * HOUR_MS;
    await tandem.questions.ask(by, task, { ...question, token: tokens.get(key), dueAt });
    if (question.blocking !== false) tokens.delete(key);
  },
  'run jobs': async ({ tandem }) => {
    await tandem.claims.tidy();
    await tandem.questions.tidy();
  },
};

/** The id of the current verification of a criterion. */
async function verificationOf(tandem: Tandem, by: Caller, task: number, criterion: string): Promise<string> {
  const { items } = await tandem.verifications.ofTask(by, task, {});
  const current = items.find((each) => each.criterion.id === criterion && each.state !== 'void');
  if (!current) throw new Error(`Criterion ${criterion} has no verification.`);
  return current.id;
}

/** Performs one action on the task with a key; errors name the task. */
export async function perform(world: World, key: Key, [at, who, does, ...args]: Act): Promise<void> {
  const act = ACTIONS[does] as (world: World, deed: Deed, ...args: readonly unknown[]) => Promise<unknown>;
  try {
    await act(world, { by: callerOf(world, who), task: known(world.tasks, key), key }, ...args);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${who} cannot ${does} “${key}” at ${at}: ${why}`, { cause: error });
  }
}

async function evidenceIn(world: World, by: Caller, proof: Proof): Promise<EvidenceInput> {
  const { file, ...evidence } = evidenceOf(proof);
  return {
    ...evidence,
    ...(proof[0] !== null && { criterionId: `c${proof[0]}` }),
    ...(file !== undefined && { fileId: await fileOf(world, by, file) }),
  };
}

/** The id of a file of the story, which is uploaded on first use. */
export async function fileOf({ tandem, ids }: World, by: Caller, key: Key): Promise<string> {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const file = FILES[key];
  if (!file) throw new Error(`The story has no file ${key}.`);
  const bytes = file.content();
  const { id } = await tandem.files.upload(by, {
    fileName: file.name,
    mimeType: file.type,
    content: (async function* () {
      yield bytes;
    })(),
  });
  ids.set(key, id);
  return id;
}
