import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { found } from '../../api/queries/search.ts';
import { useMay } from '../../api/queries/who.ts';
import { strings } from '../../strings/index.ts';
import list from '../../ui/command-list.module.css';
import dialog from '../../ui/dialog.module.css';
import { matches } from '../../ui/matches.ts';
import { typedAhead } from '../../ui/typed-ahead.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useCommandEntries, useSettingsEntries } from './commands.ts';
import { type Entry, type Group, groupsOf } from './entries.ts';
import { Key } from './key.tsx';

interface PaletteDialogProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

/**
 * The command palette: one field to navigate, create and run commands. Outdated results stay only if they match the
 * new query, so Enter never opens an entry other than the one shown.
 */
export function PaletteDialog({ onClose, onKeys }: PaletteDialogProps) {
  const [q, setQ] = useState('');
  const debounced = useDebounced(q);
  const navigate = useNavigate();
  const mayRead = useMay('tasks:read');
  const mayWrite = useMay('tasks:write');
  const mayChat = useMay('chat:write');
  const mayRegister = useMay('agents:write');
  const { data, isPlaceholderData } = useQuery({
    ...found(debounced),
    enabled: mayRead && debounced.trim() !== '',
  });
  const isOld = debounced !== q || isPlaceholderData;
  const hits = q.trim() === '' ? [] : (data?.data ?? []).filter((hit) => !isOld || matches(hit.title, q));
  const settings = useSettingsEntries(navigate);
  const commands = useCommandEntries(navigate);
  const groups = groupsOf({
    ...{ q, navigate, mayWrite, mayChat, mayRegister, hits, onKeys },
    ...{ settings, commands },
  });
  const { palette } = strings();
  const choose = ({ act }: Entry) => {
    onClose();
    act();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.behind} />
        <Dialog.Popup className={list.dialog} aria-label={palette.open}>
          <Autocomplete.Root
            inline
            open
            mode="none"
            // Not in an empty field, where Enter does nothing. Text typed before the field appeared counts as typed.
            autoHighlight={q.trim() === '' ? true : 'always'}
            keepHighlight
            items={groups}
            value={q}
            onValueChange={setQ}
            itemToStringValue={({ text }: Entry) => text}
          >
            <Autocomplete.Input
              className={list.input}
              aria-label={palette.open}
              placeholder={palette.placeholder}
              onFocus={() => setQ(q + typedAhead.take())}
            />
            <Autocomplete.Empty className={list.empty}>{palette.noResults}</Autocomplete.Empty>
            <Autocomplete.List className={list.list}>
              {(group: Group) => (
                <Autocomplete.Group key={group.label} items={group.items} className={list.group}>
                  <Autocomplete.GroupLabel className={list.label}>{group.label}</Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(entry: Entry) => (
                      <Autocomplete.Item
                        key={entry.id}
                        value={entry}
                        className={list.entry}
                        onClick={() => choose(entry)}
                      >
                        <span>{entry.text}</span>
                        {entry.detail && <span className={list.detail}>{entry.detail}</span>}
                        {entry.key && (
                          <span className={list.detail}>
                            <Key name={entry.key} />
                          </span>
                        )}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
