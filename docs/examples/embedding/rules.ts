import { canMove, checkProof, explain, isReady, nextMoves, Refusal } from '@tandem/core/rules';

const workspace = { agentCompletion: false, agentIntake: 'open', proofOfDone: 'verified' } as const;
const otto = { type: 'agent' } as const;
const task = { status: 'todo', blocked: true, fromAgent: false } as const;
const work = { archived: false, claim: null, work: { notBefore: null } };
const proof = { criteria: [], startedAt: 5, succeededAt: null, artifact: null, verifications: [] };

console.log(nextMoves(task, otto, workspace)); // backlog, waiting, canceled
console.log(canMove(task, 'done', otto, workspace)); // false
console.log(isReady({ ...task, ...work }, Date.now())); // false, because another task blocks it
try {
  checkProof(proof, otto, workspace);
} catch (error) {
  if (error instanceof Refusal) console.log(explain(error)); // Post a succeeded result of the task first.
}
