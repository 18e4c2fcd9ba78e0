import type { Chat } from '@tandem/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/queries/who.ts';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/change.ts';
import { useCommands } from '../../ui/commands.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Editable } from '../../ui/editable.tsx';
import { ArrowLeft, Ellipsis } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';
import styles from './chat-header.module.css';
import { useArchive } from './use-archive.tsx';

/** The agent and title, with actions to rename, archive and delete. */
export function ChatHeader({ chat }: { chat: Chat }) {
  const { id, title, status, agent } = chat;
  const mayWrite = useMay('chat:write');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const archive = useArchive(chat);
  const invalidates = ['chats', 'chat'];
  const rename = useChange({ send: (to: string) => tandem.chats.rename(id, { title: to }), invalidates });
  const unarchive = useChange({ send: () => tandem.chats.unarchive(id), invalidates });
  const remove = useChange({
    send: () => tandem.chats.delete(id),
    successMessage: () => strings().chats.deleted,
    invalidates: ['chats'],
    onDone: () => void navigate({ to: '/chats', search: ({ show }) => ({ show }) }),
  });
  const acts = [
    status === 'archived'
      ? { text: strings().chats.unarchive, act: () => unarchive.mutate() }
      : { text: strings().chats.archive, act: archive.begin },
    { text: strings().chats.delete, act: () => setIsAsking(true) },
  ];
  useCommands(mayWrite ? acts : []);
  const heading = <h1 className={styles.title}>{title}</h1>;
  return (
    <header className={styles.header}>
      <Link
        to="/chats"
        search={({ show }) => ({ show })}
        className={styles.back}
        aria-label={strings().chats.back}
      >
        <ArrowLeft />
      </Link>
      <div className={styles.what}>
        {mayWrite ? (
          <Editable
            draftKey={`chat-title-${id}`}
            field={strings().chats.title}
            value={title}
            onSave={(next) => rename.mutateAsync(next)}
          >
            {heading}
          </Editable>
        ) : (
          heading
        )}
        <Link to="/agents/$agentId" params={{ agentId: agent.id }} className={styles.agent}>
          {agent.displayName}
        </Link>
      </div>
      {mayWrite && (
        <Menu
          label={strings().chats.more}
          trigger={
            <Button square quiet>
              <Ellipsis />
            </Button>
          }
          entries={acts}
        />
      )}
      {archive.dialog}
      <Confirm
        title={strings().chats.deleteTitle}
        action={strings().chats.deleteNow}
        open={isAsking}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p>{strings().chats.deleteHint}</p>
      </Confirm>
    </header>
  );
}
