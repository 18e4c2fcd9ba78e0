import { contract } from '@tandem/contract';
import type { Hit } from '@tandem/core';
import { list } from '../http/answer.ts';
import { bind } from '../http/binding.ts';

const presentHit = ({ type, id, taskNumber, title, status, assignee, snippet }: Hit) => ({
  type,
  id,
  ...(taskNumber !== null && { taskNumber }),
  title,
  status,
  ...(taskNumber !== null && { assignedTo: assignee?.name ?? null }),
  snippet: { text: snippet.text, marks: snippet.marks.map(([from, to]) => [from, to]) },
});

export const search = bind(contract.search, {
  find: async ({ tandem, caller, query }) => list(await tandem.search.find(caller, query), presentHit),
});
