import type { Caller } from '../../access/caller.ts';
import { checkHosts } from '../../access/hosting.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { humansOnly } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound } from '../../shared/refusal.ts';
import { idInSecret, sameDigest } from '../../shared/secrets.ts';
import { renewer } from '../../steps/authenticate.ts';
import { fileReceiver } from '../../steps/receive-file.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { type Attempt, type AttemptRecord, shownAttempt } from '../attempt.ts';
import { broken, MAX_TRANSCRIPT_BYTES, type Suspect, transcriptReader } from '../transcript.ts';

/** The record of the runs at a task (docs/rules.md, Attempts). */
export function attemptUseCases(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const renew = renewer(ports);
  const { receive, discard } = fileReceiver(ports);
  const holdsSecret = secretFinder(ports);

  const shown = (record: AttemptRecord) => shownAttempt(record, { clock: clock(), steady: steadyClock() });

  /** 403 unless the caller may hand in the transcript of the attempt. */
  const ownAttempt = async (stores: Stores, caller: Caller, ref: TaskRef, attempt: number) => {
    const record = await requireAttempt(stores, ref, attempt);
    checkHosts(caller, record.claim.agent);
    if (caller.run && caller.run.claimId !== record.claim.id) throw notFound('attempt');
    return record;
  };

  const checkSecrets = async ({ workspaceId }: Caller, suspects: readonly Suspect[]) => {
    for (const suspect of suspects)
      if (await holdsSecret(workspaceId, suspect))
        throw invalid({ body: `contains a secret of this workspace at ${suspect.path}; remove it` });
  };

  return {
    /** Newest first. */
    list: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<Attempt>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const found = await stores.attempts.list(task.taskNumber, pageSlice(page));
        return { ...found, items: found.items.map(shown) };
      }),

    /**
     * Stores a stream as the transcript of an attempt, instead of the one before. For the agent's own key, or a runtime
     * key. 400 unless it is ATIF without secrets of the workspace. Leaves nothing behind if it fails.
     */
    putTranscript: async (
      caller: Caller,
      ref: TaskRef,
      attempt: number,
      content: AsyncIterable<Uint8Array>,
    ): Promise<Attempt> => {
      await storage.read(caller.workspaceId, (stores) => ownAttempt(stores, caller, ref, attempt));
      const reader = transcriptReader();
      const file = await receive(caller, {
        fileName: 'transcript.json',
        mimeType: 'application/json',
        content: readBy(reader, content),
      });
      try {
        const { steps, suspects } = reader.end();
        await checkSecrets(caller, suspects);
        const renewed = await renew(caller);
        return await storage.write(caller.workspaceId, async (stores) => {
          const record = await ownAttempt(stores, renewed, ref, attempt);
          await stores.files.insert(file);
          await stores.attempts.keepTranscript(record.claim.id, { fileId: file.id, steps });
          return shown({ ...record, transcript: { fileId: file.id, bytes: file.size, steps } });
        });
      } catch (error) {
        await discard(file);
        throw error;
      }
    },

    /** 403 unless the caller is a person. The file is then readable only by its uploader. */
    deleteTranscript: (caller: Caller, ref: TaskRef, attempt: number): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        if (caller.type !== 'human') throw humansOnly('delete a transcript');
        const { claim, transcript } = await requireAttempt(stores, ref, attempt);
        if (!transcript) throw notFound('transcript');
        await stores.attempts.keepTranscript(claim.id, null);
      }),
  };
}

/** Passes a transcript on while it is read; other requests run between its chunks. */
async function* readBy(reader: ReturnType<typeof transcriptReader>, content: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (...given: Parameters<typeof decoder.decode>) => {
    try {
      return decoder.decode(...given);
    } catch {
      throw broken('it must be UTF-8');
    }
  };
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > MAX_TRANSCRIPT_BYTES) throw broken(`it must have at most ${MAX_TRANSCRIPT_BYTES} bytes`);
    reader.push(decode(chunk, { stream: true }));
    yield chunk;
  }
  reader.push(decode());
}

async function requireAttempt(stores: Stores, ref: TaskRef, attempt: number): Promise<AttemptRecord> {
  const { taskNumber } = await requireTask(stores, ref);
  const record = await stores.attempts.byNumber(taskNumber, attempt);
  if (!record) throw notFound('attempt');
  return record;
}

/** Tells whether a text is a secret of the workspace: of a key, session, sign-in link, invitation or webhook. */
function secretFinder({ storage, secrets }: SteadyPorts) {
  const { directory } = storage;
  const ofKey = async (workspaceId: string, id: string, secret: string) => {
    const holder = await directory.keyholder(id);
    const isOurs = holder?.workspace.id === workspaceId;
    return isOurs && sameDigest(secrets.sha256(secret), holder.key.secretHash);
  };
  const finders: Readonly<Record<string, (ws: string, id: string, secret: string) => Promise<boolean>>> = {
    tdm: ofKey,
    tds: ofKey,
    tdl: async (workspaceId, id) => (await directory.workspaceOfLink(id)) === workspaceId,
    tdi: async (workspaceId, id) => (await directory.workspaceOfInvitation(id)) === workspaceId,
  };
  return async (workspaceId: string, { secret }: Suspect): Promise<boolean> => {
    if (secret.startsWith('whsec_')) {
      const webhooks = await storage.read(workspaceId, (stores) => stores.webhooks.all());
      return webhooks.some((webhook) => JSON.stringify(webhook).includes(secret));
    }
    const prefix = secret.slice(0, 3);
    const id = idInSecret(prefix, secret);
    return id !== null && (await finders[prefix]?.(workspaceId, id, secret)) === true;
  };
}
