import type { Member } from '@tandem/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChoices } from '../../../api/queries/lists.ts';
import { people } from '../../../api/queries/members.ts';
import { tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../../ui/change.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { Select } from '../../../ui/select.tsx';

const words = () => strings().settings.members;

/** Asks which person to merge an external member into. */
export function MergeInto({ external: { id, displayName } }: { readonly external: Member }) {
  const persons = useChoices(useInfiniteQuery(people)).filter(({ kind }) => kind !== 'external');
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  const into = persons.find((person) => person.id === chosen) ?? persons[0];
  const merge = useChange({
    send: (person: string) => tandem.members.merge(id, { into: person }),
    successMessage: (person) => words().merged(displayName, person.displayName),
    invalidates: ['members', 'member', 'tasks', 'task'],
  });
  if (!into) return null;
  return (
    <>
      <Button
        quiet
        aria-label={words().mergeOf(displayName)}
        disabled={merge.isPending}
        onClick={() => setOpen(true)}
      >
        {words().merge}
      </Button>
      <Confirm
        title={words().mergeTitle(displayName)}
        action={words().mergeAction}
        open={isOpen}
        onConfirm={() => merge.mutate(into.id)}
        onClose={() => setOpen(false)}
      >
        {words().mergeHint}
        <Select
          label={words().person}
          value={into.id}
          options={persons.map((person) => ({ value: person.id, text: person.displayName }))}
          onChange={setChosen}
        />
      </Confirm>
    </>
  );
}
