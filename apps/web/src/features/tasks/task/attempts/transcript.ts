/** A call of a tool, with its output. */
export interface ToolCall {
  readonly name: string;
  /** The subject of the call, if its arguments say so. */
  readonly about: string;
  readonly input: string;
  readonly output: string;
}

/** A step of a transcript, as shown. */
export interface Step {
  readonly source: string;
  readonly message: string;
  readonly reasoning: string;
  readonly calls: readonly ToolCall[];
  /** Output of no particular call. */
  readonly output: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A step of the agent trajectory interchange format (ATIF). The server checks the top level of transcripts only, so
 * every field can be missing or of another type.
 */
export function stepOf(given: unknown): Step {
  const { source, message, reasoning_content, tool_calls, observation } = fieldsOf(given);
  const results = listOf(fieldsOf(observation).results);
  const calls = listOf(tool_calls);
  const ids = new Set(calls.map((call) => call.tool_call_id));
  const outputOf = (belongs: (id: unknown) => boolean): string =>
    results
      .filter(({ source_call_id }) => belongs(source_call_id))
      .map(({ content }) => textOf(content))
      .join('\n');
  return {
    source: typeof source === 'string' ? source : '',
    message: textOf(message),
    reasoning: textOf(reasoning_content),
    calls: calls.map(({ tool_call_id, function_name, arguments: input }) => ({
      name: textOf(function_name),
      about: aboutOf(fieldsOf(input)),
      input: input === undefined ? '' : JSON.stringify(input, null, 2),
      output: outputOf((id) => id === tool_call_id),
    })),
    output: outputOf((id) => !ids.has(id)),
  };
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text, or the texts of a message in parts. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((part) => textOf(fieldsOf(part).text ?? part)).join('\n');
  return JSON.stringify(value);
}

const ABOUT = ['title', 'command', 'file_path', 'path', 'pattern', 'url'];

const aboutOf = (input: Fields): string => {
  const name = ABOUT.find((each) => typeof input[each] === 'string');
  return name ? String(input[name]) : '';
};
