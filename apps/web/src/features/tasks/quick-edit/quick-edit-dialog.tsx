import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import list from '../../../ui/command-list.module.css';
import dialog from '../../../ui/dialog.module.css';
import { Check } from '../../../ui/icons.ts';
import { typedAhead } from '../../../ui/typed-ahead.ts';
import { useChangeTasks } from '../change.ts';
import type { QuickEdit } from './opened.ts';
import { type QuickChoice, useChoicesOf } from './use-choices.ts';

interface QuickEditDialogProps extends QuickEdit {
  readonly onClose: () => void;
}

/** Changes a field of tasks by a searchable list, like the palette. */
export function QuickEditDialog({ field, tasks, onClose }: QuickEditDialogProps) {
  const [q, setQ] = useState('');
  const { choices, onChosen, hint } = useChoicesOf(field, tasks, q);
  const changeTasks = useChangeTasks();
  const words = strings().tasks.quickEdit;
  const label = words.of(words[field], tasks);
  const choose = (choice: QuickChoice) => {
    if (onChosen) onChosen(choice);
    else onClose();
    setQ('');
    void changeTasks(tasks, choice.change);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.behind} />
        <Dialog.Popup className={list.dialog} aria-label={label}>
          <Autocomplete.Root
            inline
            open
            mode="none"
            autoHighlight="always"
            keepHighlight
            items={choices}
            value={q}
            onValueChange={setQ}
            itemToStringValue={({ text }: QuickChoice) => text}
          >
            <Autocomplete.Input
              className={list.input}
              aria-label={label}
              placeholder={hint ?? label}
              onFocus={() => setQ(q + typedAhead.take())}
            />
            <Autocomplete.Empty className={list.empty}>{strings().noResults}</Autocomplete.Empty>
            <Autocomplete.List className={list.list}>
              {(choice: QuickChoice) => (
                <Autocomplete.Item
                  key={choice.id}
                  value={choice}
                  className={list.entry}
                  onClick={() => choose(choice)}
                >
                  <span>{choice.text}</span>
                  <span className={list.detail}>
                    {choice.isCurrent ? (
                      <Check aria-label={strings().tasks.quickEdit.current} />
                    ) : (
                      choice.detail
                    )}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
