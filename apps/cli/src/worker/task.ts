import type { Run, TandemError } from '@tandem/client';
import { type Checkpoint, checkpointIn } from './checkpoint.ts';
import type { ClaimedTask } from './client.ts';
import { isUnfit, messageOf } from './failures.ts';
import { failure, type Report, type Result, reportOf, withNotes, withoutEvidence } from './report.ts';
import { runCommand } from './run-command.ts';
import type { Worker } from './worker.ts';

/** Maximum interval between heartbeats, so that a stopped agent notices soon. */
const MAX_BEAT_MS = 5_000;
/** How long a task rests that is released for later; doubles with each attempt. */
const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 5 * 60_000;

/** Runs the command with the briefing of a task, keeps the claim meanwhile, and reports the outcome. */
export async function work(worker: Worker, claimed: ClaimedTask, stop: AbortSignal): Promise<void> {
  const { client, leaseSeconds } = worker;
  const say = (what: string) => worker.say(`task ${claimed.task.taskNumber}: ${what}`);
  const checkpoint = checkpointIn(claimed.checkpoint);
  // At least three heartbeats per lease.
  const beatMs = Math.min(MAX_BEAT_MS, (leaseSeconds * 1000) / 3);
  say('claimed');
  try {
    let message = '';
    const end = await client.tandem.withClaim(
      claimed,
      async (run) => {
        const watching = setInterval(() => keep(run, checkpoint).catch(() => undefined), beatMs);
        try {
          const report = await reportBy(worker, claimed, checkpoint, run.signal, say);
          clearInterval(watching);
          await keep(run, checkpoint);
          message = run.signal.aborted ? await released(run) : await submit(run, report, say);
        } finally {
          clearInterval(watching);
        }
        return undefined;
      },
      { signal: stop, beatMs },
    );
    say(end.ended === 'lost' ? `lost (${reasonOf(end.error)})` : message);
  } catch (error) {
    say(messageOf(error));
  } finally {
    checkpoint.remove();
  }
}

/** Saves the command's checkpoint if it has changed. */
async function keep(run: Run, checkpoint: Checkpoint): Promise<void> {
  const left = checkpoint.changed();
  if (left === undefined) return;
  await run.checkpoint(left);
  checkpoint.saved(left);
}

const reasonOf = ({ details }: TandemError): string => (details.reason as string | undefined) ?? 'gone';

async function reportBy(
  worker: Worker,
  claimed: ClaimedTask,
  checkpoint: Checkpoint,
  signal: AbortSignal,
  say: Say,
): Promise<Report> {
  const { kind, ...briefing } = claimed;
  const env = {
    TANDEM_KIND: kind,
    TANDEM_TASK: String(claimed.task.taskNumber),
    TANDEM_CLAIM: claimed.lease.token,
    TANDEM_CHECKPOINT: checkpoint.file,
  };
  try {
    const name = `task-${claimed.task.taskNumber}`;
    return reportOf(await runCommand(worker, { name, input: briefing, env, signal, say }));
  } catch (error) {
    return failure(`The command could not be run: ${messageOf(error)}`, 'waiting');
  }
}

/** Reports the outcome to the service, and returns it in words for the log. */
async function submit(run: Run, report: Report, say: Say): Promise<string> {
  try {
    if (report.kind === 'later') return await later(run, report.note);
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
    const { result } = failure(
      `The service rejected the output of the command: ${error.message}${summary}`,
      'waiting',
    );
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

type Say = (what: string) => void;

async function released(run: Run): Promise<string> {
  await run.release();
  return 'released';
}

/** Releases the task to rest for a while. */
async function later(run: Run, note: string): Promise<string> {
  const attempt = run.briefing.task.claim?.attempt ?? 1;
  const restMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  await run.release({ restMs, ...(note !== '' && { note }) });
  return 'released, to be done later';
}
