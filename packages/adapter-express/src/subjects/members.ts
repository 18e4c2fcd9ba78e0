import { contract } from '@tandem/contract';
import { type InvitationCode, isExternal, type Key, type MemberWithInvitation } from '@tandem/core';
import { created, list, noContent, ok } from '../http/answer.ts';
import { bind } from '../http/binding.ts';
import { iso, isoOrNull } from '../http/iso.ts';
import { honors } from '../http/prefer.ts';
import { presentIssuedKey } from './keys.ts';

export const presentMember = (member: MemberWithInvitation) => ({
  id: member.id,
  type: member.type,
  ...(isExternal(member) && { kind: 'external' as const }),
  name: member.name,
  displayName: member.displayName,
  email: member.email,
  role: member.type === 'human' ? member.role : null,
  emoji: member.type === 'agent' ? member.emoji : null,
  verifier: member.type === 'agent' && member.verifier,
  externalId: member.externalId,
  invitedUntil: isoOrNull(member.invitedUntil),
  createdAt: iso(member.createdAt),
  updatedAt: isoOrNull(member.updatedAt),
});

export const presentInvitation = ({ code, expiresAt }: InvitationCode) => ({
  code,
  expiresAt: iso(expiresAt),
});

const presentKeyInShort = ({ id, name, kind }: Key) => ({ id, name, kind });

export const members = bind(contract.members, {
  list: async ({ tandem, caller, query }) => list(await tandem.members.list(caller, query), presentMember),
  create: async ({ tandem, caller, body }) => {
    const { member, invitation } = await tandem.members.create(caller, body);
    const presented = presentMember(member);
    return { ...created({ ...presented, invitation: presentInvitation(invitation) }), lasting: presented };
  },
  get: async ({ tandem, caller, params }) => ok(presentMember(await tandem.members.get(caller, params.id))),
  update: async ({ tandem, caller, params, body }) =>
    ok(presentMember(await tandem.members.update(caller, params.id, body))),
  delete: async ({ tandem, caller, params, req, res }) => {
    const { keys, remaining } = await tandem.members.delete(caller, params.id);
    if (!honors(req, res, 'return=representation')) return noContent;
    return ok({
      id: params.id,
      keys: keys.map(presentKeyInShort),
      remaining: remaining.map((key) => ({ ...presentKeyInShort(key), memberId: key.memberId as string })),
    });
  },
  merge: async ({ tandem, caller, params, body }) =>
    ok(presentMember(await tandem.members.merge(caller, params.id, body))),
  invite: async ({ tandem, caller, params }) =>
    created(presentInvitation(await tandem.members.invite(caller, params.id))),
  uninvite: async ({ tandem, caller, params }) => {
    await tandem.members.uninvite(caller, params.id);
    return noContent;
  },
  acceptInvitation: async ({ tandem, body }) =>
    created(presentIssuedKey(await tandem.keys.acceptInvitation(body.code))),
});
