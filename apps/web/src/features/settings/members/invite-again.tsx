import type { InvitedMember, Member } from '@tandem/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isForbidden, messageOf, tandem } from '../../../api/tandem.ts';
import { strings } from '../../../strings/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { copy } from '../../../ui/copyable.tsx';
import { toast } from '../../../ui/toasts.ts';

import { invitationUrl } from './invitation-link.tsx';

const words = () => strings().settings.members;

interface InviteAgainProps {
  readonly person: Member;
  readonly onInvited: (invitation: InvitedMember['invitation']) => void;
}

/**
 * Creates a new invitation. This closes the person's chats, so it asks first. The server refuses it for a person
 * with a session or key; they may have lost access to it, so the admin can sign them out and invite them in one
 * step.
 */
export function InviteAgain({ person: { id, displayName, invitedUntil }, onInvited }: InviteAgainProps) {
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'invite' | 'sign-out' | null>(null);
  const invite = useMutation({
    mutationFn: async (signsOut: boolean) => {
      if (signsOut) await signOut(id);
      return tandem.members.invite(id);
    },
    onSuccess: (invitation) => {
      if (invitedUntil) void copy(invitationUrl(invitation));
      onInvited(invitation);
    },
    onError: (error, signsOut) => {
      if (!signsOut && isForbidden(error)) setAsks('sign-out');
      else toast({ tone: 'bad', text: messageOf(error) });
    },
    onSettled: () => {
      for (const subject of ['members', 'keys', 'sessions'])
        void queries.invalidateQueries({ queryKey: [subject] });
    },
  });
  const ask = asks === 'sign-out' ? words().signOutFirst(displayName) : words().inviteAgain(displayName);
  return (
    <>
      <Button
        quiet
        aria-label={invitedUntil ? words().newLinkOf(displayName) : words().againOf(displayName)}
        disabled={invite.isPending}
        // An invitation that is still open has nothing to lose.
        onClick={() => (invitedUntil ? invite.mutate(false) : setAsks('invite'))}
      >
        {invitedUntil ? words().newLink : words().again}
      </Button>
      <Confirm
        key={asks}
        title={ask.title}
        action={ask.action}
        open={asks !== null}
        onConfirm={() => invite.mutate(asks === 'sign-out')}
        onClose={() => setAsks(null)}
      >
        {ask.hint}
      </Confirm>
    </>
  );
}

/** Ends all sessions and keys of a person. */
async function signOut(memberId: string): Promise<void> {
  const sessions: string[] = [];
  for await (const session of tandem.sessions.list())
    if (session.memberId === memberId) sessions.push(session.id);
  for (const id of sessions) await tandem.sessions.revoke(id);
  const keys: string[] = [];
  for await (const key of tandem.keys.list()) {
    if (key.memberId === memberId && key.kind === 'person') keys.push(key.id);
  }
  for (const id of keys) await tandem.keys.revoke(id);
}
