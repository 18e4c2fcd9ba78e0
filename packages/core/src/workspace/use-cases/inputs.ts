import type { InputsOf } from '../../inputs.ts';
import { boolean, number, object, oneOf, optional, text } from '../../shared/check.ts';
import { AGENT_INTAKES, AGENT_KEYS, GOAL_VERIFICATION_MODES, PROOF_OF_DONE } from '../workspace.ts';
import type { workspaceUseCases } from './workspace.ts';

export const workspaceInputs: InputsOf<typeof workspaceUseCases> = {
  get: [],
  update: [
    object({
      name: optional(text),
      agentCompletion: optional(boolean),
      goalVerification: optional(oneOf(GOAL_VERIFICATION_MODES)),
      agentIntake: optional(oneOf(AGENT_INTAKES)),
      agentIntakeLimit: optional(number),
      proofOfDone: optional(oneOf(PROOF_OF_DONE)),
      agentKeys: optional(oneOf(AGENT_KEYS)),
    }),
  ],
};
