import { type Checkpoint, checkpointIn } from './checkpoint.ts';
import type { ClaimedTask, Pulse } from './client.ts';
import { execute } from './exec.ts';
import { Refused } from './http.ts';
import { isLost, isPassing, messageOf, persist } from './patience.ts';
import { failure, type Report, reportOf } from './report.ts';
import type { Worker } from './worker.ts';

/** The longest pause between heartbeats: an agent that is stopped is to end what it runs soon. */
const MOST_BEAT_MS = 5_000;
/** For how long a task rests that is to be done later: for twice as long after each attempt. */
const FIRST_DELAY_MS = 10_000;
const MOST_DELAY_MS = 5 * 60_000;

/** Runs the command on the briefing of a task, keeps the claim while it runs, and tells what it came to. */
export async function work(worker: Worker, claim: ClaimedTask, stop: AbortSignal): Promise<void> {
  const { taskNumber } = claim.task;
  const say = (what: string) => worker.say(`task ${taskNumber}: ${what}`);
  const checkpoint = checkpointIn(claim.checkpoint);
  const heart = beating(worker, claim, checkpoint);
  say('claimed');
  try {
    const report = await reportBy(worker, claim, checkpoint, AbortSignal.any([stop, heart.ended]));
    if (heart.lost() !== null) say(`lost (${heart.lost()})`);
    else if (stop.aborted || heart.ended.aborted) say(await release(worker, claim, heart, stop));
    else say(await tell(worker, claim, heart, report, stop));
  } catch (error) {
    say(isLost(error) ? `lost (${reasonOf(error)})` : messageOf(error));
  } finally {
    heart.stop();
    checkpoint.remove();
  }
}

/** Says and hears what there is to say and hear while the command runs. */
interface Heart {
  /** Keeps the claim, the checkpoint, and what the run has cost. */
  beat(usage?: unknown): Promise<Pulse>;
  /** Whether the checkpoint is another one than is kept. */
  hasNews(): boolean;
  /** Aborted when the task is lost, or is to be given back. */
  readonly ended: AbortSignal;
  /** Why the task is lost; null while it is not. */
  lost(): string | null;
  stop(): void;
}

function beating({ client, leaseSeconds }: Worker, claim: ClaimedTask, checkpoint: Checkpoint): Heart {
  const ended = new AbortController();
  let lost: string | null = null;
  let isBeating = false;
  const beat = async (usage?: unknown) => {
    const left = checkpoint.changed();
    const told = { ...(left !== undefined && { checkpoint: left }), ...(usage !== undefined && { usage }) };
    const pulse = await client.tasks.heartbeat(claim, told);
    if (left !== undefined) checkpoint.kept(left);
    return pulse;
  };
  const onBeat = async () => {
    if (isBeating) return;
    isBeating = true;
    try {
      if ((await beat()).directive === 'stop') ended.abort();
    } catch (error) {
      if (!isLost(error)) return;
      lost = reasonOf(error);
      ended.abort();
    } finally {
      isBeating = false;
    }
  };
  // Three beats in a lease at least. Its length counts, not its end: clocks differ.
  const timer = setInterval(onBeat, Math.min(MOST_BEAT_MS, (leaseSeconds * 1000) / 3));
  const hasNews = () => checkpoint.changed() !== undefined;
  return { beat, hasNews, ended: ended.signal, lost: () => lost, stop: () => clearInterval(timer) };
}

const reasonOf = (error: unknown): string =>
  (error instanceof Refused && (error.details.reason as string | undefined)) || 'gone';

async function reportBy(
  { command }: Worker,
  claim: ClaimedTask,
  checkpoint: Checkpoint,
  signal: AbortSignal,
): Promise<Report> {
  const { kind, ...briefing } = claim;
  const env = {
    TANDEM_KIND: kind,
    TANDEM_TASK: String(claim.task.taskNumber),
    TANDEM_CLAIM: claim.lease.token,
    TANDEM_CHECKPOINT: checkpoint.file,
  };
  try {
    return reportOf(await execute(command, JSON.stringify(briefing), signal, env));
  } catch (error) {
    return failure(`The command could not be run: ${messageOf(error)}`, 'waiting');
  }
}

/** Tells the service what the run came to, and returns that in words. */
async function tell(
  worker: Worker,
  claim: ClaimedTask,
  heart: Heart,
  report: Report,
  stop: AbortSignal,
): Promise<string> {
  const { client, leaseSeconds } = worker;
  const inTheEnd = <T>(act: () => Promise<T>) => persist(leaseSeconds, stop, act);
  // A claim is of one run, so what it posts is posted once under its id.
  const key = `run-${claim.task.claim?.id ?? claim.lease.token}`;
  try {
    if (report.kind === 'later') return await release(worker, claim, heart, stop, report.note);
    if (report.kind === 'question') {
      const { question, usage } = report;
      if (heart.hasNews() || usage !== undefined) await inTheEnd(() => heart.beat(usage));
      await inTheEnd(() => client.tasks.ask(claim, `${key}-question`, { ...question, blocking: true }));
      return 'asks a person';
    }
    const { result } = report;
    if (heart.hasNews()) await inTheEnd(() => heart.beat());
    await inTheEnd(() => client.tasks.postResult(claim, `${key}-result`, result));
    if (result.to === 'none') await inTheEnd(() => client.tasks.release(claim));
    return String(result.outcome);
  } catch (error) {
    if (isLost(error) || isPassing(error) || !(error instanceof Refused) || error.status === 401) throw error;
    // Running the command once more would not make fit what it said: a person is to look.
    const said = report.kind === 'result' ? `\n\n${report.result.summary}` : '';
    const { result } = failure(`What the command said was refused: ${error.message}${said}`, 'waiting');
    await inTheEnd(() => client.tasks.postResult(claim, `${key}-refused`, result));
    return `refused: ${error.message}`;
  }
}

/** Gives the task back; one that is to be done later rests for a while. */
async function release(
  { client, leaseSeconds }: Worker,
  claim: ClaimedTask,
  heart: Heart,
  stop: AbortSignal,
  note?: string,
): Promise<string> {
  const { expiresAt } = await persist(leaseSeconds, stop, () => heart.beat());
  const isLater = note !== undefined;
  const attempt = claim.task.claim?.attempt ?? 1;
  const delay = Math.min(MOST_DELAY_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
  // By the clock of the service, which has just started the lease anew.
  const notBefore = Date.parse(expiresAt) - leaseSeconds * 1000 + delay;
  const how = isLater ? { notBefore, ...(note !== '' && { note }) } : {};
  await persist(leaseSeconds, stop, () => client.tasks.release(claim, how));
  return isLater ? 'released, to be done later' : 'released';
}
