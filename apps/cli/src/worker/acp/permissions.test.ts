import { judge } from './permissions.ts';

const isCallOfCodex = { is_mcp_tool_call: true };

// biome-ignore format: a table
test.each<[string, string, Parameters<typeof judge>[1]]>([
  ['granted', 'a tool of Tandem in Claude Code', { kind: 'other', name: 'mcp__tandem__submit_work', title: 'Submit' }],
  ['refused', 'another tool in Claude Code',     { kind: 'other', name: 'mcp__other__submit_work', title: 'mcp__tandem__submit_work' }],
  ['granted', 'a tool of Tandem in Gemini CLI',  { kind: 'other', title: 'submit_work (tandem MCP Server)' }],
  ['refused', 'another tool in Gemini CLI',      { kind: 'other', title: 'submit_work (other MCP Server)' }],
  ['refused', 'a command in Gemini CLI',         { kind: 'execute', title: 'submit_work (tandem MCP Server)' }],
  ['granted', 'a tool of Tandem in Codex',       { kind: 'execute', title: 'mcp.tandem.submit_work', rawInput: { server: 'tandem' }, _meta: isCallOfCodex }],
  ['refused', 'another tool in Codex',           { kind: 'execute', rawInput: { server: 'other', arguments: { server: 'tandem' } }, _meta: isCallOfCodex }],
  ['refused', 'a command in Codex',              { kind: 'execute', title: 'mcp.tandem.submit_work', rawInput: { server: 'tandem' } }],
])('is %s without a person: %s', async (decision, _, call) => {
  expect((await judge({ allow: [], ask: [] }, call, async () => null)).decision).toBe(decision);
});
