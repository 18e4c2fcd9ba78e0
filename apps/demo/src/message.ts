import { printable } from '@tandem/cli';

interface Started {
  readonly url: string;
  readonly everywhere: string | null;
  readonly firstKey: string | null;
  readonly dataDir: string;
}

/** The message of a started demo on standard output. */
export function demoMessage({ url, everywhere, firstKey, dataDir }: Started, link: string | null): string {
  const lines = [
    `Tandem serves ${url}`,
    everywhere && `It listens on ${everywhere} of this machine.`,
    `The API reference is at ${url}/docs`,
    '',
    'This demo shows the digital lending of a town library: six weeks of five people and five agents. You are Mira;',
    'your inbox lists the decisions that she has to make. Wren and Otter work while you watch, take new tasks, and answer chats.',
    '',
    `SQLite keeps the demo in ${printable(dataDir)}, and the next start continues there. Delete that folder to start over.`,
    ...(link === null ? [] : ['', 'This link signs you in, once, within five minutes:', '', `  ${link}`]),
    ...(firstKey === null
      ? []
      : ['', 'This is Mira’s key. To try the API, save it: it is shown only now.', '', `  ${firstKey}`]),
    '',
  ];
  return `${lines.filter((line) => line !== null).join('\n')}\n`;
}
