import { texts } from '../app/texts/index.ts';
import { Button } from './button.tsx';
import styles from './copied.module.css';
import { toast } from './toasts.ts';

interface CopiedProps {
  readonly text: string;
  /** What it is, for whoever does not see it: “command”. */
  readonly what: string;
}

/** A text that one takes along to another place, such as a command, with a button that copies it. */
export const Copied = ({ text, what }: CopiedProps) => (
  <span className={styles.copied}>
    <code>{text}</code>
    <Button aria-label={texts.copy.what(what)} onClick={() => void copy(text)}>
      {texts.copy.action}
    </Button>
  </span>
);

interface CopySaid {
  readonly done: string;
  readonly byHand: string;
}

/** Copies a text. Browsers lend the clipboard to safe contexts alone: elsewhere one is told to copy by hand. */
export async function copy(text: string, said: CopySaid = texts.copy): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: said.done });
  } catch {
    toast({ tone: 'bad', text: said.byHand });
  }
}
