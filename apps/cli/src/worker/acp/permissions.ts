import type {
  PermissionOption,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk';

/** Permissions of an unattended agent. */
export interface Policy {
  readonly allow: readonly ToolKind[];
  readonly ask: readonly ToolKind[];
}

export type Decision = 'granted' | 'refused' | 'canceled';

type Call = Pick<ToolCallUpdate, 'kind' | 'name' | 'title' | 'rawInput' | '_meta'>;

/** How programs show that a call is of one of Tandem's own tools: only in fields that a model can't write. */
const OWN_TOOL: readonly ((call: Call) => boolean)[] = [
  // Claude Code
  ({ name }) => /^mcp__tandem__\w+$/.test(name ?? ''),
  // Gemini CLI, where the titles of other kinds are commands and files
  ({ kind, title }) => kind === 'other' && /^\w+ \(tandem MCP Server\)$/.test(title ?? ''),
  // Codex
  ({ rawInput, _meta }) =>
    _meta?.is_mcp_tool_call === true && (rawInput as { server?: unknown } | null)?.server === 'tandem',
];

export interface Judged {
  readonly decision: Decision;
  readonly reason: string;
}

/** Decides about a request for permission; `ask` resolves with a person's decision, or null if the run ends first. */
export async function judge(policy: Policy, call: Call, ask: () => Promise<boolean | null>): Promise<Judged> {
  const kind = call.kind ?? 'other';
  if (policy.allow.includes(kind)) return { decision: 'granted', reason: `${kind} is in --allow-tools` };
  if (OWN_TOOL.some((shows) => shows(call)))
    return { decision: 'granted', reason: "it is one of Tandem's tools" };
  if (!policy.ask.includes(kind)) {
    return {
      decision: 'refused',
      reason: `Tools of the kind ${kind} are not allowed in this run. Do the work without them, or say in the result what is missing.`,
    };
  }
  const approved = await ask();
  if (approved === null) return { decision: 'canceled', reason: 'the run ended' };
  return approved
    ? { decision: 'granted', reason: 'a person approved it' }
    : { decision: 'refused', reason: 'A person did not approve it.' };
}

/** The response of the protocol, which has a reason only as an extension. */
export function responseFor(
  { decision, reason }: Judged,
  { options }: Pick<RequestPermissionRequest, 'options'>,
): RequestPermissionResponse {
  const once = decision === 'granted' ? 'allow_once' : 'reject_once';
  const always = decision === 'granted' ? 'allow_always' : 'reject_always';
  const option = decision === 'canceled' ? undefined : (optionOf(options, once) ?? optionOf(options, always));
  if (!option) return { outcome: { outcome: 'cancelled' }, _meta: { reason } };
  return { outcome: { outcome: 'selected', optionId: option.optionId }, _meta: { reason } };
}

const optionOf = (options: readonly PermissionOption[], kind: PermissionOption['kind']) =>
  options.find((option) => option.kind === kind);
