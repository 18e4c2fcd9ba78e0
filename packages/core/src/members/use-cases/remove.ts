import { type Caller, checkAdministers } from '../../access/caller.ts';
import { isInForce, type Key } from '../../access/keys.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { systemCaller } from '../../access/system.ts';
import { checkLeavesAnAdmin, requireHuman } from '../../lookup/members.ts';
import type { Ports, Stores } from '../../ports.ts';
import { workTopic } from '../../ready/ready.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { type Human, memberEntity } from '../member.ts';

/** The keys of a removed person. */
export interface KeysOfRemoved {
  /** Keys revoked with the person. */
  readonly keys: readonly Key[];
  /** Keys that the person created and that stay valid for anyone who knows the secret. */
  readonly remaining: readonly Key[];
}

/**
 * Removes a person and revokes their keys; returns those, and the keys they created that stay valid. Their open
 * tasks become unassigned and their open turns are canceled; history keeps the name.
 */
export function memberRemover(ports: Ports) {
  const remove = personRemover(ports);

  return (caller: Caller, id: string): Promise<KeysOfRemoved> =>
    ports.storage.write(caller.workspaceId, async (stores) => {
      checkAdministers(caller);
      checkLasting(caller, 'people');
      const human = await requireHuman(stores, id);
      return remove(stores, caller, human, () => recheckAdmin(stores, caller));
    });
}

/** Removes a person in an open unit, once `allow` has checked the caller's right to do so. */
export function personRemover(ports: Ports) {
  const { clock } = ports;
  const record = recorder(ports);
  const endTurnsOf = turnEnder(ports);

  return async (
    stores: Stores,
    by: Caller,
    human: Human,
    allow?: () => Promise<void>,
  ): Promise<KeysOfRemoved> => {
    const { id } = human;
    const { workspaceId } = by;
    if (human.role === 'admin') await checkLeavesAnAdmin(stores);
    await allow?.();
    const keys = await revokeKeysOf(stores, by, id, record);
    const now = clock();
    const remaining = (await stores.keys.outliving(id)).filter((key) => isInForce(key, now));
    await endTurnsOf(stores, systemCaller(workspaceId), { id, at: now });
    await stores.members.remove(human, now);
    await stores.views.deletePrivateOf(human.id);
    await stores.preferences.delete(human.id);
    // Their tasks are unassigned now, so agents may claim them.
    stores.signals.raise({ topic: workTopic(workspaceId), toOne: false });
    await record(stores, by, { entity: memberEntity(human), action: 'deleted' });
    return { keys, remaining };
  };
}
