import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { goalList } from '../../api/queries/goals.ts';
import { initiativeList } from '../../api/queries/initiatives.ts';
import { found } from '../../api/queries/search.ts';
import { strings } from '../../strings/index.ts';
import type { Choice } from '../../ui/picker.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';

/** The entry for no choice. */
const noChoice = (): Choice => ({ value: '', text: strings().none });

/** The newest items to choose from; typing searches all of them. */
function useLookedUp(type: 'initiative' | 'goal', newest: readonly Choice[]) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const named = newest.some((choice) => choice.text === q);
  const { data } = useQuery({ ...found(q, [type]), enabled: q !== '' && !named });
  const hits = data?.data.map(({ id, title }) => ({ value: id, text: title }));
  const choices = q === '' || named ? [noChoice(), ...newest] : (hits ?? []);
  return { choices, onSearch: setText };
}

export function useInitiativeChoices() {
  const { data } = useInfiniteQuery(initiativeList);
  return useLookedUp(
    'initiative',
    data?.pages.flatMap((page) => page.data.map(({ id, name }) => ({ value: id, text: name }))) ?? [],
  );
}

export function useGoalChoices() {
  const { data } = useInfiniteQuery(goalList());
  return useLookedUp(
    'goal',
    data?.pages.flatMap((page) => page.data.map(({ id, title }) => ({ value: id, text: title }))) ?? [],
  );
}
