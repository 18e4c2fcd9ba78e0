import type { Scope } from '@tandem/client';
import { hostSignIn } from '../../api/host-sign-in.ts';
import { type CurrentMember, reaches } from '../../api/queries/who.ts';
import type { Strings } from '../../strings/index.ts';

export type SectionName = Exclude<keyof Strings['settings']['sections'], 'label'>;

interface Section {
  readonly name: SectionName;
  readonly isFor: (who: CurrentMember) => boolean;
}

const everybody = () => true;
const admins = ({ isAdmin }: CurrentMember) => isAdmin;
const having =
  (scope: Scope) =>
  ({ key }: CurrentMember) =>
    reaches(key, scope);

/** The settings sections, and who may open them. */
export const SECTIONS: readonly Section[] = [
  { name: 'profile', isFor: everybody },
  { name: 'keys', isFor: everybody },
  { name: 'sessions', isFor: () => hostSignIn() === undefined },
  { name: 'members', isFor: admins },
  { name: 'agents', isFor: having('agents:write') },
  { name: 'labels', isFor: having('tasks:write') },
  { name: 'workspace', isFor: admins },
  { name: 'webhooks', isFor: admins },
  { name: 'usage', isFor: having('agents:read') },
];
