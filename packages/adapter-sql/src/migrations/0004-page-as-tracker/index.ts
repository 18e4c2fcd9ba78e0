import { preferences } from './preferences.ts';

/** Preferences of members. */
export const pageAsTracker = [preferences].join('\n');
