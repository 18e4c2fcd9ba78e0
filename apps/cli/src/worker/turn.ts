import type { TurnRun } from '@tandem/client';
import type { ClaimedTurn } from './client.ts';
import type { Outcome } from './exec.ts';
import { isUnfit, messageOf } from './failures.ts';
import { runCommand } from './run-command.ts';
import type { Worker } from './worker.ts';

/** Runs the command with the conversation, keeps the lease meanwhile, and reports the outcome. */
export async function answer(worker: Worker, claimed: ClaimedTurn, stop: AbortSignal): Promise<void> {
  const { tandem, agentId } = worker.client;
  const say = (what: string) => worker.say(`turn ${claimed.turn.id}: ${what}`);
  say('claimed');
  try {
    let message = '';
    const { ended } = await tandem.withTurn(
      agentId,
      claimed,
      async (run) => {
        const ending = await endingOf(worker, run, say);
        if (!run.signal.aborted) message = await submit(run, ending);
        return undefined;
      },
      { signal: stop },
    );
    say(message || ended);
  } catch (error) {
    say(messageOf(error));
  }
}

/** The outcome of a turn: a reply, or a failure with a code and a message. */
type Ending = { readonly body: string } | { readonly errorCode: string; readonly message: string };

async function endingOf(
  worker: Worker,
  { claimed, signal }: TurnRun,
  say: (what: string) => void,
): Promise<Ending> {
  const { turn, chat, person, messages } = claimed;
  const input = { turn, chat, person, messages };
  const env = { TANDEM_KIND: 'turn' };
  let outcome: Outcome;
  try {
    outcome = await runCommand(worker, { name: `turn-${turn.id}`, input, env, signal, say });
  } catch (error) {
    return { errorCode: 'command_not_run', message: messageOf(error) };
  }
  const { exitCode, output, complaint, timedOut } = outcome;
  if (timedOut) {
    return {
      errorCode: 'command_timed_out',
      message: 'The command took too long (--timeout) and was ended.',
    };
  }
  if (exitCode !== 0) {
    const errorCode = exitCode === null ? 'command_killed' : `exit_status_${exitCode}`;
    return { errorCode, message: complaint.replace(NO_TEXT, '').trim() };
  }
  const body = output.trimEnd();
  return body.trim() === ''
    ? { errorCode: 'empty_answer', message: 'The command printed nothing.' }
    : { body };
}

/** Characters that the service rejects: NUL, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** Reports the outcome to the service, and returns it in words for the log. */
async function submit(run: TurnRun, ending: Ending): Promise<string> {
  if ('body' in ending) {
    try {
      await run.reply(ending.body);
      return 'answered';
    } catch (error) {
      // Running the command again would not make its reply fit.
      if (!isUnfit(error) || ![400, 413].includes(error.status)) throw error;
      return submit(run, { errorCode: 'answer_refused', message: error.message });
    }
  }
  await run.fail(ending.errorCode, ending.message);
  return `failed: ${ending.errorCode}`;
}
