import { printable } from '@tandem/cli';
import type { RunningServer } from '../serve/start-server.ts';

type Started = Pick<RunningServer, 'url' | 'everywhere' | 'firstKey' | 'dataDir'>;

/** The message of a started demo on standard output. */
export function demoMessage({ url, everywhere, firstKey, dataDir }: Started, link: string | null): string {
  const lines = [
    `Tandem serves ${url}`,
    everywhere && `It listens on ${everywhere} of this machine.`,
    `The reference, to read and to try, is at ${url}/docs`,
    '',
    'This is a demo: the digital lending of a town library, six weeks of five people and four agents. Decide in the inbox',
    'what waits for Mira, whom you are; Wren and Otter work while you look on, take new tasks, and answer in chats.',
    '',
    `It is kept by SQLite in ${printable(dataDir)}, and goes on there. Delete that folder to begin anew.`,
    ...(link === null ? [] : ['', 'This link signs you in, once, within five minutes:', '', `  ${link}`]),
    ...(firstKey === null
      ? []
      : [
          '',
          'This is Mira’s key. Keep it if you want to try the interface: it is shown only now.',
          '',
          `  ${firstKey}`,
        ]),
    '',
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n`;
}
