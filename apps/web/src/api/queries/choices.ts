import type { Label, Member, Project } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { labels } from './labels.ts';
import { useChoices } from './lists.ts';
import { members } from './members.ts';
import { projectList } from './projects.ts';

export const useMembers = (): readonly Member[] => useChoices(useInfiniteQuery(members));
export const useLabels = (): readonly Label[] => useChoices(useInfiniteQuery(labels));
export const useProjects = (): readonly Project[] => useChoices(useInfiniteQuery(projectList()));
