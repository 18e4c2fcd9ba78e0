import type { Run } from '@tandem/client';
import { hasCheck, headOf } from '../git/artifact.ts';
import { type Checkpoint, checkpointIn } from './checkpoint.ts';
import type { ClaimedTask } from './client.ts';
import { failureOf } from './failure-class.ts';
import { messageOf } from './failures.ts';
import { failure, type Report, reportOf } from './report.ts';
import { runCommand } from './run-command.ts';
import { runVariables } from './telemetry.ts';
import type { TaskRun, Worker } from './worker.ts';

const SAVE_MS = 5_000;

/** Runs the command with the briefing of a task, and saves its checkpoint whenever it changes. */
export async function execTask(worker: Worker, task: TaskRun): Promise<Report> {
  const { run, claimed } = task;
  const checkpoint = checkpointIn(claimed.checkpoint);
  const saveMs = Math.min(SAVE_MS, (worker.leaseSeconds * 1000) / 3);
  const saving = setInterval(() => save(run, checkpoint).catch(() => undefined), saveMs);
  try {
    const report = await reportBy(worker, task, checkpoint);
    clearInterval(saving);
    await save(run, checkpoint);
    return await withArtifact(report, claimed.task);
  } finally {
    clearInterval(saving);
    checkpoint.remove();
  }
}

async function reportBy(
  worker: Worker,
  { claimed, run, say }: TaskRun,
  checkpoint: Checkpoint,
): Promise<Report> {
  const { kind, ...briefing } = claimed;
  const { url } = worker.client;
  const { token, runKey } = claimed.lease;
  const env = {
    TANDEM_KIND: kind,
    TANDEM_TASK: String(claimed.task.taskNumber),
    TANDEM_CLAIM: token,
    TANDEM_CHECKPOINT: checkpoint.file,
    ...runVariables(url, runKey),
  };
  try {
    const name = `task-${claimed.task.taskNumber}`;
    return reportOf(await runCommand(worker, { name, input: briefing, env, signal: run.signal, say }));
  } catch (error) {
    const why = `The command could not be run: ${messageOf(error)}`;
    return failure(why, { to: 'waiting', failure: failureOf('tool_error', why) });
  }
}

/** A succeeded result of a task with checks names the commit of this folder, unless the command has named one. */
async function withArtifact(report: Report, { criteria }: ClaimedTask['task']): Promise<Report> {
  if (report.kind !== 'result' || report.result.outcome !== 'succeeded' || report.result.artifact)
    return report;
  if (!criteria.some(hasCheck)) return report;
  const found = await headOf(process.cwd());
  if (!found) return report;
  const { artifact, warnings } = found;
  return {
    ...report,
    result: { ...report.result, artifact },
    warnings: [...report.warnings, ...warnings],
  };
}

/** Saves the command's checkpoint if it has changed. */
async function save(run: Run, checkpoint: Checkpoint): Promise<void> {
  const left = checkpoint.changed();
  if (left === undefined) return;
  await run.checkpoint(left);
  checkpoint.saved(left);
}
