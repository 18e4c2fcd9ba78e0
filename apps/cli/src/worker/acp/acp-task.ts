import type { McpServer } from '@agentclientprotocol/sdk';
import { createClient, type Run, TandemError } from '@tandem/client';
import { hasCheck, repositoryOf } from '../../git/artifact.ts';
import { classify, failureOf } from '../failure-class.ts';
import { messageOf } from '../failures.ts';
import { failure, type Report, summaryOf } from '../report.ts';
import { DEFAULT_SILENT_MS, durationText } from '../run-command.ts';
import { NO_LOGS } from '../run-logs.ts';
import { watchSilence } from '../silence.ts';
import { runVariables } from '../telemetry.ts';
import type { DoTask, TaskRun, Worker } from '../worker.ts';
import { type Changes, changesIn, withFiles } from './changes.ts';
import { keepTranscript, newestAttempt } from './keep-transcript.ts';
import { askPermission } from './permission-question.ts';
import { judge, type Policy, responseFor } from './permissions.ts';
import { promptFor } from './prompt.ts';
import { type Recorder, recorderOf } from './recorder.ts';
import { runSession, type SessionEnd, type SessionOptions } from './session.ts';
import type { Worktree, Worktrees } from './worktrees.ts';

/** How often an agent may die before a person looks at its task. */
const MAX_DEATHS = 3;
/** An agent that has handed in its result may finish its turn. */
const FAREWELL_MS = 5_000;
/** A last message of this length may be the tool's notice that its quota is used up. */
const MAX_NOTICE = 200;
/** Ends of a claim by the agent's own tools. */
const OWN_ENDS = ['finished', 'asked', 'delegated', 'released'];

export interface AcpOptions {
  readonly url: string;
  readonly version: string;
  readonly worktrees: Worktrees;
  readonly policy: Policy;
}

/** Does tasks with an agent that speaks the Agent Client Protocol, each in a worktree of its own. */
export function acpTasks(options: AcpOptions): DoTask {
  return async (worker, task) => {
    let worktree: Worktree;
    try {
      worktree = await options.worktrees.open(task.claimed.task);
    } catch (error) {
      const why = `No worktree could be made: ${messageOf(error)}`;
      return failure(why, { to: 'waiting', failure: failureOf('tool_error', why) });
    }
    task.say(`works in ${worktree.path}`);
    return inWorktree(options, worker, task, worktree);
  };
}

async function inWorktree(
  options: AcpOptions,
  worker: Worker,
  { claimed, run, say }: TaskRun,
  worktree: Worktree,
): Promise<Report> {
  const { url, policy, version } = options;
  const { timeoutMs, silentMs = DEFAULT_SILENT_MS, logs = NO_LOGS } = worker;
  const { runKey } = claimed.lease;
  const tandem = runKey ? createClient({ url, key: runKey }) : worker.client.tandem;
  const log = logs(`task-${claimed.task.taskNumber}`);
  const recorder = recorderOf(run, log);
  const silence = watchSilence(silentMs, (ms) => say(`no output for ${durationText(ms)}`));
  const ends = endSignal(run, timeoutMs);
  const prompt = promptFor(claimed, {
    branch: worktree.branch,
    base: worktree.base,
    repository: claimed.task.criteria.some(hasCheck) ? await repositoryOf(worktree.path) : null,
    hasTools: runKey !== undefined,
    allow: policy.allow,
    ask: policy.ask,
  });
  recorder.transcript.prompt(prompt);
  const { taskNumber } = claimed.task;
  const attempt = newestAttempt(tandem, taskNumber);
  const onPermission: SessionOptions['onPermission'] = async (request) => {
    const call = recorder.complete(request.toolCall);
    const judged = await judge(policy, call, () => askPermission(tandem, run, call));
    log.write(`\n[permission ${judged.decision}: ${judged.reason}]\n`);
    if (judged.decision === 'refused') say(`refused the agent a tool (${call.kind ?? 'other'})`);
    return responseFor(judged, request);
  };
  const end = await runSession({
    command: worker.command,
    cwd: worktree.path,
    env: runVariables(url, runKey),
    version,
    signal: ends.signal,
    prompt,
    mcpServers: ({ http }) => (runKey ? [mcpServer(url, runKey, http === true)] : []),
    onUpdate: (update) => {
      silence.heard();
      recorder.update(update);
    },
    onPermission,
    onComplaint: (text) => {
      silence.heard();
      log.write(text);
    },
  });
  ends.stop();
  silence.stop();
  recorder.stop();
  log.end(end.error ?? `turn ended: ${end.stopReason}`);
  const number = await attempt;
  if (number !== null) {
    const { agent, sessionId } = end;
    const transcript = recorder.transcript.toJSON(agent, sessionId ?? 'none', runKey);
    await keepTranscript([tandem, worker.client.tandem], taskNumber, number, transcript).catch((error) =>
      say(`the transcript is not kept: ${messageOf(error)}`),
    );
  }
  if (run.signal.aborted) return { kind: 'later', note: '' };
  return reportOf(end, { changes: await changesIn(worktree), recorder, run, timedOut: ends.timedOut() });
}

/** Tandem's tools with the run key, by HTTP if the agent can, or else by a program. */
function mcpServer(url: string, runKey: string, http: boolean): McpServer {
  if (http) {
    const headers = [{ name: 'Authorization', value: `Bearer ${runKey}` }];
    return { type: 'http', name: 'tandem', url: `${url.replace(/\/+$/, '')}/mcp`, headers };
  }
  const env = [
    { name: 'TANDEM_URL', value: url },
    { name: 'TANDEM_KEY', value: runKey },
  ];
  return { name: 'tandem', command: process.execPath, args: [process.argv[1] ?? '', 'mcp'], env };
}

/** Fires when the run ends, but later if the agent ended it itself, and at the timeout. */
function endSignal(run: Run, timeoutMs: number | undefined) {
  const ended = new AbortController();
  let timedOut = false;
  let farewell: NodeJS.Timeout | undefined;
  const end = () => {
    const { reason } = run.signal;
    const isOwn = reason instanceof TandemError && OWN_ENDS.includes(String(reason.details.reason));
    if (isOwn) farewell = setTimeout(() => ended.abort(reason), FAREWELL_MS);
    else ended.abort(reason);
  };
  run.signal.addEventListener('abort', end, { once: true });
  if (run.signal.aborted) end();
  const timeout =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          timedOut = true;
          ended.abort(new Error('The agent took too long (--timeout).'));
        }, timeoutMs);
  return {
    signal: ended.signal,
    timedOut: () => timedOut,
    stop: () => {
      clearTimeout(timeout);
      clearTimeout(farewell);
      run.signal.removeEventListener('abort', end);
    },
  };
}

interface Ended {
  readonly changes: Changes;
  readonly recorder: Recorder;
  readonly run: Run;
  readonly timedOut: boolean;
}

/** The report of a session that did not hand in a result itself. */
function reportOf(end: SessionEnd, { changes, recorder, run, timedOut }: Ended): Report {
  const message = recorder.lastMessage();
  const artifact = changes.artifact ?? undefined;
  if (end.stopReason === null || end.stopReason === 'refusal' || isNotice(message, recorder)) {
    const words = [message.slice(-MAX_NOTICE), end.complaint, end.error ?? ''].join('\n');
    const { exitCode, exitSignal: signal } = end;
    const classified = classify({ exitCode, signal, text: words });
    const why = timedOut ? 'The agent took too long (--timeout) and was ended.' : whyOf(end);
    if (classified.failure.class === 'quota') return { kind: 'later', note: why, ...classified };
    const attempt = run.briefing.task.claim?.attempt ?? 1;
    // A shell reports a signal as its exit status.
    const died = (signal !== null || (exitCode ?? 0) > 128) && !timedOut;
    if (died && attempt < MAX_DEATHS) return { kind: 'later', note: why, failure: classified.failure };
    const summary = withFiles([why, end.complaint.trim()].filter(Boolean).join('\n\n'), changes);
    const report = failure(summary, {
      to: 'waiting',
      failure: timedOut ? failureOf('agent_error', why) : classified.failure,
    });
    return { ...report, result: { ...report.result, ...(artifact && { artifact }) } };
  }
  const warnings = end.stopReason === 'end_turn' ? [] : [`The turn ended early (${end.stopReason}).`];
  const summary = summaryOf(withFiles(message || 'The agent ended its turn without a message.', changes));
  return { kind: 'result', result: { outcome: 'partial', summary, ...(artifact && { artifact }) }, warnings };
}

/** Some tools end the turn as if it were done, and say only in their message that the quota is used up. */
const isNotice = (message: string, recorder: Recorder): boolean =>
  recorder.calls() === 0 &&
  message.length <= MAX_NOTICE &&
  classify({ exitCode: 0, text: message }).failure.class === 'quota';

function whyOf({ error, stopReason, exitCode, exitSignal }: SessionEnd): string {
  if (stopReason === 'refusal') return 'The agent refused to do the task.';
  const exit = exitSignal ? `ended by ${exitSignal}` : exitCode ? `exit status ${exitCode}` : '';
  return [error ?? 'The agent reported a problem.', exit && `(${exit})`].filter(Boolean).join(' ');
}
