import type { Role } from '@tandem/client';
import { texts } from '../../../app/texts/index.ts';

export const ROLES: readonly { readonly value: Role; readonly text: string }[] = [
  { value: 'member', text: texts.settings.members.roles.member },
  { value: 'admin', text: texts.settings.members.roles.admin },
];
