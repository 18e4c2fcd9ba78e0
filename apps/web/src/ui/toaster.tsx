import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { strings } from '../strings/index.ts';
import { Button } from './button.tsx';
import styles from './toaster.module.css';
import { close, hold, toasts } from './toasts.ts';

/** Where toasts stand. The region is there from the beginning, so that what comes into it is read out. */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.now);
  const { held, goBack } = useHeld(shown.length);
  return (
    <div className={styles.toaster} role="status" aria-live="polite" {...held}>
      {shown.map(({ id, text, tone, action }) => {
        const done = () => {
          goBack();
          close(id);
        };
        return (
          <div key={id} className={styles.toast} data-tone={tone}>
            <p>{text}</p>
            {action && (
              <Button
                onClick={() => {
                  done();
                  action.act();
                }}
              >
                {action.text}
              </Button>
            )}
            <Button quiet onClick={done}>
              {strings.close}
            </Button>
          </div>
        );
      })}
    </div>
  );
}

/** Toasts stay while the mouse or the focus is at them; the focus goes back to where it came from. */
function useHeld(count: number) {
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const from = useRef<Element | null>(null);
  // What goes away under the mouse tells no leave.
  const isHeld = count > 0 && (isOver || hasFocus);
  useEffect(() => hold(isHeld), [isHeld]);
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
