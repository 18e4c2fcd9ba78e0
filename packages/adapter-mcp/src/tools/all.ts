import type { Me } from '@tandem/client';
import { shownSchema } from './arguments.ts';
import { getContext } from './get-context.ts';
import { isFor, type Tool } from './tool.ts';

/** Every tool, in the order in which clients are told them. */
export const TOOLS: readonly Tool[] = [getContext];

/** A tool as clients are told it. */
export interface ShownTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [name: string]: unknown };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** Made once: a list is what a key sees of it. */
const SHOWN: readonly (readonly [Tool, ShownTool])[] = TOOLS.map((tool) => {
  const { name, title, description, input, hints } = tool;
  const inputSchema = shownSchema(input) as ShownTool['inputSchema'];
  return [tool, { name, title, description, inputSchema, annotations: { ...hints } }];
});

/** What a key sees, always in the same order. */
export const toolsFor = (me: Me): ShownTool[] =>
  SHOWN.filter(([tool]) => isFor(me, tool)).map(([, shown]) => shown);

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): Tool | undefined => BY_NAME.get(name);
