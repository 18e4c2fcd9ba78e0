import type { Role } from '@tandem/client';
import { strings } from '../../../strings/index.ts';

export const roles = (): readonly { readonly value: Role; readonly text: string }[] => [
  { value: 'member', text: strings().settings.members.roles.member },
  { value: 'admin', text: strings().settings.members.roles.admin },
];
