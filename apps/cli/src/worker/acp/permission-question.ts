import { setTimeout as pause } from 'node:timers/promises';
import type { ToolCallUpdate } from '@agentclientprotocol/sdk';
import type { Run, Tandem } from '@tandem/client';
import { isPassing } from '../failures.ts';

/** How long a person has to answer; unanswered, the tool is refused. */
const DUE_MS = 60 * 60_000;
const LOOK_MS = 1_000;
const MAX_INPUT = 3_000;

/**
 * Asks people whether the agent may use a tool, and waits with the lease held. Resolves with null if the run ends
 * first; the question is then withdrawn.
 */
export async function askPermission(tandem: Tandem, run: Run, call: ToolCallUpdate): Promise<boolean | null> {
  if (run.signal.aborted) return null;
  const { id } = await run.ask({
    kind: 'approval',
    text: questionText(call),
    default: false,
    dueAt: Date.now() + DUE_MS,
    blocking: false,
  });
  while (!run.signal.aborted) {
    try {
      const { status, answer } = await tandem.questions.get(id, { signal: run.signal });
      if (status !== 'open') return answer?.approved === true;
    } catch (error) {
      if (!run.signal.aborted && !isPassing(error)) throw error;
    }
    await pause(LOOK_MS, undefined, { signal: run.signal }).catch(() => undefined);
  }
  await tandem.questions.withdraw(id).catch(() => undefined);
  return null;
}

/** The agent's request, in its own words. */
function questionText({ title, kind, locations, rawInput }: ToolCallUpdate): string {
  const input = rawInput === undefined ? '' : JSON.stringify(rawInput, null, 2);
  const where = (locations ?? []).map(({ path }) => path).join('\n');
  const parts = [
    `The agent asks to use a tool (${kind ?? 'other'}): ${(title ?? 'untitled').slice(0, 500)}`,
    where.slice(0, 500),
    Array.from(input).slice(0, MAX_INPUT).join(''),
  ];
  return parts
    .filter(Boolean)
    .join('\n\n')
    .replace(/\0|\p{Surrogate}/gu, '');
}
