import type { SessionUpdate, ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Run } from '@tandem/client';
import type { RunLog } from '../run-logs.ts';
import { type Progress, planText, progressOf, throttled } from './progress.ts';
import { newTranscript, type Transcript, textOf } from './transcript.ts';

/** Between two reports of progress, each of which is a request. */
const PROGRESS_MS = 3_000;
/** Leaves room in the summary for the changed files. */
const MAX_MESSAGE = 15_000;
const MAX_CALLS = 1_000;

/** Follows a session: shows its progress to people, and keeps what its report needs. */
export interface Recorder {
  readonly transcript: Transcript;
  update(update: SessionUpdate): void;
  /** The agent's words since its last use of a tool. */
  lastMessage(): string;
  /** How many tools it has used. */
  calls(): number;
  /** A tool call with what is known of it from earlier updates. */
  complete(call: ToolCallUpdate): ToolCallUpdate;
  stop(): void;
}

export function recorderOf(run: Run, log: RunLog): Recorder {
  const transcript = newTranscript();
  const known = new Map<string, ToolCallUpdate>();
  let message = '';
  let isOver = true;
  let calls = 0;
  let percent: number | null = null;
  const progress = throttled(({ note }: Progress) => {
    run.progress(note, percent).catch(() => undefined);
  }, PROGRESS_MS);

  const complete = (call: ToolCallUpdate): ToolCallUpdate => {
    const given = Object.entries(call).filter(([, value]) => value !== undefined && value !== null);
    return { ...known.get(call.toolCallId), ...Object.fromEntries(given) } as ToolCallUpdate;
  };

  return {
    transcript,
    update: (update) => {
      transcript.update(update);
      if (update.sessionUpdate === 'agent_message_chunk') {
        const text = textOf(update.content);
        log.write(text);
        message = (isOver ? text : message + text).slice(-MAX_MESSAGE);
        isOver = false;
      } else if (update.sessionUpdate === 'tool_call') {
        log.write(`\n[${update.kind ?? 'other'}] ${update.title}\n`);
        calls++;
        isOver = true;
        if (known.size < MAX_CALLS) known.set(update.toolCallId, update);
      } else if (update.sessionUpdate === 'tool_call_update') {
        if (known.has(update.toolCallId)) known.set(update.toolCallId, complete(update));
      } else if (update.sessionUpdate === 'plan') {
        run
          .checkpoint(`The plan of the previous run:\n${planText(update)}`.slice(0, 5_000))
          .catch(() => undefined);
      }
      const shown = progressOf(update);
      if (shown === null) return;
      percent = shown.percent ?? percent;
      progress.show(shown);
    },
    lastMessage: () => message.trim(),
    calls: () => calls,
    complete,
    stop: progress.stop,
  };
}
