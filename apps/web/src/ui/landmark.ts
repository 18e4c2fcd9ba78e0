import type { RefObject } from 'react';

/**
 * The element that overlays are rendered into, found when they open: an open popover, which is above everything else;
 * in a dialog the dialog, which Base UI knows; otherwise the main landmark, where screen readers and axe expect
 * content.
 */
export const landmark: RefObject<HTMLElement | null> = {
  get current() {
    const popover = document.querySelector<HTMLElement>('[role="dialog"]:popover-open');
    if (popover) return popover;
    return document.querySelector('[role$="dialog"][data-open]') ? null : document.getElementById('main');
  },
};
