import { useQuery } from '@tanstack/react-query';
import { createElement, useMemo } from 'react';
import { useLabels } from '../../../api/queries/labels.ts';
import { project as projectQuery, useProjects } from '../../../api/queries/projects.ts';
import { strings } from '../../../strings/index.ts';
import { LabelDot } from '../../../ui/label-tag.tsx';
import type { Choice } from '../../../ui/picker.tsx';
import { choicesOf, type People } from '../people.ts';
import { type BoardSearch, valuesOf } from '../search.ts';

/** The filter choices, including the address's project if it is archived or not loaded. */
export function useFilterChoices(search: BoardSearch, people: People) {
  const project = valuesOf(search, 'project').find((id) => id !== 'none');
  const projects = useProjects();
  const labels = useLabels();
  const isListed = project === undefined || projects.some(({ id }) => id === project);
  const { data: unlisted } = useQuery({
    ...projectQuery(project ?? ''),
    enabled: !isListed,
    retry: false,
  });
  return useMemo(
    () => ({
      projects: [
        { value: 'none', text: strings().tasks.noProject },
        ...[...projects, ...(unlisted && !isListed ? [unlisted] : [])].map(
          ({ id, title }): Choice => ({ value: id, text: title }),
        ),
      ],
      people: [{ value: 'me', text: strings().tasks.filter.me }, ...choicesOf(people, 'unassigned')],
      labels: labels.map(
        ({ name, color }): Choice => ({ value: name, text: name, icon: createElement(LabelDot, { color }) }),
      ),
    }),
    [projects, unlisted, isListed, people, labels],
  );
}
