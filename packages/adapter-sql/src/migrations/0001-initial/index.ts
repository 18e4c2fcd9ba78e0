import { chats } from './chats.ts';
import { events } from './events.ts';
import { members } from './members.ts';
import { planning } from './planning.ts';
import { results } from './results.ts';
import { search } from './search.ts';
import { tasks } from './tasks.ts';

/**
 * The tables of both engines. Every key and index leads with workspace_id, so that a workspace's rows can be stored on
 * one shard, except for lookups across workspaces. The rows of a removed entity are deleted later, in batches
 * (`removals`); until then it is marked: `archived = 2` for tasks, projects and goals, whose lists read 0 and 1 from their
 * indexes, the status `removed` for chats, and `removed = 1` for the others.
 */
export const initial = [members, planning, tasks, results, chats, events, search].join('\n');
