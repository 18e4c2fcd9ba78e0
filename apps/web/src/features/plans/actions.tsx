import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Ellipsis } from '../../ui/icons.ts';
import { Menu } from '../../ui/menu.tsx';

interface ActionsProps {
  /** Undefined if it can't be archived. */
  readonly archived?: boolean | undefined;
  readonly onArchive?: (archived: boolean) => void;
  readonly onDelete: () => void;
  readonly deleteTitle: string;
  /** The effects of deleting it. */
  readonly deleteHint: string;
}

/** Rarely used actions: archive and delete. */
export function Actions({ archived, onArchive, onDelete, deleteTitle, deleteHint }: ActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { plans } = strings();
  const archive = { text: archived ? plans.unarchive : plans.archive, act: () => onArchive?.(!archived) };
  return (
    <>
      <Menu
        label={plans.actions}
        trigger={
          <Button square>
            <Ellipsis />
          </Button>
        }
        entries={[...(onArchive ? [archive] : []), { text: plans.delete, act: () => setIsAsking(true) }]}
      />
      <Confirm
        title={deleteTitle}
        action={plans.deleteNow}
        open={isAsking}
        onConfirm={onDelete}
        onClose={() => setIsAsking(false)}
      >
        <p>{deleteHint}</p>
      </Confirm>
    </>
  );
}
