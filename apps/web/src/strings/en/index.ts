import { agents } from './agents.ts';
import { attempts, usage } from './attempts.ts';
import { chart } from './chart.ts';
import { chats } from './chats.ts';
import { checks } from './checks.ts';
import { decisions } from './decisions.ts';
import { evidence } from './evidence.ts';
import { getStarted } from './get-started.ts';
import { goals } from './goals.ts';
import { imports } from './imports.ts';
import { inbox } from './inbox.ts';
import { initiatives } from './initiatives.ts';
import { palette } from './palette.ts';
import { plans } from './plans.ts';
import { preferences } from './preferences.ts';
import { projects } from './projects.ts';
import { search } from './search.ts';
import { settings } from './settings.ts';
import { shared } from './shared.ts';
import { shell } from './shell.ts';
import { signIn } from './sign-in.ts';
import { subtasks } from './subtasks.ts';
import { task } from './task.ts';
import { tasks } from './tasks.ts';
import { views } from './views.ts';

/** All of the page's own texts, one file per subject. The API's messages are shown as they are. */
export const en = {
  ...shared,
  agents,
  attempts,
  chart,
  chats,
  checks,
  decisions,
  evidence,
  getStarted,
  goals,
  imports,
  inbox,
  initiatives,
  palette,
  plans,
  preferences,
  projects,
  search,
  settings,
  shell,
  signIn,
  subtasks,
  task,
  tasks,
  usage,
  views,
};
