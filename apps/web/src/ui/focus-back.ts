import { useCallback, useRef } from 'react';

/**
 * For the button behind which something is edited in its place: it gives its place to the fields, and has the focus
 * again when it is back.
 */
export function useFocusBack() {
  const wasThere = useRef(false);
  return useCallback((button: HTMLButtonElement | null) => {
    if (button && wasThere.current && document.activeElement === document.body) button.focus();
    wasThere.current ||= button !== null;
  }, []);
}
