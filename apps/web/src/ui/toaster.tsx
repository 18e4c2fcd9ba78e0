import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import { useKeys } from './keys.ts';
import styles from './toaster.module.css';
import { act, close, pauseToasts, undoLast, useToasts } from './toasts.ts';

/** The live region for toasts. It is always rendered, so that screen readers announce additions. */
export function Toaster() {
  const shown = useToasts();
  const { held, goBack } = useHoldOnFocus(shown.length);
  useKeys([{ key: 'mod+z', text: strings().undoLast, act: undoLast, outsideFields: true }]);
  return (
    <div className={styles.toaster} role="status" aria-live="polite" {...held}>
      {shown.map((toast) => {
        const { id, text, tone, action } = toast;
        return (
          <div key={id} className={styles.toast} data-tone={tone}>
            <p>{text}</p>
            {action && (
              <Button
                onClick={() => {
                  goBack();
                  act(toast);
                }}
              >
                {action.text}
              </Button>
            )}
            <Button
              quiet
              onClick={() => {
                goBack();
                close(id);
              }}
            >
              {strings().close}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

/** Keeps toasts while the pointer or the focus is on them, and returns the focus afterwards. */
function useHoldOnFocus(count: number) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const from = useRef<Element | null>(null);
  // An element removed under the pointer fires no leave event.
  const isHeld = count > 0 && (isOver || hasFocus);
  useEffect(() => pauseToasts(isHeld), [isHeld]);
  useEffect(() => {
    if (count > 0) return;
    setOver(false);
    setFocus(false);
  }, [count]);
  const isWithin = ({ currentTarget, relatedTarget }: FocusEvent) => currentTarget.contains(relatedTarget);
  return {
    held: {
      onMouseEnter: () => setOver(true),
      onMouseLeave: () => setOver(false),
      onFocus: (event: FocusEvent) => {
        if (!isWithin(event)) from.current = event.relatedTarget;
        setFocus(true);
      },
      onBlur: (event: FocusEvent) => setFocus(isWithin(event)),
    },
    goBack: () => from.current instanceof HTMLElement && from.current.focus({ preventScroll: true }),
  };
}
