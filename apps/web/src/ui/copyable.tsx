import { useState } from 'react';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './copyable.module.css';
import { toast } from './toasts.ts';

interface CopyableProps {
  readonly text: string;
  /** The name of the text, for screen readers: “command”. */
  readonly noun: string;
  /** Hidden at first, and again once copied: the whole text, or this part of it. */
  readonly secret?: boolean | string | undefined;
}

/** A text to use elsewhere, such as a command, with a copy button. */
export function Copyable({ text, noun, secret = false }: CopyableProps) {
  const [hidden, setHidden] = useState(secret !== false);
  const copyOrShow = async () => {
    // Without the clipboard, the person has to select it.
    const isCopied = await copy(text);
    if (secret !== false) setHidden(isCopied);
  };
  return (
    <span className={styles.copied}>
      <code>{hidden ? hiddenOf(text, secret) : text}</code>
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

const hiddenOf = (text: string, secret: boolean | string) =>
  text.replaceAll(typeof secret === 'string' ? secret : text, '•'.repeat(24));

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
