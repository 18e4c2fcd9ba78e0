import { GOALS } from '../story/goals.ts';
import type { Calendar } from './calendar.ts';
import { callerOf } from './deeds.ts';
import { known, type Step } from './world.ts';

/** Verifications, each at its time. */
export const goalSteps = ({ at }: Calendar): Step[] =>
  GOALS.flatMap(({ key, verified }) =>
    verified.map(({ at: when, by, passed, evidence, now }) => ({
      at: at(when),
      happens: (world) =>
        world.tandem.goals.verify(callerOf(world, by), known(world.goals, key), {
          passed,
          evidence,
          metricCurrent: now,
        }),
    })),
  );
