import { type Caller, checkAdministers } from '../../access/caller.ts';
import { isInForce, type Key } from '../../access/keys.ts';
import { checkLasting } from '../../access/lent-keys.ts';
import { systemCaller } from '../../access/system.ts';
import { checkLeavesAnAdmin, requireHuman } from '../../lookup/members.ts';
import type { Ports } from '../../ports.ts';
import { workTopic } from '../../ready/ready.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import { revokeKeysOf } from '../../steps/keys.ts';
import { recheckAdmin } from '../../steps/recheck.ts';
import { recorder } from '../../steps/record.ts';
import { memberEntity } from '../member.ts';

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
  const { storage, clock } = ports;
  const record = recorder(ports);
  const endTurnsOf = turnEnder(ports);

  return (caller: Caller, id: string): Promise<KeysOfRemoved> =>
    storage.write(caller.workspaceId, async (stores) => {
      checkAdministers(caller);
      checkLasting(caller, 'people');
      const human = await requireHuman(stores, id);
      if (human.role === 'admin') await checkLeavesAnAdmin(stores);
      await recheckAdmin(stores, caller);
      const keys = await revokeKeysOf(stores, caller, id, record);
      const now = clock();
      const remaining = (await stores.keys.outliving(id)).filter((key) => isInForce(key, now));
      await endTurnsOf(stores, systemCaller(caller.workspaceId), { id, at: now });
      await stores.members.remove(human, now);
      // Their tasks are unassigned now, so agents may claim them.
      stores.signals.raise({ topic: workTopic(caller.workspaceId), toOne: false });
      await record(stores, caller, { entity: memberEntity(human), action: 'deleted' });
      return { keys, remaining };
    });
}
