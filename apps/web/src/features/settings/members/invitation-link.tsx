import type { InvitedMember } from '@tandem/client';
import { HOME } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Copyable } from '../../../ui/copyable.tsx';
import { OneTimeSecret } from '../parts/one-time-secret.tsx';

const words = () => strings().settings.members;

/** A person's name and invitation. */
export type Invited = Pick<InvitedMember, 'displayName' | 'invitation'>;

interface InvitationLinkProps {
  readonly invited: Invited;
  readonly onDone: () => void;
}

/** The invitation link. Its code is in the URL fragment, which is never sent to a server or logged. */
export const InvitationLink = ({ invited: { displayName, invitation }, onDone }: InvitationLinkProps) => (
  <OneTimeSecret
    title={words().link(displayName)}
    hint={words().linkHint}
    secret={`${HOME.href}#code=${invitation.code}`}
    noun={words().noun}
    onDone={onDone}
  >
    <p>{words().code}</p>
    <Copyable secret text={invitation.code} noun={words().codeNoun} />
  </OneTimeSecret>
);
