import type { RunningServer } from './serve.ts';

/** What a server that has started says on standard output. */
export function welcome({ url, firstKey }: Pick<RunningServer, 'url' | 'firstKey'>): string {
  const serving = `Tandem serves ${url}\n`;
  if (firstKey === null) return serving;
  return `${serving}
The workspace "My workspace" is new, and so is its admin, "admin". This is the admin's key. Keep it: it is
shown only now.

  ${firstKey}

To create a first task, paste this into another terminal:

  ${firstTask(url, firstKey)}

`;
}

const firstTask = (url: string, key: string): string =>
  [
    `curl ${url}/api/v1/tasks`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '{"title":"My first task"}'`,
  ].join(' ');
