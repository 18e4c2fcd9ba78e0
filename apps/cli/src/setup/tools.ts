import { claude } from './claude.ts';
import { generic } from './generic.ts';
import type { ToolName } from './names.ts';
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<ToolName, Tool>> = { claude, generic };
