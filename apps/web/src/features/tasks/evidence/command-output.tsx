import type { ReactNode } from 'react';
import { strings } from '../../../strings/index.ts';
import styles from './evidence.module.css';

/** Escape sequences of terminals: colors and movements of the cursor. */
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[ -/]*[@-~]`, 'g');

interface CommandProps {
  readonly command?: string | undefined;
  readonly exitCode?: number | null | undefined;
  /** Limits of its run. */
  readonly details?: ReactNode;
  readonly children?: ReactNode;
}

/** A command with its exit code, above its output. */
export const Command = ({ command, exitCode, details, children }: CommandProps) => (
  <figure className={styles.command}>
    <figcaption>
      {command ? <code>{command}</code> : strings().evidence.output}
      {details}
      {typeof exitCode === 'number' && (
        <span data-failed={exitCode !== 0 || undefined}>{strings().evidence.exit(exitCode)}</span>
      )}
    </figcaption>
    {children}
  </figure>
);

/** An output without the escape sequences of terminals. */
export const plainOutput = (text: string): string => text.replace(ESCAPES, '');

export const Output = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys as well.
  <pre tabIndex={0}>{plainOutput(text)}</pre>
);
