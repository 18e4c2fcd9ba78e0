import type { Key } from '../story/notation.ts';
import { TRANSCRIPTS } from '../story/transcripts.ts';

/** Between two steps. */
const STEP_MS = 4 * 60_000;

/** A transcript of the story in ATIF, the agent trajectory interchange format. */
export async function* transcriptOf(agent: string, key: Key, startedAt: number): AsyncIterable<Uint8Array> {
  const steps = TRANSCRIPTS[key];
  if (!steps) throw new Error(`The story has no transcript ${key}.`);
  yield Buffer.from(
    JSON.stringify({
      schema_version: 'ATIF-v1.4',
      session_id: key,
      agent: { name: agent, version: '1' },
      steps: steps.map(([source, message, call], at) => {
        const id = `call-${at}`;
        return {
          step_id: at + 1,
          timestamp: new Date(startedAt + at * STEP_MS).toISOString(),
          source,
          message,
          ...(call && {
            tool_calls: [{ tool_call_id: id, function_name: call[0], arguments: { title: call[1] } }],
            observation: { results: [{ source_call_id: id, content: call[2] }] },
          }),
        };
      }),
    }),
  );
}
