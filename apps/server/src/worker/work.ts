import { setTimeout as pause } from 'node:timers/promises';
import { type AgentClient, type ClaimedTurn, Refused } from './client.ts';
import { execute, type Outcome } from './exec.ts';

const WAIT_SECONDS = 25;
/** The longest pause between tries while the service cannot be reached. */
const MOST_PAUSE_MS = 30_000;
/** How often an answer is tried again; by then another worker has the turn. */
const MOST_TRIES = 5;

export interface Worker {
  readonly client: AgentClient;
  /** The shell command that answers a turn. */
  readonly command: string;
  /** Told what the worker does, one line at a time. */
  readonly say: (line: string) => void;
}

/** Claims turns and answers them one after another until told to stop; a turn under way then goes back. */
export async function work({ client, command, say }: Worker, stop: AbortSignal): Promise<void> {
  let failures = 0;
  while (!stop.aborted) {
    try {
      const claim = await client.claim(WAIT_SECONDS, stop);
      failures = 0;
      if (claim) await answer({ client, command, say }, claim, stop);
    } catch (error) {
      if (stop.aborted) return;
      if (isFinal(error)) throw error;
      failures++;
      say(`cannot claim a turn: ${messageOf(error)}`);
      await pause(Math.min(MOST_PAUSE_MS, 500 * 2 ** failures), undefined, { signal: stop }).catch(
        () => undefined,
      );
    }
  }
}

/** Runs the command on the conversation, keeps the lease while it runs, and tells the service how it ended. */
async function answer(
  { client, command, say }: Worker,
  claim: ClaimedTurn,
  stop: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const beat = setInterval(() => {
    client.heartbeat(claim).catch((error: unknown) => {
      if (isLost(error)) lost.abort();
    });
  }, heartbeatMs(claim));
  const { turn, chat, person, messages } = claim;
  say(`turn ${turn.id}: claimed`);
  try {
    const input = JSON.stringify({ turn, chat, person, messages });
    const outcome = await execute(command, input, AbortSignal.any([stop, lost.signal]));
    if (lost.signal.aborted) return say(`turn ${turn.id}: lost`);
    if (stop.aborted) {
      await client.release(claim);
      return say(`turn ${turn.id}: released`);
    }
    await persist(() => tell(client, claim, outcome));
    say(
      `turn ${turn.id}: ${outcome.exitCode === 0 ? 'answered' : `failed with exit status ${outcome.exitCode}`}`,
    );
  } catch (error) {
    say(`turn ${turn.id}: ${messageOf(error)}`);
  } finally {
    clearInterval(beat);
  }
}

async function tell(client: AgentClient, claim: ClaimedTurn, { exitCode, output, complaint }: Outcome) {
  if (exitCode !== 0) {
    const code = exitCode === null ? 'command_killed' : `exit_status_${exitCode}`;
    return client.fail(claim, code, complaint.trim());
  }
  const body = output.trimEnd();
  if (body.trim() === '') return client.fail(claim, 'empty_answer', 'The command printed nothing.');
  return client.reply(claim, body);
}

/** Tries again what the network or a busy service failed; the service knows a repeated answer. */
async function persist(act: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries >= MOST_TRIES || (error instanceof Refused && error.status < 500 && error.status !== 429))
        throw error;
      await pause(200 * 2 ** tries);
    }
  }
}

/** Three beats in the time that the lease has left. */
const heartbeatMs = ({ lease }: ClaimedTurn) =>
  Math.max(1_000, (new Date(lease.expiresAt).getTime() - Date.now()) / 3);

const isLost = (error: unknown) =>
  error instanceof Refused && (error.code === 'LEASE_LOST' || error.status === 404);
/** Trying again will not help: the key, the agent or the request is wrong. */
const isFinal = (error: unknown) =>
  error instanceof Refused && error.status >= 400 && error.status < 500 && error.status !== 429;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
