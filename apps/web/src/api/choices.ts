import type { Label, Project } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { labels } from './queries/labels.ts';
import { useChoices } from './queries/lists.ts';
import { projectList } from './queries/projects.ts';

/** The labels of the workspace, to choose from. */
export const useLabels = (): readonly Label[] => useChoices(useInfiniteQuery(labels));

/** The projects that are not archived, to choose from. */
export const useProjects = (): readonly Project[] => useChoices(useInfiniteQuery(projectList()));
