import { type AgentClient, type ClaimedTurn, Refused } from './client.ts';
import { execute, type Outcome } from './exec.ts';
import { isPassing, messageOf, rest, untilItWorks } from './patience.ts';

const WAIT_SECONDS = 25;
const MOST_PAUSE_OF_ANSWER_MS = 2_000;

export interface Worker {
  readonly client: AgentClient;
  /** The shell command that answers a turn. */
  readonly command: string;
  /** How long a claimed turn is held without a sign of life. */
  readonly leaseSeconds: number;
  /** Told what the worker does, one line at a time. */
  readonly say: (line: string) => void;
}

/** Claims turns and answers them one after another until told to stop; a turn under way then goes back. */
export async function work(worker: Worker, stop: AbortSignal): Promise<void> {
  const { client, leaseSeconds, say } = worker;
  while (!stop.aborted) {
    const claim = await untilItWorks(() => client.claim(WAIT_SECONDS, leaseSeconds, stop), stop, {
      failing: (reason) => say(`cannot claim a turn: ${reason}; trying again`),
      again: () => say('claiming turns again'),
    });
    if (claim) await answer(worker, claim, stop);
  }
}

/** Runs the command on the conversation, keeps the lease while it runs, and tells the service how it ended. */
async function answer(worker: Worker, claim: ClaimedTurn, stop: AbortSignal): Promise<void> {
  const { client, command, leaseSeconds } = worker;
  const { turn, chat, person, messages } = claim;
  const say = (what: string) => worker.say(`turn ${turn.id}: ${what}`);
  const lost = new AbortController();
  // Three beats in a lease. Its length counts, not its end: clocks differ.
  const beat = setInterval(
    () => {
      client.heartbeat(claim).catch((error: unknown) => {
        if (isLost(error)) lost.abort();
      });
    },
    (leaseSeconds * 1000) / 3,
  );
  say('claimed');
  try {
    const input = JSON.stringify({ turn, chat, person, messages });
    const ending = await endingOf(command, input, AbortSignal.any([stop, lost.signal]));
    if (lost.signal.aborted) {
      say('lost');
    } else if (stop.aborted) {
      await client.release(claim);
      say('released');
    } else {
      say(await tell(worker, claim, ending, stop));
    }
  } catch (error) {
    say(messageOf(error));
  } finally {
    clearInterval(beat);
  }
}

/** How a turn ends: with an answer, or as failed with a code and what there is to say of it. */
type Ending = { readonly body: string } | { readonly errorCode: string; readonly message: string };

async function endingOf(command: string, input: string, signal: AbortSignal): Promise<Ending> {
  let outcome: Outcome;
  try {
    outcome = await execute(command, input, signal);
  } catch (error) {
    return { errorCode: 'command_not_run', message: messageOf(error) };
  }
  const { exitCode, output, complaint } = outcome;
  if (exitCode !== 0) {
    const errorCode = exitCode === null ? 'command_killed' : `exit_status_${exitCode}`;
    return { errorCode, message: complaint.replace(NO_TEXT, '').trim() };
  }
  const body = output.trimEnd();
  return body.trim() === ''
    ? { errorCode: 'empty_answer', message: 'The command printed nothing.' }
    : { body };
}

/** What no message can hold: NUL, and half of a character that was cut. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** Tells the service how the turn ended, and returns that in words. */
async function tell(worker: Worker, claim: ClaimedTurn, ending: Ending, stop: AbortSignal): Promise<string> {
  const { client } = worker;
  if ('body' in ending) {
    try {
      await persist(worker, stop, () => client.reply(claim, ending.body));
      return 'answered';
    } catch (error) {
      // Running the command once more would not make its answer fit.
      if (!isUnfit(error)) throw error;
      return tell(worker, claim, { errorCode: 'answer_refused', message: messageOf(error) }, stop);
    }
  }
  await persist(worker, stop, () => client.fail(claim, ending.errorCode, ending.message));
  return `failed: ${ending.errorCode}`;
}

/** Tries again what the network or a busy service failed, as long as a lease; a repeated answer is recognised. */
async function persist({ leaseSeconds }: Worker, stop: AbortSignal, act: () => Promise<void>): Promise<void> {
  const until = performance.now() + leaseSeconds * 1000;
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error) || stop.aborted || performance.now() >= until) throw error;
      await rest(Math.min(MOST_PAUSE_OF_ANSWER_MS, 200 * 2 ** tries), stop);
    }
  }
}

const isLost = (error: unknown) =>
  error instanceof Refused && (error.code === 'LEASE_LOST' || error.status === 404);
/** The answer is not one that the service takes: too long, or no text. */
const isUnfit = (error: unknown) =>
  error instanceof Refused && (error.status === 400 || error.status === 413);
