import type { Preferences } from '@tandem/client';
import { pageState } from '../state/page-state.ts';

const STORAGE_KEY = 'tandem-look';

type Look = Pick<Preferences, 'theme' | 'density' | 'timeZone' | 'hourCycle'>;

/** How the page looks and shows times. Stored in the browser, so that it applies before the preferences are read. */
const current = pageState<Partial<Look>>(() => stored());

function stored(): Partial<Look> {
  try {
    return (JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') ?? {}) as Partial<Look>;
  } catch {
    return {};
  }
}

/** Applies a person's preferences; none applies the system's. */
export function applyLook(look: Partial<Look>): void {
  const { theme = 'system', density = 'comfortable', timeZone = null, hourCycle = null } = look;
  current.set({ theme, density, timeZone, hourCycle });
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(current.get()));
  } catch {
    // The storage is full: the look applies until the next load.
  }
  // The same as before the first paint (install/look.js).
  const { style, dataset } = document.documentElement;
  style.colorScheme = theme === 'system' ? '' : theme;
  if (density === 'compact') dataset.density = density;
  else delete dataset.density;
}

/** The options of every format that shows a moment. */
export function timeOptions(): Pick<Intl.DateTimeFormatOptions, 'timeZone' | 'hourCycle'> {
  const { timeZone, hourCycle } = current.get();
  return {
    hourCycle: hourCycle ?? browserHourCycle(),
    ...(timeZone && isKnown(timeZone) && { timeZone }),
  };
}

/** The hour cycle of the browser's language, which may differ from the page's. */
const browserHourCycle = () =>
  new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hourCycle ?? 'h23';

/** Browsers know different time zones. */
function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
