import { strings } from '../../../strings/index.ts';
import { TextField } from '../../../ui/fields.tsx';
import type { FormState } from '../parts/form.tsx';
import { handleOf } from './handle.ts';

/** The part of a draft that a name is suggested from; null until the person has changed the suggestion. */
export interface NamedDraft {
  readonly displayName: string;
  readonly name: string | null;
}

/** The name in the draft, or the suggested one. */
export const nameIn = ({ name, displayName }: NamedDraft): string => name ?? handleOf(displayName);

/** The name of a new member, which follows the display name until it is changed. */
export const HandleField = <Draft extends NamedDraft>({ draft, field }: FormState<Draft>) => (
  <TextField
    required
    label={strings().settings.members.name}
    hint={strings().settings.members.nameHint}
    {...field('name')}
    value={nameIn(draft)}
  />
);
