import type { SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import type { Transcript as Atif } from '@tandem/client';

/** The version of the agent trajectory interchange format that is written. */
const SCHEMA_VERSION = 'ATIF-v1.4';
/** The service takes 20 MB; JSON escapes make a text longer. */
const MAX_CHARACTERS = 8_000_000;
/** Maximum characters of one message, or of one tool's input or output: the service limits the size of a step. */
const MAX_TEXT = 50_000;
const MAX_TITLE = 1_000;
const MAX_CALLS_OF_STEP = 5;
const MAX_STEPS = 20_000;

interface Step {
  readonly step_id: number;
  readonly timestamp: string;
  readonly source: 'user' | 'agent';
  message: string;
  reasoning_content?: string;
  tool_calls?: { tool_call_id: string; function_name: string; arguments: object }[];
  observation?: { results: { source_call_id: string; content: string }[] };
}

/** The steps of an agent in a session (docs/rules.md, Attempts). */
export interface Transcript {
  prompt(text: string): void;
  update(update: SessionUpdate): void;
  /** The record so far, without this secret. */
  toJSON(agent: { name: string; version: string }, sessionId: string, secret?: string): Atif;
}

export function newTranscript(): Transcript {
  const steps: Step[] = [];
  let left = MAX_CHARACTERS;
  let isCut = false;

  const fit = (text: string, already = 0): string => {
    const kept = text.slice(0, Math.max(0, Math.min(left, MAX_TEXT - already)));
    if (kept.length < text.length) isCut = true;
    left -= kept.length;
    return kept;
  };
  const begin = (source: Step['source'], message = ''): Step | undefined => {
    if (steps.length >= MAX_STEPS) {
      isCut = true;
      return undefined;
    }
    const step = {
      step_id: steps.length + 1,
      timestamp: new Date().toISOString(),
      source,
      message: fit(message),
    };
    steps.push(step);
    return step;
  };
  /** The step that the agent is in: words after a tool call begin another. */
  const current = (hasWords: boolean): Step | undefined => {
    const last = steps.at(-1);
    const goesOn = last?.source === 'agent' && !(hasWords && last.tool_calls);
    return goesOn ? last : begin('agent');
  };
  const stepOfCall = (id: string): Step | undefined =>
    steps.findLast((step) => step.tool_calls?.some((call) => call.tool_call_id === id));
  const observe = (id: string, update: { content?: ToolCallContent[] | null; rawOutput?: unknown }) => {
    const content = outputOf(update);
    const step = content === '' ? undefined : stepOfCall(id);
    if (!step) return;
    step.observation ??= { results: [] };
    const { results } = step.observation;
    const before = results.find(({ source_call_id }) => source_call_id === id);
    // An update replaces the output of the one before.
    if (before) {
      left += before.content.length;
      before.content = fit(content);
    } else results.push({ source_call_id: id, content: fit(content) });
  };

  return {
    prompt: (text) => void begin('user', text),
    update: (update) => {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk': {
          const step = current(true);
          if (step) step.message += fit(textOf(update.content), step.message.length);
          return;
        }
        case 'agent_thought_chunk': {
          const step = current(true);
          const thought = step?.reasoning_content ?? '';
          if (step) step.reasoning_content = thought + fit(textOf(update.content), thought.length);
          return;
        }
        case 'tool_call': {
          const { toolCallId, title, kind, rawInput } = update;
          const last = current(false);
          const isFull = last?.tool_calls?.length === MAX_CALLS_OF_STEP;
          const step = isFull ? begin('agent') : last;
          if (!step) return;
          step.tool_calls ??= [];
          step.tool_calls.push({
            tool_call_id: toolCallId,
            function_name: update.name ?? kind ?? 'other',
            arguments: { title: fit(title.slice(0, MAX_TITLE)), ...inputOf(rawInput, fit) },
          });
          observe(toolCallId, update);
          return;
        }
        case 'tool_call_update':
          observe(update.toolCallId, update);
      }
    },
    toJSON: (agent, sessionId, secret) => {
      const text = JSON.stringify({
        schema_version: SCHEMA_VERSION,
        session_id: sessionId,
        agent,
        steps,
        ...(isCut && { notes: 'Cut because of its length.' }),
      });
      return JSON.parse(secret ? text.replaceAll(secret, '[secret]') : text) as Atif;
    },
  };
}

export const textOf = (content: { type: string; text?: string }): string =>
  content.type === 'text' ? (content.text ?? '') : `[${content.type}]`;

function inputOf(input: unknown, fit: (text: string) => string): object {
  if (input === undefined || input === null) return {};
  const text = JSON.stringify(input);
  const isWhole = text.length <= MAX_TEXT && fit(text) === text;
  if (!isWhole) return { input: text.slice(0, 1_000) };
  return typeof input === 'object' && !Array.isArray(input) ? input : { input };
}

/** The output of a tool as text. */
function outputOf({
  content,
  rawOutput,
}: {
  content?: ToolCallContent[] | null;
  rawOutput?: unknown;
}): string {
  const parts = (content ?? []).map((part) => {
    if (part.type === 'content') return textOf(part.content as { type: string; text?: string });
    return part.type === 'diff' ? `${part.path}\n${part.newText}` : `[${part.type}]`;
  });
  if (parts.length > 0) return parts.join('\n');
  if (rawOutput === undefined || rawOutput === null) return '';
  return typeof rawOutput === 'string' ? rawOutput : JSON.stringify(rawOutput);
}
