import type { Key } from '../access/keys.ts';
import type { Event } from '../activity/event.ts';
import type { Goal, Verification } from '../goals/goal.ts';
import type { Initiative } from '../initiatives/initiative.ts';
import type { Label } from '../labels/label.ts';
import type { Member } from '../members/member.ts';
import type { Invitation } from '../members/store.ts';
import type { Project } from '../projects/project.ts';
import type { Comment } from '../tasks/comments.ts';
import type { KeptRelation } from '../tasks/relations.ts';
import type { Task } from '../tasks/task.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { cell, type Journal, table } from './table.ts';

/** Everything that one workspace keeps. */
export function workspaceTables(journal: Journal) {
  return {
    journal,
    workspace: cell<Workspace | null>(journal, null),
    lastTaskNumber: cell(journal, 0),
    members: table<Member>(journal),
    invitations: table<Invitation>(journal),
    keys: table<Key>(journal),
    tasks: table<Task>(journal),
    relations: table<KeptRelation>(journal),
    comments: table<Comment>(journal),
    subscriptions: table<{ taskNumber: number; memberId: string }>(journal),
    labels: table<Label>(journal),
    projects: table<Project>(journal),
    initiatives: table<Initiative>(journal),
    goals: table<Goal>(journal),
    verifications: table<Verification>(journal),
    events: table<Event>(journal),
  };
}

export type Tables = ReturnType<typeof workspaceTables>;
