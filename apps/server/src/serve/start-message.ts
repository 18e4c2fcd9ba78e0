import { printable } from '@tandem/cli';
import type { RunningServer } from './start-server.ts';

type Started = Pick<RunningServer, 'url' | 'everywhere' | 'firstKey' | 'database'>;

/** The message of a started server on standard output: what to do first, then the addresses. */
export function startMessage({ url, everywhere, firstKey, database }: Started, link: string | null): string {
  const steps = [
    link && `Open this to sign in (valid for 5 minutes; tandem web-link prints another):\n\n  ${link}\n\n`,
    firstKey && `The admin's key. Keep it: it is shown only now.\n\n  ${firstKey}\n\n`,
    firstKey && 'Next, connect a coding agent, in its repository: tandem agent setup claude\n\n',
  ];
  const serving = [
    `Tandem serves ${url}`,
    everywhere && `It listens on ${everywhere} of this machine.`,
    `Data: ${printable(database)}`,
  ];
  return `${steps.filter(Boolean).join('')}${serving.filter(Boolean).join('\n')}\n`;
}
