import type { Agent, Caller, Human, IssuedKey, IssuedKind, NewAgent, Scope, Tandem } from '../src/index.ts';

/** Every scope of a person's key; keys of agents and runtimes cannot have the scopes of chats. */
export const EVERYTHING: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** The member of a key or, for a service or runtime, the key itself; with the secret of the key. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A new workspace, to which tests, benchmarks and proofs add members and keys. */
export interface Team {
  readonly tandem: Tandem;
  readonly workspaceId: string;
  readonly admin: Caller;
  /** The admin with their first key. */
  readonly founder: Holder;
  agent(name: string, more?: Partial<NewAgent>): Promise<Agent>;
  person(name: string, displayName?: string): Promise<Human>;
  /** A key created by the operator, by default with every scope that its kind can have. */
  key(member: string, kind: IssuedKind, more?: { name?: string; scopes?: readonly Scope[] }): Promise<Holder>;
}

export async function newTeam(
  tandem: Tandem,
  {
    name = 'Acme',
    admin: first = { name: 'ada', displayName: 'Ada Lovelace' },
  }: { name?: string; admin?: { name: string; displayName?: string } } = {},
): Promise<Team> {
  const { workspace, ...issued } = await tandem.operator.createWorkspace({ name, admin: first });
  const admin = await tandem.operator.callerFor(workspace.id, first.name);
  return {
    tandem,
    workspaceId: workspace.id,
    admin,
    founder: holderOf(issued, first.name),
    agent: (name, more) => tandem.agents.create(admin, { ...newAgent(name), ...more }),
    person: async (name, displayName = name) =>
      (await tandem.members.create(admin, { name, displayName })).member,
    key: async (member, kind, { name = `${member}'s ${kind} key`, scopes = scopesOf(kind) } = {}) =>
      holderOf(await tandem.operator.createKey(workspace.id, member, { name, kind, scopes }), member),
  };
}

type Key = Readonly<{ name: string; kind: IssuedKind; memberId?: string; scopes: Scope[] }>;
type Invited = Readonly<{ id: string; invitation: Readonly<{ code: string }> }>;

/** The operations that add members and keys, as an admin: those of a client, or `operationsOf` in process. */
export interface Hiring<A> {
  readonly agents: { create(agent: NewAgent): Promise<A> };
  readonly keys: { create(key: Key): Promise<{ readonly secret: string }> };
  readonly members: {
    create(person: { name: string; displayName: string }): Promise<Invited>;
    acceptInvitation(given: { code: string }): Promise<{ readonly secret: string }>;
  };
}

/** The use cases of a caller, as a client would offer them. */
export const operationsOf = ({ agents, keys, members }: Tandem, caller: Caller): Hiring<Agent> => ({
  agents: { create: (agent) => agents.create(caller, agent) },
  keys: { create: (key) => keys.create(caller, key) },
  members: {
    create: async (person) => {
      const { member, invitation } = await members.create(caller, person);
      return { id: member.id, invitation };
    },
    acceptInvitation: ({ code }) => keys.acceptInvitation(code),
  },
});

/** Creates an agent with a key of its own. */
export async function hireAgent<A extends { readonly id: string }>(
  by: Pick<Hiring<A>, 'agents' | 'keys'>,
  name: string,
  { scopes = ['full'], ...more }: Partial<NewAgent> & { scopes?: Scope[] } = {},
): Promise<{ readonly agent: A; readonly secret: string }> {
  const agent = await by.agents.create({ ...newAgent(name), ...more });
  const { secret } = await by.keys.create({
    name: `${name}'s key`,
    kind: 'agent',
    memberId: agent.id,
    scopes,
  });
  return { agent, secret };
}

/** Invites a person, who accepts; returns the secret of their key. */
export async function invitePerson(
  { members }: Pick<Hiring<unknown>, 'members'>,
  name: string,
  displayName = name,
): Promise<string> {
  const { invitation } = await members.create({ name, displayName });
  return (await members.acceptInvitation({ code: invitation.code })).secret;
}

/** The fields that an agent needs. */
export const newAgent = (name: string) => ({ name, displayName: name, emoji: '🤖', model: 'owl-1' });

export const scopesOf = (kind: IssuedKind): readonly Scope[] =>
  kind === 'person' || kind === 'service' ? EVERYTHING : ['full'];

export const holderOf = ({ key, secret }: Pick<IssuedKey, 'key' | 'secret'>, member: string): Holder =>
  key.kind === 'service' || key.kind === 'runtime'
    ? { id: key.id, name: key.name, secret }
    : { id: key.memberId ?? key.id, name: member, secret };
