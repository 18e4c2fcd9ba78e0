import { contract } from '@tandem/contract';
import type { InboxItem } from '@tandem/core';
import { list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso } from '../http/iso.ts';
import { presentQuestion } from '../http/present-question.ts';
import { presentResult } from '../http/present-result.ts';
import { presentGoal } from './goals.ts';
import { presentCriterion } from './results.ts';
import { presentWaiting } from './tasks.ts';

const presentItem = ({
  kind,
  since,
  task,
  question,
  result,
  criteria,
  goal,
  agent,
  webhook,
  waitingFor,
}: InboxItem) => ({
  kind,
  since: iso(since),
  task,
  ...(question && { question: presentQuestion(question) }),
  ...(result && { result: presentResult(result) }),
  ...(criteria && { criteria: criteria.map(presentCriterion) }),
  ...(goal && { goal: presentGoal(goal) }),
  ...(agent && { agent }),
  ...(webhook && { webhook }),
  ...(waitingFor && { waitingFor: presentWaiting(waitingFor) }),
});

export const inbox = bind(contract.inbox, {
  list: async ({ tandem, caller, query }) => list(await tandem.inbox.list(caller, query), presentItem),
});
