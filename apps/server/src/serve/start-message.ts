import { printable } from '@tandem/cli';
import type { RunningServer } from './start-server.ts';

type Started = Pick<RunningServer, 'url' | 'everywhere' | 'firstKey' | 'database'>;

/** The message of a started server on standard output, with the admin's sign-in link if there is one. */
export function startMessage({ url, everywhere, firstKey, database }: Started, link: string | null): string {
  const serving = [
    `Tandem serves ${url}`,
    everywhere && `It listens on ${everywhere} of this machine.`,
    `API reference: ${url}/docs`,
  ];
  const message = `${serving.filter(Boolean).join('\n')}\n`;
  const signingIn =
    link === null ? '' : `\nSign in as the admin with this link, once, within five minutes:\n\n  ${link}\n`;
  if (firstKey === null) return `${message}${signingIn}`;
  return `${message}
The workspace "My workspace" is new, in ${printable(database)}, and so is its admin, "admin".
This is the admin's key. Keep it: it is shown only now.

  ${firstKey}
${signingIn}
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
