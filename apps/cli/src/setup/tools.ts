import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { gemini } from './gemini.ts';
import { generic } from './generic.ts';
import type { ToolName } from './names.ts';
import { opencode } from './opencode.ts';
import type { Tool } from './tool.ts';

export const TOOLS: Readonly<Record<ToolName, Tool>> = { claude, codex, gemini, opencode, generic };
