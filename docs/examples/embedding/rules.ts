import { checkMove, explain, isReady, nextMoves, Refusal } from '@tandem/core/rules';

const workspace = { agentCompletion: false, agentIntake: 'open', proofOfDone: 'off' } as const;
const otto = { type: 'agent' } as const;
const task = { status: 'in_progress', blocked: false, fromAgent: false } as const;

console.log(`otto may move it to ${nextMoves(task, otto, workspace).join(', ')}`);
try {
  checkMove(task, 'done', otto, workspace);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.log(explain(error));
}

const later = { ...task, status: 'todo', archived: false, claim: null, work: { notBefore: null } } as const;
console.log(`a task to do is ${isReady(later, Date.now()) ? 'ready' : 'not ready'}`);
