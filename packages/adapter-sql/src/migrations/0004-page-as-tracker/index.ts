import { preferences } from './preferences.ts';
import { ranks } from './ranks.ts';

/** Preferences of members, and the manual order of tasks. */
export const pageAsTracker = [preferences, ranks].join('\n');
