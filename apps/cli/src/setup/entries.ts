import type { Entry } from './json.ts';
import type { SetupAgent } from './tool.ts';

/** Arguments with which `tandem` uses the agent's saved key. */
export const asAgent = ({ name, url }: SetupAgent): string[] => ['--agent', name, '--url', url];

/** An entry for a program that serves the tools, under the name `tandem`. */
export const serverEntry = (path: readonly string[], value: unknown): Entry => ({
  path: [...path, 'tandem'],
  value,
  owns: (found) => {
    const { command, args } = (found ?? {}) as { command?: unknown; args?: unknown };
    const [program, first] = [command, args].flat();
    return program === 'tandem' && first === 'mcp';
  },
});
