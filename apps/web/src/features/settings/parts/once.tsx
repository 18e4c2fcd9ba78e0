import { type ReactNode, useEffect, useId, useRef } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Copied } from '../../../ui/copied.tsx';
import styles from './settings.module.css';

interface OnceProps {
  readonly title: string;
  readonly hint?: string;
  readonly secret: string;
  /** What it is, for its button: “key”. */
  readonly what: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** What the server shows once. It stands until the person says that it is kept: no press beside it takes it away. */
export function Once({
  title,
  hint = strings.settings.once.hint,
  secret,
  what,
  children,
  onDone,
}: OnceProps) {
  const heading = useId();
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} className={styles.once} aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{title}</h2>
      <p>{hint}</p>
      <Copied secret text={secret} what={what} />
      {children}
      <Button onClick={onDone}>{strings.settings.once.done}</Button>
    </section>
  );
}
