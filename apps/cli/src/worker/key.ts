import { fstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CannotDo } from '../ending.ts';
import { forget, whoShows } from './environment.ts';

/** The file name that means standard input. */
const STANDARD_INPUT = '-';

/**
 * The worker's key from a file or standard input or, if no file is named, from TANDEM_KEY, which is then removed from
 * the environment. Calls `say` if the key could not be removed everywhere.
 */
export async function readKey(keyFile: string | undefined, say: (line: string) => void): Promise<string> {
  const fromEnvironment = process.env.TANDEM_KEY;
  forget('TANDEM_KEY');
  const key = await (keyFile ? keyIn(keyFile) : keyFrom(fromEnvironment));
  if (fromEnvironment) {
    const who = whoShows(fromEnvironment);
    if (who !== null) {
      say(`The command can read the key in the environment of ${who}. Use --key-file instead of TANDEM_KEY.`);
    }
  }
  return key;
}

/** Keys consist of printable ASCII characters. */
const KEY = /^[!-~]+$/;

const WHAT = "the agent's own key, or a runtime key";

function keyFrom(variable = ''): string {
  const key = variable.trim();
  if (KEY.test(key)) return key;
  const there = key === '' ? 'There is no key.' : 'TANDEM_KEY contains no key.';
  throw new CannotDo(`${there} Set --key-file, or TANDEM_KEY_FILE, to a file that contains ${WHAT}.`);
}

async function keyIn(file: string): Promise<string> {
  const key = (await contentOf(file)).trim();
  if (KEY.test(key)) return key;
  const where = file === STANDARD_INPUT ? 'standard input' : file;
  throw new CannotDo(`There is no key in ${where}. It must contain ${WHAT}, and nothing else.`);
}

async function contentOf(file: string): Promise<string> {
  if (file === STANDARD_INPUT) {
    refuseIfOpen(fstatSync(0));
    return text(process.stdin);
  }
  try {
    const content = readFileSync(file, 'utf8');
    refuseIfOpen(statSync(file));
    return content;
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    throw new CannotDo(
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Set --key-file to a file that contains only the key.`,
    );
  }
}

/**
 * Rejects a file that this process inherited as an open one, such as its standard input. /proc shows it to the command
 * even if it was deleted, and closing it here would not help, because the parent process has it open as well. A pipe is
 * empty once it has been read.
 */
function refuseIfOpen(file: Stats): void {
  if (!file.isFile() || !openFiles().some(({ dev, ino }) => dev === file.dev && ino === file.ino)) return;
  throw new CannotDo(
    'The key comes from a file that stays open, and so can be read in /proc as long as the worker runs. ' +
      'Send it by a pipe (cat FILE | tandem agent run --key-file - ...), or name the file: --key-file FILE.',
  );
}

const openFiles = (): Stats[] =>
  readdirSync('/dev/fd').flatMap((descriptor) => {
    try {
      return [fstatSync(Number(descriptor))];
    } catch {
      // The descriptor with which the folder was read.
      return [];
    }
  });
