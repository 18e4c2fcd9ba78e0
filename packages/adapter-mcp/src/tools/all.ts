import type { Me } from '@tandem/client';
import { addComment } from './add-comment.ts';
import { shownSchema } from './arguments.ts';
import { askHuman } from './ask-human.ts';
import { createTask } from './create-task.ts';
import { findTasks } from './find-tasks.ts';
import { getContext } from './get-context.ts';
import { getTask } from './get-task.ts';
import { heartbeat } from './heartbeat.ts';
import { nextWork } from './next-work.ts';
import { releaseTask } from './release-task.ts';
import { splitTask } from './split-task.ts';
import { submitWork } from './submit-work.ts';
import { isFor, type Tool } from './tool.ts';
import { updateTask } from './update-task.ts';
import { verifyGoal } from './verify-goal.ts';

/** All tools, in the order shown to clients. */
export const TOOLS: readonly Tool[] = [
  getContext,
  nextWork,
  heartbeat,
  submitWork,
  releaseTask,
  askHuman,
  findTasks,
  getTask,
  createTask,
  splitTask,
  updateTask,
  addComment,
  verifyGoal,
];

/** A tool as listed to clients. */
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

/** Created once; each key's list is a subset. */
const SHOWN: readonly (readonly [Tool, ShownTool])[] = TOOLS.map((tool) => {
  const { name, title, description, input, hints } = tool;
  const inputSchema = shownSchema(input) as ShownTool['inputSchema'];
  return [tool, { name, title, description, inputSchema, annotations: { ...hints } }];
});

/** The tools available to a key, always in the same order. */
export const toolsFor = (me: Me): ShownTool[] =>
  SHOWN.filter(([tool]) => isFor(me, tool)).map(([, description]) => description);

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, tool]));

export const toolNamed = (name: string): Tool | undefined => BY_NAME.get(name);
