import type { ComponentProps } from 'react';
import styles from './button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** The main action; one per screen. */
  readonly primary?: boolean;
  /** Without a border, for rarely used actions. */
  readonly quiet?: boolean;
  /** A small icon button; its label describes the action. */
  readonly icon?: boolean;
  /** With an icon and no text, as high as other buttons; its label describes the action. */
  readonly square?: boolean;
  /** For irreversible actions. */
  readonly danger?: boolean;
}

export function Button({
  primary,
  quiet,
  icon,
  square,
  danger,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  const kind = primary ? styles.primary : danger ? styles.danger : quiet || icon ? styles.quiet : undefined;
  return (
    <button
      type={type}
      className={[styles.button, kind, icon && styles.icon, square && styles.square, className]
        .filter(Boolean)
        .join(' ')}
      {...rest}
    />
  );
}
