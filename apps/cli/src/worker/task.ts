import { type Run, StopRequested, type TandemError } from '@tandem/client';
import type { ClaimedTask } from './client.ts';
import { execTask } from './exec-task.ts';
import { isUnfit, messageOf } from './failures.ts';
import { failure, type Later, type Report, type Result, withNotes, withoutEvidence } from './report.ts';
import type { Say, Worker } from './worker.ts';

/** Maximum interval between heartbeats, so that a stopped agent notices soon. */
const MAX_BEAT_MS = 1_500;
/** How long a task rests that is released for later; doubles with each attempt. */
const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 5 * 60_000;
/** Maximum characters of the note of a release. */
const MAX_NOTE = 2_000;
/** Ends of a claim by the agent itself, with the tools or the API. */
const BY_AGENT: Readonly<Record<string, string>> = {
  finished: 'handed in by the agent',
  asked: 'asks a person',
  delegated: 'waits for its sub-tasks',
  released: 'released by the agent',
};

/** Works on a task as the worker does it, keeps the claim meanwhile, and reports the outcome. */
export async function work(worker: Worker, claimed: ClaimedTask, stop: AbortSignal): Promise<void> {
  const { doTask = execTask } = worker;
  const say = (what: string) => worker.say(`task ${claimed.task.taskNumber}: ${what}`);
  // At least three heartbeats per lease.
  const beatMs = Math.min(MAX_BEAT_MS, (worker.leaseSeconds * 1000) / 3);
  say('claimed');
  try {
    let message = '';
    const end = await worker.client.tandem.withClaim(
      claimed,
      async (run) => {
        const report = await doTask(worker, { claimed, run, say });
        message = run.signal.aborted ? await released(run) : await submit(run, report, say);
        return undefined;
      },
      { signal: stop, beatMs },
    );
    say(end.ended === 'lost' ? lostMessage(end.error) : message);
  } catch (error) {
    say(messageOf(error));
  }
}

function lostMessage({ details }: TandemError): string {
  const reason = (details.reason as string | undefined) ?? 'gone';
  return BY_AGENT[reason] ?? `lost (${reason})`;
}

/** Reports the outcome to the service, and returns it in words for the log. */
async function submit(run: Run, report: Report, say: Say): Promise<string> {
  try {
    if (report.kind === 'later') return await later(run, report);
    if (report.kind === 'question') {
      if (report.usage !== undefined) await run.usage(report.usage as Record<string, number>);
      await run.ask({ ...(report.question as Parameters<Run['ask']>[0]), blocking: true });
      return 'asks a person';
    }
    return await handIn(run, report.result, report.warnings, say);
  } catch (error) {
    if (run.signal.aborted || !isUnfit(error) || error.code === 'LEASE_LOST') throw error;
    // Running the command again would not help, so a person has to look at it.
    const summary = report.kind === 'result' ? `\n\n${report.result.summary}` : '';
    const { result } = failure(`The service rejected the output of the command: ${error.message}${summary}`, {
      to: 'waiting',
    });
    await run.handIn(result as Parameters<Run['handIn']>[0]);
    return `refused: ${error.message}`;
  }
}

/** Submits the result without evidence for unknown criteria; returns the outcome. */
async function handIn(run: Run, result: Result, warnings: readonly string[], say: Say): Promise<string> {
  try {
    const { outcome } = await run.handIn(withNotes(result, warnings) as Parameters<Run['handIn']>[0]);
    for (const warning of warnings) say(warning);
    return outcome;
  } catch (error) {
    const places = isUnfit(error) ? strayEvidence(error) : [];
    if (places.length === 0) throw error;
    const stripped = withoutEvidence(result, places);
    return handIn(run, stripped.result, [...warnings, ...stripped.warnings], say);
  }
}

/** The positions of evidence for unknown criteria, if that was the only problem. */
function strayEvidence({ code, fields }: TandemError): number[] {
  if (code !== 'VALIDATION_ERROR' || fields === undefined) return [];
  const places = Object.keys(fields).map((name) => /^evidence\.(\d+)\.criterionId$/.exec(name)?.[1]);
  return places.every((place) => place !== undefined) ? places.map(Number) : [];
}

/** Releases a task whose work was ended before its end. */
async function released(run: Run): Promise<string> {
  const isStopped = run.signal.reason instanceof StopRequested;
  await run.release({
    failure: isStopped
      ? { class: 'stopped', message: (run.signal.reason as StopRequested).message }
      : { class: 'restart', message: 'The worker was stopped.' },
  });
  return 'released';
}

/** Releases the task to rest for a while. */
async function later(run: Run, { note, restMs, failure: failed }: Later): Promise<string> {
  const attempt = run.briefing.task.claim?.attempt ?? 1;
  const growing = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  // The service knows how long to wait for a quota.
  const rest = restMs ?? (failed?.class === 'quota' ? undefined : growing);
  await run.release({
    ...(rest !== undefined && { restMs: rest }),
    ...(note !== '' && { note: Array.from(note).slice(0, MAX_NOTE).join('') }),
    ...(failed && { failure: failed }),
  });
  return failed ? `released, to be done later (${failed.class})` : 'released, to be done later';
}
