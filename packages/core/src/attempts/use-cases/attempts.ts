import type { Caller } from '../../access/caller.ts';
import { checkHosts } from '../../access/hosting.ts';
import { namedFile } from '../../lookup/files.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { humansOnly } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, Refusal } from '../../shared/refusal.ts';
import { idInSecret, sameDigest } from '../../shared/secrets.ts';
import { renewer } from '../../steps/authenticate.ts';
import type { TaskRef } from '../../tasks/task.ts';
import { type Attempt, type AttemptRecord, shownAttempt } from '../attempt.ts';
import { MAX_TRANSCRIPT_BYTES, type Suspect, transcriptReader } from '../transcript.ts';

/** The record of the runs at a task (docs/rules.md, Attempts). */
export function attemptUseCases(ports: SteadyPorts) {
  const { storage, clock, steadyClock } = ports;
  const renew = renewer(ports);
  const holdsSecret = secretFinder(ports);

  const shown = (record: AttemptRecord) => shownAttempt(record, { clock: clock(), steady: steadyClock() });

  /** Reads the file of a transcript in pieces; other requests run between them. */
  const checked = async (fileId: string) => {
    if (!ports.contents) throw new Refusal('UNAVAILABLE', 'This service does not store files.');
    const reader = transcriptReader();
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const decode = (...given: Parameters<typeof decoder.decode>) => {
      try {
        return decoder.decode(...given);
      } catch {
        throw invalid({ fileId: 'names no ATIF transcript: it must be UTF-8' });
      }
    };
    for await (const part of ports.contents.read(fileId)) reader.push(decode(part, { stream: true }));
    reader.push(decode());
    return reader.end();
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
     * Keeps an uploaded file as the transcript of an attempt. For the agent's own key, or a runtime key. 400 unless it is
     * ATIF without secrets of the workspace.
     */
    putTranscript: async (
      caller: Caller,
      ref: TaskRef,
      attempt: number,
      { fileId }: { readonly fileId: string },
    ): Promise<Attempt> => {
      const find = async (stores: Stores, by: Caller) => {
        const record = await requireAttempt(stores, ref, attempt);
        checkHosts(by, record.claim.agent);
        if (by.run && by.run.claimId !== record.claim.id) throw notFound('attempt');
        const { size } = await namedFile(stores, by, fileId, 'fileId');
        if (size > MAX_TRANSCRIPT_BYTES)
          throw invalid({ fileId: `names a file of more than ${MAX_TRANSCRIPT_BYTES} bytes` });
        return { ...record, size };
      };
      await storage.read(caller.workspaceId, (stores) => find(stores, caller));
      const { steps, suspects } = await checked(fileId);
      for (const suspect of suspects) {
        if (await holdsSecret(caller.workspaceId, suspect))
          throw invalid({
            fileId: `names a transcript with a secret of this workspace at ${suspect.path}; remove it`,
          });
      }
      const renewed = await renew(caller);
      return storage.write(caller.workspaceId, async (stores) => {
        const { size: bytes, ...record } = await find(stores, renewed);
        await stores.attempts.keepTranscript(record.claim.id, { fileId, steps });
        return shown({ ...record, transcript: { fileId, bytes, steps } });
      });
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
