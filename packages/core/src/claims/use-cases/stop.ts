import type { Caller } from '../../access/caller.ts';
import { requireAgent } from '../../lookup/agents.ts';
import { type Agent, humansOnly, memberEntity } from '../../members/member.ts';
import type { SteadyPorts } from '../../ports.ts';
import { verificationEnder } from '../../steps/end-verification.ts';
import { taskReturner } from '../../steps/give-back.ts';
import { recorder } from '../../steps/record.ts';
import { turnKeeper } from '../../steps/save-turn.ts';
import { released } from '../../turns/turn.ts';

/** Turns of one agent that a stop ends; far above a realistic number. */
const MAX_TURNS = 1_000;

/**
 * Ends all claims, verifications and running turns of an agent and pauses it. 403 unless the caller is a person. Others
 * can claim its work at once.
 */
export function agentStopper(ports: SteadyPorts) {
  const { storage, clock } = ports;
  const record = recorder(ports);
  const turns = turnKeeper(ports);
  const giveBack = taskReturner(ports);
  const { endRunsOf } = verificationEnder(ports);

  return (caller: Caller, agentId: string): Promise<Agent> =>
    storage.write(caller.workspaceId, async (stores) => {
      if (caller.type !== 'human') throw humansOnly('stop an agent');
      const agent = await requireAgent(stores, agentId);
      for (const claim of await stores.claims.ofAgent(agentId)) {
        const task = await stores.tasks.byNumber(claim.taskNumber);
        await stores.attempts.note(claim.id, { stop: 'stopped' });
        if (task) await giveBack(stores, caller, { task, claim, end: 'paused', failed: false });
      }
      await endRunsOf(stores, caller, agentId);
      for (const turn of await stores.turns.openOfAgent(agentId, MAX_TURNS)) {
        if (turn.state === 'running') await turns.save(stores, caller, released(turn, clock()));
      }
      if (agent.paused) return agent;
      const paused = { ...agent, paused: true, updatedAt: clock() };
      await stores.members.update(paused);
      await record(stores, caller, {
        entity: memberEntity(paused),
        action: 'stopped',
        changes: [{ field: 'paused', oldValue: 'false', newValue: 'true' }],
      });
      return paused;
    });
}
