import { fstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CannotDo } from '../ending.ts';
import { forget, whoShows } from './environment.ts';

/** The name of a file that stands for standard input. */
const STANDARD_INPUT = '-';

/**
 * The worker's key, from a file or from standard input or, where no file is named, from TANDEM_KEY, which is
 * then taken out of the environment. Tells `say` when it could not be taken out everywhere.
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

/** What has the form of a key is plain ASCII; anything else would not even travel. */
const KEY = /^[!-~]+$/;

const WHAT = "the agent's own key, or a runtime key";

function keyFrom(variable = ''): string {
  const key = variable.trim();
  if (KEY.test(key)) return key;
  const there = key === '' ? 'There is no key.' : 'TANDEM_KEY holds no key.';
  throw new CannotDo(`${there} Set --key-file, or TANDEM_KEY_FILE, to a file that holds ${WHAT}.`);
}

async function keyIn(file: string): Promise<string> {
  const key = (await contentOf(file)).trim();
  if (KEY.test(key)) return key;
  const where = file === STANDARD_INPUT ? 'standard input' : file;
  throw new CannotDo(`There is no key in ${where}. It must hold ${WHAT}, and nothing else.`);
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
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Set --key-file to a file that holds the key alone.`,
    );
  }
}

/**
 * Refuses a file that this process was started with as an open one, such as its standard input. /proc shows it to
 * the command, even when it has been deleted, and closing it here would not help: what has started this process has
 * it open as well. A pipe is empty once it is read.
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
      // The one by which the folder was read.
      return [];
    }
  });
