import { text } from 'node:stream/consumers';
import { EXIT } from '../ending.ts';

/** Reads a secret from standard input: on a terminal with a hidden prompt, otherwise all of the input. */
export async function readSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY) return text(stdin);
  // Set before the prompt, or a quickly pasted secret would be visible.
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
