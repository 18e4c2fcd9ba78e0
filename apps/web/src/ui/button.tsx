import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** What the page is there for: one of them on a screen. */
  readonly primary?: boolean;
  /** Without an edge, for what is rarely pressed. */
  readonly quiet?: boolean;
  /** A sign in place of words, as small as it may be; what it does is its label. */
  readonly icon?: boolean;
  /** What cannot be undone. */
  readonly danger?: boolean;
}

export function Button({ primary, quiet, icon, danger, className, type = 'button', ...rest }: ButtonProps) {
  const kind = primary ? styles.primary : danger ? styles.danger : quiet || icon ? styles.quiet : undefined;
  return (
    <button
      type={type}
      className={[styles.button, kind, icon && styles.icon, className].filter(Boolean).join(' ')}
      {...rest}
    />
  );
}
