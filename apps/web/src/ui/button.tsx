import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** The main action; one per screen. */
  readonly primary?: boolean;
  /** Without a border, for rarely used actions. */
  readonly quiet?: boolean;
  /** A small icon button; its label describes the action. */
  readonly icon?: boolean;
  /** For irreversible actions. */
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
