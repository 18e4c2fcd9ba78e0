import type { ClaimedTurn } from './client.ts';
import { execute, type Outcome } from './exec.ts';
import { isLost, isUnfit, messageOf, persist } from './patience.ts';
import type { Worker } from './worker.ts';

/** Runs the command on the conversation, keeps the lease while it runs, and tells the service how it ended. */
export async function answer(worker: Worker, claim: ClaimedTurn, stop: AbortSignal): Promise<void> {
  const { command, leaseSeconds } = worker;
  const client = worker.client.turns;
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
    outcome = await execute(command, input, signal, { TANDEM_KIND: 'turn' });
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
  const { leaseSeconds } = worker;
  const client = worker.client.turns;
  if ('body' in ending) {
    try {
      await persist(leaseSeconds, stop, () => client.reply(claim, ending.body));
      return 'answered';
    } catch (error) {
      // Running the command once more would not make its answer fit.
      if (!isUnfit(error)) throw error;
      return tell(worker, claim, { errorCode: 'answer_refused', message: messageOf(error) }, stop);
    }
  }
  await persist(leaseSeconds, stop, () => client.fail(claim, ending.errorCode, ending.message));
  return `failed: ${ending.errorCode}`;
}
