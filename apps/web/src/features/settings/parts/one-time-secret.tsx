import { type ReactNode, useEffect, useId, useRef } from 'react';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import styles from './settings.module.css';

interface OneTimeSecretProps {
  readonly title: string;
  readonly hint?: string;
  readonly secret: string;
  /** The name of the secret, for its button: “key”. */
  readonly noun: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/**
 * A secret that the server shows only once. It stays until the person confirms that they saved it: a click outside
 * doesn't close it.
 */
export function OneTimeSecret({
  title,
  hint = strings().settings.oneTimeSecret.hint,
  secret,
  noun,
  children,
  onDone,
}: OneTimeSecretProps) {
  const heading = useId();
  const container = useRef<HTMLElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <section ref={container} className={styles.once} aria-labelledby={heading} tabIndex={-1}>
      <h2 id={heading}>{title}</h2>
      <p>{hint}</p>
      <Copyable secret text={secret} noun={noun} />
      {children}
      <Button onClick={onDone}>{strings().settings.oneTimeSecret.done}</Button>
    </section>
  );
}
