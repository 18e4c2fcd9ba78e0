import { useCallback, useRef } from 'react';

/** For a button that is replaced by the fields it opens: restores its focus when it is shown again. */
export function useRestoreFocus() {
  const wasThere = useRef(false);
  return useCallback((button: HTMLButtonElement | null) => {
    if (button && wasThere.current && document.activeElement === document.body) button.focus();
    wasThere.current ||= button !== null;
  }, []);
}
