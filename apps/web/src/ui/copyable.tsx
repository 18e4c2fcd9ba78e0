import { useState } from 'react';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './copyable.module.css';
import { toast } from './toasts.ts';

interface CopyableProps {
  readonly text: string;
  /** The name of the text, for screen readers: “command”. */
  readonly noun: string;
  /** Hidden at first: a secret can be copied without being visible. */
  readonly secret?: boolean | undefined;
}

/** A text to use elsewhere, such as a command, with a copy button. */
export function Copyable({ text, noun, secret = false }: CopyableProps) {
  const [hidden, setHidden] = useState(secret);
  const copyOrShow = async () => {
    // Without the clipboard, the person has to select it.
    if (!(await copy(text))) setHidden(false);
  };
  return (
    <span className={styles.copied}>
      <code>{hidden ? HIDDEN : text}</code>
      {hidden && (
        <Button aria-label={strings().copy.showOf(noun)} onClick={() => setHidden(false)}>
          {strings().copy.show}
        </Button>
      )}
      <Button aria-label={strings().copy.copyOf(noun)} onClick={() => void copyOrShow()}>
        {strings().copy.action}
      </Button>
    </span>
  );
}

const HIDDEN = '•'.repeat(24);

interface CopyMessages {
  readonly done: string;
  readonly manual: string;
}

/**
 * Copies a text and returns whether it worked. Browsers offer the clipboard in secure contexts only; otherwise a
 * message asks to copy by hand.
 */
export async function copy(text: string, messages: CopyMessages = strings().copy): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ text: messages.done });
    return true;
  } catch {
    toast({ tone: 'bad', text: messages.manual });
    return false;
  }
}
