import { notifications } from './notifications.ts';
import { preferences } from './preferences.ts';
import { ranks } from './ranks.ts';

/** Preferences of members, the manual order of tasks, and kinds of notifications. */
export const pageAsTracker = [preferences, ranks, notifications].join('\n');
