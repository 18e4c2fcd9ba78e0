import type { Scanned, ScannedType, Stores } from '@tandem/core';
import type { Scan } from '../../scan.ts';
import type { Session } from '../../session.ts';
import { scanAttempts } from '../claims/attempts.ts';
import { scanCheckpoints } from '../claims/store.ts';
import { scanAttachments, scanFiles } from '../files/store.ts';
import { scanGoals, scanVerifications } from '../goals/store.ts';
import { scanInitiatives } from '../initiatives/store.ts';
import { scanLabels } from '../labels/store.ts';
import { scanMembers } from '../members/store.ts';
import { scanProjects } from '../projects/store.ts';
import { scanQuestions } from '../questions/store.ts';
import { scanCriteria } from '../results/criteria.ts';
import { scanResults } from '../results/store.ts';
import { scanComments } from '../tasks/comments.ts';
import { scanRelations } from '../tasks/relations.ts';
import { scanTasks } from '../tasks/store.ts';
import { scanSubscriptions } from '../tasks/subscriptions.ts';

const SCANS: { readonly [Type in ScannedType]: Scan<Scanned[Type]> } = {
  member: scanMembers,
  label: scanLabels,
  initiative: scanInitiatives,
  goal: scanGoals,
  verification: scanVerifications,
  project: scanProjects,
  file: scanFiles,
  task: scanTasks,
  relation: scanRelations,
  comment: scanComments,
  attachment: scanAttachments,
  criterion: scanCriteria,
  result: scanResults,
  question: scanQuestions,
  attempt: scanAttempts,
  checkpoint: scanCheckpoints,
  subscription: scanSubscriptions,
};

export const exportStore = (session: Session): Stores['exports'] => ({
  scan: async (type, page) => SCANS[type](session, page),
});
