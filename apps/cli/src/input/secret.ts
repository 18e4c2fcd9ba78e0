import { text } from 'node:stream/consumers';
import { EXIT } from '../ending.ts';

/** A secret from standard input: asked for on a terminal, where it is not shown; else all that comes. */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return text(stdin);
  // Before it is asked for: who pastes at once would see it.
  stdin.setRawMode(true);
  stderr.write(question);
  stdin.setEncoding('utf8').resume();
  try {
    let typed = '';
    for await (const some of stdin) {
      for (const sign of some as string) {
        if (sign === '\r' || sign === '\n' || sign === END_OF_INPUT) return typed;
        if (sign === INTERRUPT) process.exit(EXIT.interrupted);
        typed = sign === BACKSPACE || sign === DELETE ? typed.slice(0, -1) : typed + sign;
      }
    }
    return typed;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

const INTERRUPT = '\u0003';
const END_OF_INPUT = '\u0004';
const BACKSPACE = '\b';
const DELETE = '\u007f';
