import type { Chat } from '@tandem/client';
import { type ReactNode, useState } from 'react';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface Archive {
  readonly begin: () => void;
  /** Confirms before an answer is stopped; the caller renders it. */
  readonly dialog: ReactNode;
}

const READS = ['chats', 'chat', 'turn'];

/** Archives a chat. This stops an answer in progress, which the person confirms first. Undo restores the chat. */
export function useArchive({ id, activeTurn }: Chat): Archive {
  const [isAsking, setIsAsking] = useState(false);
  const unarchive = useChange({ send: () => tandem.chats.unarchive(id), invalidates: READS });
  const archive = useChange({
    send: () => tandem.chats.archive(id),
    invalidates: READS,
    successMessage: () => ({
      text: strings().chats.archivedNow,
      undo: () => unarchive.mutate(),
    }),
  });
  return {
    begin: () => (activeTurn ? setIsAsking(true) : archive.mutate()),
    dialog: (
      <Confirm
        title={strings().chats.stopTitle}
        action={strings().chats.stopNow}
        open={isAsking}
        onConfirm={() => archive.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p>{strings().chats.stopHint}</p>
      </Confirm>
    ),
  };
}
