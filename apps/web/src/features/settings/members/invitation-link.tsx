import type { InvitedMember } from '@tandem/client';
import { useState } from 'react';
import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Copyable } from '../../../ui/copyable.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';
import { QrCode } from '../parts/qr-code.tsx';

const words = () => strings().settings.members;

/** A person's name and invitation. */
export type Invited = Pick<InvitedMember, 'displayName' | 'invitation'>;

interface InvitationLinkProps {
  readonly invited: Invited;
  readonly onDone: () => void;
}

/** The code is in the URL fragment, which is never sent to a server or logged. */
export const invitationUrl = ({ code }: InvitedMember['invitation']): string => `${HOME.href}#code=${code}`;

/** The invitation link, as a text and as a QR code. */
export function InvitationLink({ invited: { displayName, invitation }, onDone }: InvitationLinkProps) {
  const url = invitationUrl(invitation);
  const [isScanned, setIsScanned] = useState(false);
  return (
    <OneTimeSecret
      title={words().link(displayName)}
      hint={words().linkHint}
      secret={url}
      noun={words().noun}
      onDone={onDone}
    >
      {isScanned ? (
        <QrCode url={url} />
      ) : (
        <Button onClick={() => setIsScanned(true)}>{words().showQrCode}</Button>
      )}
      <p>{words().code}</p>
      <Copyable secret text={invitation.code} noun={words().codeNoun} />
    </OneTimeSecret>
  );
}
