import type { Briefing, Tandem } from '@tandem/client';
import type { SavedClaims } from './claims.ts';

/**
 * Saves the claims that a client makes, with a run key each, so that commands in the same session can continue or release
 * them. A claim that ends in another way is forgotten when a command finds it lost.
 */
export function savingClaims(tandem: Tandem, saved: SavedClaims): Tandem {
  const { claims, results, questions } = tandem;
  const { claim, next, release } = claims;
  const { post } = results;
  const { ask } = questions;
  const added = <Found extends Briefing | null>(briefing: Found): Found => {
    if (briefing) saved.add(briefing);
    return briefing;
  };
  const ended = <Ended>(task: number | string, end: Ended): Ended => {
    const held = saved.find(task);
    if (held) saved.forget(held.taskNumber);
    return end;
  };
  Object.assign(claims, {
    claim: async (...[task, body, options]: Parameters<typeof claim>) =>
      added(await claim(task, { ...body, runKey: true }, options)),
    next: async (...[body, options]: Parameters<typeof next>) =>
      added(await next({ ...body, runKey: true }, options)),
    release: async (...args: Parameters<typeof release>) => ended(args[0], await release(...args)),
  });
  Object.assign(results, {
    post: async (...args: Parameters<typeof post>) => {
      const result = await post(...args);
      return args[1].to === 'none' ? result : ended(args[0], result);
    },
  });
  Object.assign(questions, {
    ask: async (...args: Parameters<typeof ask>) => ended(args[0], await ask(...args)),
  });
  return tandem;
}
