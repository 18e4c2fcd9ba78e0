import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Briefing } from '@tandem/client';
import { CannotDo } from '../ending.ts';
import { folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-file.ts';

/** A claim made with this command line, saved so that later commands do not need its token. */
export interface SavedClaim {
  readonly taskNumber: number;
  readonly taskId: string;
  readonly title: string;
  readonly token: string;
  /** The key of the run, which reaches only its task. */
  readonly runKey?: string;
  /** As last reported by the service. */
  readonly expiresAt: string;
  /** How long a heartbeat extends the lease. */
  readonly leaseMs: number;
  readonly criteria: readonly string[];
  /** The session of Claude Code that made it. */
  readonly sessionId?: string;
}

/** Claims that expired this long ago are deleted, allowing for differences between clocks. */
const LONG_OVER_MS = 86_400_000;

/** Saved claims of one key at one service. Agents with other keys on the same machine do not see them. */
export class SavedClaims {
  readonly #folder: string;

  constructor(url: string, key: string) {
    const whose = createHash('sha256').update(`${url}\n${key}`).digest('hex').slice(0, 24);
    this.#folder = join(folders().state, 'claims', whose);
  }

  /** Throws if claims cannot be saved. Call it before claiming. */
  prepare(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new CannotDo(
        `Can't create ${this.#folder} (${(error as NodeJS.ErrnoException).code}), which stores the tokens of claims. ` +
          'Set XDG_STATE_HOME to a writable folder.',
      );
    }
  }

  /** Saves the claim of a briefing, and deletes those that are long over. */
  add({ task, lease }: Briefing): void {
    const now = Date.now();
    for (const { taskNumber, expiresAt } of this.all()) {
      if (Date.parse(expiresAt) + LONG_OVER_MS < now) this.forget(taskNumber);
    }
    const { taskNumber, id: taskId, title, criteria } = task;
    const { token, expiresAt, runKey } = lease;
    const { CLAUDE_CODE_SESSION_ID: sessionId } = process.env;
    this.keep({
      taskNumber,
      taskId,
      title,
      token,
      ...(runKey && { runKey }),
      expiresAt,
      leaseMs: task.claim ? Date.parse(expiresAt) - Date.parse(task.claim.claimedAt) : 0,
      criteria: criteria.map(({ id }) => id),
      ...(sessionId && { sessionId }),
    });
  }

  keep(claim: SavedClaim): void {
    writePrivate(this.#file(claim.taskNumber), `${JSON.stringify(claim)}\n`);
  }

  forget(taskNumber: number): void {
    rmSync(this.#file(taskNumber), { force: true });
  }

  /** By the number or the id of the task. */
  find(task: string | number): SavedClaim | null {
    return /^\d+$/.test(String(task))
      ? this.#read(Number(task))
      : (this.all().find(({ taskId }) => taskId === task) ?? null);
  }

  all(): SavedClaim[] {
    return this.#names()
      .map((name) => this.#read(Number.parseInt(name, 10)))
      .filter((claim) => claim !== null)
      .sort((a, b) => a.taskNumber - b.taskNumber);
  }

  #file = (taskNumber: number): string => join(this.#folder, `${taskNumber}.json`);

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => /^\d+\.json$/.test(name));
    } catch {
      return [];
    }
  }

  /** null if it is missing, or was not written by this program. */
  #read(taskNumber: number): SavedClaim | null {
    try {
      const claim = JSON.parse(readPrivate(this.#file(taskNumber)) ?? 'null') as SavedClaim | null;
      return claim && typeof claim.token === 'string' ? claim : null;
    } catch {
      return null;
    }
  }
}
